import type { Person } from '../support/cast.ts'

/** Anybody with an id. */
type Somebody = Pick<Person, 'id'>

/** Asks for somebody to be muted. */
export const mute = (person: Person, { id }: Somebody) => person.post(`users/me/muted_users/${id}`)

/** Asks for somebody not to be muted any more. */
export const unmute = (person: Person, { id }: Somebody) => person.delete(`users/me/muted_users/${id}`)
