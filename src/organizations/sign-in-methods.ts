import sql, { type Sql } from 'sql-template-tag'
import type { Config } from '../config.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { AuthenticationMethods } from '../contract/shapes/authentication-method.ts'
import { type SignInMethod, signInMethodNames } from '../contract/sign-in-methods.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Organization } from '../generated/prisma/client.ts'

/** What of an organization says how people sign in. */
export type SignInChoice = Pick<Organization, 'disabledSignInMethods'>

/** Which ways are to be open or closed; whatever is left out stays. */
export type SignInMethodChanges = { readonly [Method in SignInMethod]?: boolean | undefined }

/** The ways that this server has. */
function serverMethods({ isDevelopment }: Config): SignInMethod[] {
  return isDevelopment ? ['password', 'development'] : ['password']
}

/** The ways that are open in an organization; all of the server's as long as it has not closed one. */
export function signInMethods(config: Config, { disabledSignInMethods }: SignInChoice): SignInMethod[] {
  return serverMethods(config).filter((method) => !disabledSignInMethods.includes(method))
}

/** The ways that are open now, for somebody who wants to sign in. */
export async function openSignInMethods(
  db: Queryable,
  config: Config,
  organizationId: number,
): Promise<SignInMethod[]> {
  return signInMethods(config, await readChoice(db, sql`id = ${organizationId}`))
}

async function readChoice(db: Queryable, where: Sql): Promise<SignInChoice> {
  const [choice] = await db.query<SignInChoice>(
    sql`SELECT disabled_sign_in_methods FROM organization WHERE ${where}`,
  )
  if (!choice) throw new Error('The organization is gone.')
  return choice
}

/** The same for the settings of an organization (register: `realm_authentication_methods`). */
export function authenticationMethods(config: Config, choice: SignInChoice): AuthenticationMethods {
  const open = signInMethods(config, choice)
  const methods = serverMethods(config).map((method) => [
    signInMethodNames[method],
    { enabled: open.includes(method), available: true },
  ])
  return Object.fromEntries(methods)
}

/**
 * Opens and closes ways to sign in. At least one of the server's stays open.
 *
 * @returns all of them as they are then; null when nothing is different
 * @throws CodedError BAD_REQUEST for a way that the server does not have, and when none would be left
 */
export async function changeSignInMethods(
  tx: Transaction,
  config: Config,
  organizationId: number,
  changes: SignInMethodChanges,
): Promise<AuthenticationMethods | null> {
  const given = Object.entries(changes).filter(([, isOpen]) => isOpen !== undefined)
  if (given.length === 0) return null
  const known = serverMethods(config)
  for (const method of Object.keys(Object.fromEntries(given)) as SignInMethod[]) {
    if (!known.includes(method)) throw noSuchMethod(signInMethodNames[method])
  }
  const before = await readChoice(tx, sql`id = ${organizationId} FOR NO KEY UPDATE`)
  const isClosed = (method: SignInMethod) =>
    changes[method] === undefined ? before.disabledSignInMethods.includes(method) : !changes[method]
  const after = { disabledSignInMethods: known.filter(isClosed) }
  if (signInMethods(config, after).length === 0) {
    throw badRequest('At least one authentication method must be enabled.')
  }
  if (signInMethods(config, before).join() === signInMethods(config, after).join()) return null
  await tx.query(sql`
    UPDATE organization SET disabled_sign_in_methods = ${after.disabledSignInMethods}::text[]
    WHERE id = ${organizationId}`)
  return authenticationMethods(config, after)
}

/** The refusal of a way that the server does not have. */
function noSuchMethod(name: string) {
  return badRequest(`Invalid authentication_methods: '${name}' is not available on this server`)
}
