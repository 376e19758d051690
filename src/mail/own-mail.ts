/** The header by which a server knows mail of its own again; its value is the server's address. */
export const ORIGIN_HEADER = 'X-Parley-Origin'
