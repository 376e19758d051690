import * as z from 'zod'

/** The greatest id that a row can have: 32 bits, signed. */
export const LARGEST_DATABASE_ID = 2 ** 31 - 1

/** An id in a request; whether its row exists is another question. */
export const databaseId = z.int().min(0).max(LARGEST_DATABASE_ID)

/** Whether a number can be an id. Others are no row's, and more than the database can compare with. */
export function isDatabaseId(id: number): boolean {
  return id >= 0 && id <= LARGEST_DATABASE_ID
}
