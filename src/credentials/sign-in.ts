import sql from 'sql-template-tag'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import type { Queryable } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { openSignInMethods } from '../organizations/sign-in-methods.ts'
import { type IssuedKey, issueApiKey } from './issue-api-key.ts'
import { verifyAgainstNothing, verifyPassword } from './passwords.ts'

const failed = () => new CodedError('AUTHENTICATION_FAILED', 'Your username or password is incorrect')

type Account = Pick<User, 'id' | 'isActive'> & {
  readonly passwordHash: string | null
  readonly organizationIsActive: boolean
}

/** The account of a real address in the organization; people only, for bots have no passwords. */
async function findAccount(
  db: Queryable,
  organizationId: number,
  address: string,
): Promise<Account | undefined> {
  const [account] = await db.query<Account>(sql`
    SELECT u.id, u.is_active, p.hash AS password_hash, o.is_active AS organization_is_active
    FROM "user" u JOIN organization o ON o.id = u.organization_id LEFT JOIN password p ON p.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND lower(u.delivery_email) = lower(${address})
      AND u.bot_type IS NULL`)
  return account
}

/**
 * Exchanges address and password for a new API key (reference: "POST /fetch_api_key"). It takes as
 * long for addresses that nobody has as for wrong passwords.
 *
 * @throws CodedError AUTHENTICATION_FAILED, PASSWORD_AUTH_DISABLED, RATE_LIMIT_HIT; and for those who
 *   know the password USER_DEACTIVATED, REALM_DEACTIVATED
 */
export async function signInWithPassword(
  context: Context,
  userName: string,
  password: string,
): Promise<IssuedKey> {
  const { core, organization } = context
  if (!(await openSignInMethods(core.db, core.config, organization.id)).includes('password')) {
    throw new CodedError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled')
  }
  const address = userName.trim()
  core.passwordAttempts.begin(organization.id, address)
  const account = await findAccount(core.db, organization.id, address)
  const isRight = account?.passwordHash
    ? await verifyPassword(account.passwordHash, password)
    : await verifyAgainstNothing(password)
  if (!account || !isRight) throw failed()
  core.passwordAttempts.succeed(organization.id, address)
  return issue(context, account)
}

/**
 * Gives out a key for anybody's address, on development servers only (reference: "POST
 * /dev_fetch_api_key").
 *
 * @throws CodedError BAD_REQUEST on production servers, AUTHENTICATION_FAILED for nobody's address and
 *   where the organization has closed this way
 */
export async function signInForDevelopment(context: Context, userName: string): Promise<IssuedKey> {
  const { core, organization } = context
  refuseInProduction(core)
  const methods = await openSignInMethods(core.db, core.config, organization.id)
  const account = await findAccount(core.db, organization.id, userName.trim())
  if (!account || !methods.includes('development')) throw failed()
  return issue(context, account)
}

/** @throws CodedError BAD_REQUEST unless the server is one for development */
export function refuseInProduction(core: Pick<Core, 'config'>): void {
  if (!core.config.isDevelopment) throw badRequest('Only development servers do this')
}

function issue(context: Context, account: Account): Promise<IssuedKey> {
  if (!account.organizationIsActive) {
    throw new CodedError('REALM_DEACTIVATED', 'This organization has been deactivated')
  }
  return issueApiKey(context, account.id)
}
