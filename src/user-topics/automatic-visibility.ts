import type { Asker } from '../channels/access.ts'
import { type UserSettings, userSettings } from '../contract/user-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type RaisedVisibility, raiseVisibilities } from './raise-visibilities.ts'
import { type AutomaticPolicy, visibilityPolicies } from './visibility.ts'

/**
 * What somebody did in a topic, each part of the one before it: took part in it, by a reaction or a vote;
 * sent to it; started it. The numbers are those of the settings.
 */
const occasions = { participation: 1, send: 2, initiation: 3 } as const
export type Occasion = keyof typeof occasions

/** Where somebody took part. */
export interface TopicPlace {
  /** Null for direct messages, which have no policy. */
  readonly channelId: number | null
  readonly topic: string
  /** Whether they are subscribed to the channel and have muted it. */
  readonly isChannelMuted: boolean
}

/**
 * The policy for a topic that somebody's own settings want because of what they did there
 * (reference: "Muting and visibility policies"); null for none. Bots have no such settings.
 */
export function wantedPolicy(
  { isBot, settings }: Pick<ViewerContext['viewer'], 'isBot' | 'settings'>,
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
 * Follows or unmutes a topic for the viewer as their settings want it, and tells them; never makes it
 * less. The transaction holds no lock that comes after those on topics.
 *
 * @returns the new policy; null when nothing changed
 */
export async function raiseOwnVisibility(
  tx: WriteTransaction,
  asker: Asker & Pick<ViewerContext, 'viewer'>,
  { channelId, topic, isChannelMuted }: TopicPlace,
  occasion: Occasion,
): Promise<AutomaticPolicy | null> {
  const policy = wantedPolicy(asker.viewer, occasion, isChannelMuted)
  if (policy === null || channelId === null) return null
  const wish: RaisedVisibility = { userId: asker.viewer.id, policy, overMuted: true }
  const raised = await raiseVisibilities(tx, asker, { channelId, topic }, [wish])
  return raised.includes(asker.viewer.id) ? policy : null
}
