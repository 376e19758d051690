import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { channelText } from '../channels/channel-text.ts'
import { findByNames } from '../channels/find-by-names.ts'
import type { NewChannelSettings } from '../channels/new-channel-settings.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isHexColor } from '../contract/colors.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessPrincipals } from './principals.ts'
import { subscribeIn } from './subscribe.ts'
import { unsubscribeIn } from './unsubscribe.ts'

/** What somebody wants to be in, and what to leave. */
export interface ChangeRequest {
  readonly join: readonly {
    readonly name: string
    /** Counts only when the channel is made. */
    readonly description: string
    /** Null leaves the choice to the server. */
    readonly color: string | null
  }[]
  /** Names. */
  readonly leave: readonly string[]
}

/** What came of it. */
export interface ChangeOutcome {
  readonly subscribed: readonly Channel[]
  readonly alreadySubscribed: readonly Channel[]
  readonly removed: readonly Channel[]
  readonly notRemoved: readonly Channel[]
}

/** What a channel is like that is made because nobody has its name. */
const usualSettings: NewChannelSettings = {
  isPrivate: false,
  isWebPublic: false,
  historyPublicToSubscribers: null,
  topicsPolicy: 'inherit',
  messageRetentionDays: null,
  folderId: null,
  defaultPushNotifications: false,
  isDefault: false,
  permissions: {},
}

/**
 * Subscribes the viewer to channels, then unsubscribes from others, in one transaction (reference:
 * PATCH /users/me/subscriptions).
 *
 * @throws CodedError STREAM_DOES_NOT_EXIST for a channel to leave; BAD_REQUEST, also when there is
 *   nothing to do
 */
export async function changeSubscriptions(
  context: ViewerContext,
  { join, leave }: ChangeRequest,
): Promise<ChangeOutcome> {
  if (join.length + leave.length === 0) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
  }
  const { core, viewer } = context
  const texts = join.map(channelText)
  const colors = new Map<string, string>()
  for (const [position, { color }] of join.entries()) {
    if (color === null) continue
    if (!isHexColor(color)) throw badRequest('Invalid color: not a hexadecimal color code')
    colors.set(texts[position]?.name ?? '', color)
  }
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      await accessPrincipals(tx, asker, [viewer.id])
      await lockNamed(tx, viewer.organizationId, [...texts.map(({ name }) => name), ...leave])
      const joined = await subscribeIn(tx, asker, texts, {
        channels: texts,
        channelIds: [],
        principals: [],
        settings: usualSettings,
        skipUnauthorized: false,
        announce: false,
        sendMessages: false,
        colors,
      })
      const left = await unsubscribeIn(tx, asker, { channels: { names: leave }, principals: [] })
      return {
        subscribed: joined.subscribed.get(viewer.id) ?? [],
        alreadySubscribed: joined.alreadySubscribed.get(viewer.id) ?? [],
        ...left,
      }
    },
    context.once,
  )
}

/** Locks what is joined and what is left together: one after the other, they would not be in one order. */
async function lockNamed(
  tx: WriteTransaction,
  organizationId: number,
  names: readonly string[],
): Promise<void> {
  const ids = (await findByNames(tx, organizationId, names)).flatMap(({ id }) => (id === null ? [] : [id]))
  await tx.query(sql`SELECT id FROM channel WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`)
}
