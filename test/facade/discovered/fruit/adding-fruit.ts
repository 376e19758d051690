/** A module of the noun that is no endpoint. */
export const addingFruit = 'Add fruit'
