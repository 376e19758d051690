import { badRequest } from '../contract/coded-error.ts'

/**
 * The integer inside a global id of a node.
 *
 * @throws CodedError BAD_REQUEST when it can be nobody's
 */
export function databaseIdOf(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(id < 2 ** 31)) throw badRequest('Invalid id')
  return id
}
