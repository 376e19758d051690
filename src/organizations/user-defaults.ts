import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import {
  changeableUserDefaults,
  type UserDefaultName,
  type UserDefaults,
  userDefaults,
  userDefaultTable,
} from '../contract/user-settings.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'

/** What an organization's new users start with. */
export async function readUserDefaults(db: Queryable, organizationId: number): Promise<UserDefaults> {
  const [row] = await db.query<{ userDefaults: unknown }>(
    sql`SELECT user_defaults FROM organization WHERE id = ${organizationId}`,
  )
  return userDefaults(row?.userDefaults)
}

/** What a new account is written with: settings that differ from the declared defaults, and a column. */
export async function newAccountSettings(
  tx: Transaction,
  organizationId: number,
): Promise<{ readonly settings: object; readonly emailAddressVisibility: number }> {
  const [row] = await tx.query<{ userDefaults: unknown; settings: unknown }>(
    sql`SELECT user_defaults, settings FROM organization WHERE id = ${organizationId}`,
  )
  const { emailAddressVisibility, ...chosen } = userDefaults(row?.userDefaults)
  const { defaultLanguage } = organizationSettings(row?.settings)
  const settings = Object.entries({ ...chosen, defaultLanguage }).filter(
    ([name, value]) => value !== userDefaultTable[name as UserDefaultName].default,
  )
  return { settings: Object.fromEntries(settings), emailAddressVisibility }
}

/**
 * Changes what new users start with; nobody's own settings change (reference: PATCH
 * /realm/user_settings_defaults). Everyone hears of each change.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators; BAD_REQUEST that names a wrong value
 */
export async function updateUserDefaults(
  { core, viewer, once }: ViewerContext,
  wanted: Partial<UserDefaults>,
): Promise<void> {
  requireRole(viewer, 'administrator')
  const names = changeableUserDefaults.filter((name) => wanted[name] !== undefined)
  for (const name of names) {
    const { schema, wireName } = userDefaultTable[name]
    if (!schema.safeParse(wanted[name]).success) throw badRequest(`Invalid ${wireName}`)
  }
  const { organizationId } = viewer
  await transact(
    core,
    organizationId,
    async (tx) => {
      const [row] = await tx.query<{ userDefaults: unknown }>(sql`
        SELECT user_defaults FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`)
      const current = userDefaults(row?.userDefaults)
      const changed = names.filter((name) => wanted[name] !== current[name])
      const isDefault = (name: UserDefaultName) => wanted[name] === userDefaultTable[name].default
      const stored = changed.filter((name) => !isDefault(name)).map((name) => [name, wanted[name]])
      await tx.query(sql`
        UPDATE organization
        SET user_defaults = (user_defaults || ${JSON.stringify(Object.fromEntries(stored))}::jsonb)
          - ${changed.filter(isDefault)}::text[]
        WHERE id = ${organizationId}`)
      for (const name of changed) {
        const value = wanted[name]
        if (value === undefined) continue
        const property = userDefaultTable[name].wireName
        tx.announce({
          payload: { type: 'realm_user_settings_defaults', op: 'update', property, value },
          audience: 'everyone',
        })
      }
      // What a repeated request is answered with.
      return null
    },
    once,
  )
}
