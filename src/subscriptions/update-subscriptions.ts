import sql from 'sql-template-tag'
import { accessibleChannels, invalidChannel } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isHexColor } from '../contract/colors.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel, Subscription } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { tellOfMentions } from '../messages/wildcard-mentions.ts'
import { lockMutedTopics } from '../user-topics/set-visibility.ts'
import type { ChannelSubscription } from './subscription-type.ts'

/** A user's own settings for a channel, with their names on the wire. */
const wireNames = {
  color: 'color',
  isMuted: 'is_muted',
  pinToTop: 'pin_to_top',
  desktopNotifications: 'desktop_notifications',
  audibleNotifications: 'audible_notifications',
  pushNotifications: 'push_notifications',
  emailNotifications: 'email_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
} as const

type SettingName = keyof typeof wireNames
const settingNames = Object.keys(wireNames) as SettingName[] // keys() widens to string.

/** New personal settings; what is left out, or null, stays as it is. */
export type PersonalSettings = { readonly [Name in SettingName]?: Subscription[Name] | null | undefined }

/** What somebody wants to be different about a channel that they are subscribed to. */
export interface SubscriptionChange {
  readonly channelId: number
  readonly settings: PersonalSettings
}

/**
 * Changes the viewer's own settings for channels (reference: POST /users/me/subscriptions/properties).
 * All or nothing; of two values for one setting the later one stays. Only the viewer is told.
 *
 * @returns the subscriptions as they are then, each once
 * @throws CodedError BAD_REQUEST for a channel that the viewer may not know of or is not subscribed
 *   to, and for a colour that is none
 */
export async function updateSubscriptions(
  context: ViewerContext,
  changes: readonly SubscriptionChange[],
): Promise<ChannelSubscription[]> {
  for (const { settings } of changes) {
    if (settings.color != null && !isHexColor(settings.color)) {
      throw badRequest('Invalid color: not a hexadecimal color code')
    }
  }
  const { core, viewer } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const channels = await accessChannels(tx, context, changes)
      // Whether a topic is muted depends on its channel, too.
      if (changes.some(({ settings }) => settings.isMuted != null)) await lockMutedTopics(tx, [viewer.id])
      const before = await lockSubscriptions(tx, viewer.id, [...channels.keys()])
      const subscriptions = new Map(before)
      for (const { channelId, settings } of changes) {
        const subscription = subscriptions.get(channelId)
        if (!subscription) throw badRequest(`Not subscribed to channel ID ${channelId}`)
        subscriptions.set(channelId, { ...subscription, ...givenOf(settings) })
        announce(tx, viewer.id, channelId, settings)
      }
      await write(tx, [...subscriptions.values()])
      const retreated = [...before.values()]
        .filter(({ channelId, isMuted }) => subscriptions.get(channelId)?.isMuted !== isMuted)
        .map(({ channelId }) => channelId)
      await tellOfMentions(tx, {
        userIds: [viewer.id],
        channelIds: retreated,
        topic: null,
        otherMessageIds: [],
      })
      return [...channels].flatMap(([id, channel]) => {
        const subscription = subscriptions.get(id)
        return subscription ? [{ channel, subscription }] : []
      })
    },
    context.once,
  )
}

/** The channels by id; held, so that nobody unsubscribes the viewer meanwhile. */
async function accessChannels(
  tx: WriteTransaction,
  context: ViewerContext,
  changes: readonly SubscriptionChange[],
): Promise<Map<number, Channel>> {
  const ids = [...new Set(changes.map(({ channelId }) => channelId))]
  const accessible = await accessibleChannels(tx, context, ids, 'metadata', { lock: 'share' })
  return new Map(
    ids.map((id) => {
      const entry = accessible.get(id)
      if (!entry) throw invalidChannel({ id })
      return [id, entry.channel]
    }),
  )
}

/** Read after the channels were locked: what was joined to them may be older than the lock. */
async function lockSubscriptions(
  tx: WriteTransaction,
  userId: number,
  channelIds: readonly number[],
): Promise<Map<number, Subscription>> {
  const rows = await tx.query<Subscription>(sql`
    SELECT * FROM subscription WHERE user_id = ${userId} AND channel_id = ANY(${channelIds}::int[]) AND active
    ORDER BY channel_id FOR UPDATE`)
  return new Map(rows.map((row) => [row.channelId, row]))
}

function givenOf(settings: PersonalSettings): Partial<Subscription> {
  const given = settingNames.flatMap((name) => {
    const value = settings[name]
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(given) // fromEntries() forgets which value belongs to which name.
}

function announce(tx: WriteTransaction, userId: number, channelId: number, settings: PersonalSettings): void {
  const tell = (property: string, value: string | boolean): void =>
    tx.announce({
      payload: { type: 'subscription', op: 'update', stream_id: channelId, property, value },
      audience: [userId],
    })
  for (const name of settingNames) {
    const value = settings[name]
    if (value === undefined || value === null) continue
    // The old opposite has an event of its own.
    if (name === 'isMuted') tell('in_home_view', !value)
    tell(wireNames[name], value)
  }
}

async function write(tx: WriteTransaction, subscriptions: readonly Subscription[]): Promise<void> {
  if (subscriptions.length === 0) return
  await tx.query(sql`
    UPDATE subscription SET color = given.color, is_muted = given."isMuted", pin_to_top = given."pinToTop",
      desktop_notifications = given."desktopNotifications", audible_notifications = given."audibleNotifications",
      push_notifications = given."pushNotifications", email_notifications = given."emailNotifications",
      wildcard_mentions_notify = given."wildcardMentionsNotify"
    FROM json_to_recordset(${JSON.stringify(subscriptions)}::json) AS given("userId" int, "channelId" int,
      color text, "isMuted" boolean, "pinToTop" boolean, "desktopNotifications" boolean,
      "audibleNotifications" boolean, "pushNotifications" boolean, "emailNotifications" boolean,
      "wildcardMentionsNotify" boolean)
    WHERE subscription.user_id = given."userId" AND subscription.channel_id = given."channelId"`)
}
