import sql from 'sql-template-tag'
import { isPastWaitingPeriod } from '../access/membership.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import { checkPassword } from '../credentials/password-strength.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { AnsweredMeanwhile, type Once } from '../idempotency/once.ts'
import { insertHistory } from '../messages/insert-history.ts'
import { holdSettings } from '../organizations/hold-settings.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { newAccountSettings } from '../organizations/user-defaults.ts'
import { addSubscribers } from '../subscriptions/add-subscribers.ts'
import { announceNewUser } from './announce-new-user.ts'
import { checkedFullName } from './full-name.ts'
import { insertUser } from './insert-user.ts'
import { checkNameIsFree } from './name-in-use.ts'
import { addressTaken, checkAddressIsFree, checkedAddress } from './new-address.ts'
import { welcomeUser } from './welcome-user.ts'

/** What an account is made from. */
export interface CreateUserRequest {
  readonly email: string
  readonly password: string
  readonly fullName: string
}

const UNIQUE_VIOLATION = '23505'

/**
 * Makes an account for somebody else: a member, subscribed to the default channels, with their
 * recent history (reference: "Sign-up and first login").
 *
 * @returns the new user's id
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators; BAD_REQUEST without the operator's
 *   grant, for wrong values, and for an address or name that is taken
 */
export async function createUser(
  context: ViewerContext,
  request: CreateUserRequest,
): Promise<{ userId: number }> {
  const { core, viewer, organization, once } = context
  if (!isAtLeast(viewer.role, roles.administrator)) {
    throw new CodedError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
  }
  if (!viewer.canCreateUsers) throw badRequest('Not allowed to create users')
  const settings = organizationSettings(organization.settings)
  const hostName = organizationHostName(core.config, organization)
  const deliveryEmail = checkedAddress(request.email, hostName, settings)
  const fullName = checkedFullName(request.fullName)
  const [localPart = ''] = deliveryEmail.split('@')
  checkPassword(request.password, [deliveryEmail, localPart, fullName, ...fullName.split(/\s+/)])
  // A repeated request gets its first answer even though the address is taken by now.
  if (!once) await checkAddressIsFree(core.db, organization.id, deliveryEmail)
  // Hashing takes long, so it is over before the transaction begins.
  const passwordHash = await hashPassword(request.password)
  const systemGroups = await core.systemGroups.of(core.db, organization.id)
  return transact(
    core,
    organization.id,
    async (tx) => {
      const stored = await holdSettings(tx, organization.id)
      await checkAddressIsFree(tx, organization.id, deliveryEmail)
      await checkNameIsFree(tx, organization.id, fullName, { isBot: false, settings: stored })
      const isFullMember = isPastWaitingPeriod(new Date(), stored)
      const newUser = {
        ...(await newAccountSettings(tx, organization.id)),
        organizationId: organization.id,
        deliveryEmail,
        fullName,
        role: roles.member,
        avatarSource: settings.defaultAvatarSource,
        awaitsFirstLogin: true,
      }
      const user = await insertUser(tx, newUser, systemGroups, isFullMember).catch((error) => {
        throw refusalOf(error, once)
      })
      await tx.query(sql`INSERT INTO password (user_id, hash) VALUES (${user.id}, ${passwordHash})`)
      const channels = await lockDefaultChannels(tx, organization.id)
      const channelIds = channels.map(({ id }) => id)
      await announceNewUser(tx, systemGroups, { user, isFullMember, channelIds, hostName })
      await subscribeNewcomer(tx, systemGroups, channels, user, hostName)
      await welcomeUser(tx, core, organization, user)
      return { userId: user.id }
    },
    once,
  )
}

/** Of two who ask for the same address at once, the database lets one through. */
function refusalOf(error: unknown, once: Once | undefined): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION) return error
  // The other may have been this very request: then its answer is there by now.
  return once ? new AnsweredMeanwhile('Somebody was faster.') : addressTaken()
}

function lockDefaultChannels(tx: Transaction, organizationId: number): Promise<Channel[]> {
  return tx.query<Channel>(sql`
    SELECT c.* FROM channel c JOIN default_channel d ON d.channel_id = c.id
    WHERE d.organization_id = ${organizationId} AND NOT c.is_archived ORDER BY c.id FOR UPDATE OF c`)
}

async function subscribeNewcomer(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  channels: readonly Channel[],
  user: User,
  hostName: string,
): Promise<void> {
  await addSubscribers(tx, systemGroups, { channels, users: [user], hostName, areNew: true })
  const readable = channels.filter((channel) => channel.historyPublicToSubscribers)
  await insertHistory(
    tx,
    user.id,
    readable.map(({ id }) => id),
  )
}
