import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { allowsWebPublicChannels } from '../organizations/web-public-access.ts'
import { mayAccess } from './access.ts'
import type { AccessedChannel } from './load-channels.ts'

/** Who reads a channel, and from when on. */
export type Privacy = Pick<Channel, 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'>

/** A wish for another privacy; whatever is undefined follows from the rest. */
export interface PrivacyChange {
  readonly isPrivate?: boolean | undefined
  readonly isWebPublic?: boolean | undefined
  readonly historyPublicToSubscribers?: boolean | undefined
}

/** The refusal of wishes that contradict each other. */
const contradiction = () => badRequest('Invalid parameters')

/**
 * The privacy that a wish comes to (reference: permissions, "Channel types"; lifecycles, "Channels").
 * A channel that becomes private keeps its history shared, and loses its visitors, unless told.
 *
 * @throws CodedError BAD_REQUEST for contradictions
 */
function combine(current: Privacy, wish: PrivacyChange): Privacy {
  const inviteOnly = wish.isPrivate ?? current.inviteOnly
  const isWebPublic = wish.isWebPublic ?? (current.isWebPublic && !inviteOnly)
  if (inviteOnly && isWebPublic) throw contradiction()
  if (!inviteOnly && wish.historyPublicToSubscribers === false) throw contradiction()
  const historyPublicToSubscribers =
    !inviteOnly || (wish.historyPublicToSubscribers ?? current.historyPublicToSubscribers)
  return { inviteOnly, isWebPublic, historyPublicToSubscribers }
}

/** Whether two channels are read by the same rules. */
export function samePrivacy(left: Privacy, right: Privacy): boolean {
  return (
    left.inviteOnly === right.inviteOnly &&
    left.isWebPublic === right.isWebPublic &&
    left.historyPublicToSubscribers === right.historyPublicToSubscribers
  )
}

/**
 * Checks whether somebody who administers a channel may give it another privacy. It takes access to
 * what is in it, too; opening it to visitors, the permission for that.
 *
 * @returns the new privacy
 * @throws CodedError BAD_REQUEST
 */
export async function privacyAfter(
  tx: Transaction,
  asker: ViewerContext,
  entry: AccessedChannel,
  wish: PrivacyChange,
): Promise<Privacy> {
  const { core, viewer, permissions } = asker
  const { channel } = entry
  const wanted = combine(channel, wish)
  if (samePrivacy(channel, wanted)) return wanted
  if (!(await mayAccess(entry, asker, 'content'))) throw contentNeeded()
  // Read with the channel locked: nobody makes it the place of reports meanwhile.
  const [organization] = await tx.query<{ settings: unknown }>(
    sql`SELECT settings FROM organization WHERE id = ${viewer.organizationId}`,
  )
  const settings = organization?.settings
  if (wanted.isWebPublic && !channel.isWebPublic) {
    if (!allowsWebPublicChannels(core.config, settings))
      throw badRequest('Web-public channels are not enabled.')
    if (!(await permissions.holds('can_create_web_public_channel_group'))) {
      throw badRequest('Insufficient permission')
    }
  }
  if (!wanted.inviteOnly && organizationSettings(settings).moderationRequestChannelId === channel.id) {
    throw badRequest('Moderation request channel must be private.')
  }
  return wanted
}

/** The refusal for what takes access to a channel's messages besides its administration. */
export function contentNeeded() {
  return badRequest('Channel content access is required.')
}
