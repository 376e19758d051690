import sql from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import type { RegisterUnreadMessages } from '../contract/shapes/register-unread-messages.ts'
import { shownTopic } from '../contract/shown-topic.ts'
import type { SnapshotReader, SnapshotShare } from '../events/snapshot.ts'
import { visibilityPolicies } from '../user-topics/visibility.ts'
import { countOf, type UnreadRow, unreadConversations } from './unread-rows.ts'

type Unread = RegisterUnreadMessages['unread_msgs']

/**
 * The newest unread messages by conversation (register-response: `unread_msgs`): those that the
 * viewer received, of channels that they are subscribed to now. Three queries, or four.
 */
export const unreadMessageShare: SnapshotShare = {
  gate: ['message', 'update_message_flags'],
  async read(reader): Promise<RegisterUnreadMessages> {
    const subscribed = await readSubscribed(reader)
    const treated = await readTreated(reader)
    const conversations = await unreadConversations(reader, (channelId) => subscribed.has(channelId))
    const old = leaveOutOld(conversations)
    const { viewer, presentation } = reader
    const unread: Unread = {
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: old,
    }
    const mentions: number[][] = []
    for (const { channelId, topic, topicKey, participantIds, ids, mentioning, wildcards } of conversations) {
      if (ids.length === 0) continue
      const isMuted =
        channelId !== null && (treated.get(`${channelId} ${topicKey}`) ?? subscribed.get(channelId) ?? false)
      if (mentioning) mentions.push(mentioning)
      if (wildcards && !isMuted) mentions.push(wildcards)
      if (!isMuted) unread.count += ids.length
      if (channelId !== null) {
        unread.streams.push({
          topic: shownTopic(topic, presentation),
          stream_id: channelId,
          unread_message_ids: ids,
        })
      } else if (participantIds && participantIds.length > 2) {
        unread.huddles.push({ user_ids_string: participantIds.join(','), unread_message_ids: ids })
      } else {
        const other = participantIds?.find((id) => id !== viewer.id) ?? viewer.id
        unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids })
      }
    }
    unread.pms.sort((left, right) => left.other_user_id - right.other_user_id)
    unread.mentions = [...new Set(mentions.flat())].sort((left, right) => left - right)
    return { unread_msgs: unread }
  },
}

/** By channel, whether it is muted: the channels that the viewer is subscribed to. */
async function readSubscribed({ tx, viewer }: SnapshotReader): Promise<Map<number, boolean>> {
  const rows = await tx.query<{ channelId: number; isMuted: boolean }>(sql`
    SELECT channel_id, is_muted FROM subscription WHERE user_id = ${viewer.id} AND active`)
  return new Map(rows.map(({ channelId, isMuted }) => [channelId, isMuted]))
}

/** By channel and topic, whether it is muted: where that is not as its channel. */
async function readTreated({ tx, viewer }: SnapshotReader): Promise<Map<string, boolean>> {
  const rows = await tx.query<{ channelId: number; topicKey: string; visibilityPolicy: number }>(sql`
    SELECT channel_id, topic_key, visibility_policy FROM user_topic WHERE user_id = ${viewer.id}`)
  return new Map(
    rows.map(({ channelId, topicKey, visibilityPolicy }) => [
      `${channelId} ${topicKey}`,
      visibilityPolicy === visibilityPolicies.muted,
    ]),
  )
}

/** Takes the oldest message out again when there is one too many; says whether there was. */
function leaveOutOld(rows: readonly UnreadRow[]): boolean {
  if (countOf(rows) <= countLimits.unreadMessages) return false
  const oldest = Math.min(...rows.map(({ ids }) => ids[0] ?? Number.POSITIVE_INFINITY))
  for (const { ids, mentioning, wildcards } of rows) {
    for (const list of [ids, mentioning, wildcards]) {
      const place = list?.indexOf(oldest) ?? -1
      if (place >= 0) list?.splice(place, 1)
    }
  }
  return true
}
