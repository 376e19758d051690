import type { Transaction } from '../database/database.ts'
import type { Permissions } from './permissions.ts'

/** The same asker, whose permissions are read through an open transaction: as its locks leave them. */
export function withinTransaction<Asking extends { readonly permissions: Permissions }>(
  tx: Transaction,
  asker: Asking,
): Asking {
  return { ...asker, permissions: asker.permissions.within(tx) }
}
