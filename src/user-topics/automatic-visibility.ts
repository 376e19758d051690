import sql from 'sql-template-tag'
import type { Viewer } from '../access/viewer.ts'
import { type UserSettings, userSettings } from '../contract/user-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { type RaisedTopic, type RaisedVisibility, raiseVisibilities } from './raise-visibilities.ts'
import { type AutomaticPolicy, visibilityPolicies } from './visibility.ts'

/**
 * What somebody did in a topic, each part of the one before it: took part in it, by a reaction or a vote;
 * sent to it; started it. The numbers are those of the settings.
 */
const occasions = { participation: 1, send: 2, initiation: 3 } as const
export type Occasion = keyof typeof occasions

/** Where somebody took part. */
export interface TopicPlace {
  readonly channelId: number
  readonly topic: string
  /** Whether they are subscribed to the channel and have muted it. */
  readonly isChannelMuted: boolean
}

/** Where somebody sends. */
export interface MessagePlace extends TopicPlace {
  readonly newMessageId: number
}

/**
 * The policy for a topic that somebody's own settings want because of what they did there
 * (reference: "Muting and visibility policies"); null for none. Bots have no such settings.
 */
export function wantedPolicy(
  { isBot, settings }: Pick<Viewer, 'isBot' | 'settings'>,
  occasion: Occasion,
  isChannelMuted: boolean,
): AutomaticPolicy | null {
  if (isBot) return null
  const { automaticallyFollowTopicsPolicy, automaticallyUnmuteTopicsInMutedChannelsPolicy }: UserSettings =
    userSettings(settings)
  const applies = (policy: number) => policy <= occasions[occasion]
  if (applies(automaticallyFollowTopicsPolicy)) return visibilityPolicies.followed
  if (isChannelMuted && applies(automaticallyUnmuteTopicsInMutedChannelsPolicy)) {
    return visibilityPolicies.unmuted
  }
  return null
}

/**
 * Follows or unmutes the topic of a new message for its sender as their settings want it, and for those
 * whom it mentions by name, and tells them. The transaction holds the channel.
 *
 * @param mentionedUserIds those of them who received the message
 * @returns the sender's new policy; null when nothing changed for them
 */
export async function raiseVisibilitiesOnSending(
  tx: WriteTransaction,
  viewer: Viewer,
  place: MessagePlace,
  occasion: Occasion,
  mentionedUserIds: readonly number[],
): Promise<AutomaticPolicy | null> {
  const own = wantedPolicy(viewer, occasion, place.isChannelMuted)
  const wishes = new Map<number, RaisedVisibility>()
  if (own !== null) wishes.set(viewer.id, { userId: viewer.id, policy: own, overMuted: true })
  for (const userId of await followersOnMention(tx, mentionedUserIds)) {
    if (wishes.get(userId)?.policy === visibilityPolicies.followed) continue
    wishes.set(userId, { userId, policy: visibilityPolicies.followed, overMuted: wishes.has(userId) })
  }
  const raised = await raiseVisibilities(tx, place, [...wishes.values()])
  return raised.includes(viewer.id) ? (wishes.get(viewer.id)?.policy ?? null) : null
}

/**
 * Follows the topic of a message of the server's own for those whom it mentions by name, and tells them. The
 * transaction holds the channel.
 *
 * @param mentionedUserIds those of them who received the message
 */
export async function raiseForMentioned(
  tx: WriteTransaction,
  topic: RaisedTopic,
  mentionedUserIds: readonly number[],
): Promise<void> {
  const userIds = await followersOnMention(tx, mentionedUserIds)
  const policy = visibilityPolicies.followed
  await raiseVisibilities(
    tx,
    topic,
    userIds.map((userId) => ({ userId, policy, overMuted: false })),
  )
}

/** Those of some people who want to follow topics in which they are mentioned; bots never do. */
async function followersOnMention(tx: WriteTransaction, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const people = await tx.query<{ id: number; settings: unknown }>(sql`
    SELECT id, settings FROM "user" WHERE id = ANY(${userIds}::int[]) AND bot_type IS NULL ORDER BY id`)
  return people
    .filter(({ settings }) => userSettings(settings).automaticallyFollowTopicsWhereMentioned)
    .map(({ id }) => id)
}

/**
 * Follows or unmutes the topic of a message for the viewer, who takes part by adding something to it, as
 * their settings want it, and tells them; never makes it less. Direct messages have no topic.
 */
export async function raiseOnParticipation(
  tx: WriteTransaction,
  viewer: Viewer,
  {
    channel,
    topic,
    isChannelMuted,
  }: Omit<TopicPlace, 'channelId'> & { readonly channel: { readonly id: number } | null },
): Promise<void> {
  const policy = wantedPolicy(viewer, 'participation', isChannelMuted)
  if (policy === null || channel === null) return
  const wish: RaisedVisibility = { userId: viewer.id, policy, overMuted: true }
  await raiseVisibilities(tx, { channelId: channel.id, topic, newMessageId: null }, [wish])
}
