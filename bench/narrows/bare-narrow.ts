import type { History } from '../history.ts'

/** Messages of a window. */
export const COUNT = 100

/** A narrow, and its condition in SQL as one would write it by hand: $1 is the reader. */
export interface Narrow {
  readonly name: string
  readonly terms: readonly (readonly [operator: string, operand: string])[]
  readonly condition: string
  /** Found by the reader's rows, rather than all messages of a channel. */
  readonly isOwnHistory: boolean
  readonly words?: string
}

/** The narrows that people look at. */
export function narrowsOf({ channelId, conversationId }: History): Narrow[] {
  const channel: Narrow['terms'][number] = ['channel', 'general']
  const own = { isOwnHistory: true }
  return [
    { name: 'channel', terms: [channel], condition: `m.channel_id = ${channelId}`, isOwnHistory: false },
    {
      name: 'topic',
      terms: [channel, ['topic', 'topic 7']],
      condition: `m.channel_id = ${channelId} AND lower(m.topic) = 'topic 7'`,
      isOwnHistory: false,
    },
    {
      name: 'dm',
      terms: [['dm', 'person1000@parley.example']],
      condition: `m.direct_message_group_id = ${conversationId}`,
      ...own,
    },
    { name: 'mentioned', terms: [['is', 'mentioned']], condition: 'um.flags & 56 <> 0', ...own },
    { name: 'starred', terms: [['is', 'starred']], condition: 'um.flags & 2 <> 0', ...own },
    {
      name: 'home',
      terms: [['in', 'home']],
      condition: `NOT coalesce((SELECT t.visibility_policy = 1 FROM user_topic t
          WHERE t.user_id = $1 AND t.channel_id = m.channel_id AND t.topic_key = lower(m.topic)),
        (SELECT s.is_muted FROM subscription s
          WHERE s.user_id = $1 AND s.channel_id = m.channel_id AND s.active), false)`,
      ...own,
    },
    {
      name: 'search, a common word',
      terms: [['search', 'cake']],
      condition: `m.search_vector @@ plainto_tsquery('english', 'cake')`,
      words: 'cake',
      ...own,
    },
    {
      name: 'search, a rare word',
      terms: [['search', 'spaceship']],
      // Found by the index alone; the planner, who does not know the word, would walk the history for it.
      condition: `m.id = ANY(ARRAY(
        SELECT id FROM message WHERE search_vector @@ plainto_tsquery('english', 'spaceship')))`,
      words: 'spaceship',
      ...own,
    },
  ]
}

/** Where a window is: its parameters, and the sides as SQL on a message's id. */
export interface Place {
  readonly name: string
  readonly anchor: string
  readonly before: number
  readonly after: number
}

/** Where windows lie in a history with this message in its middle. */
export const placesAround = (middle: number): Place[] => [
  { name: 'newest', anchor: 'newest', before: COUNT, after: 0 },
  { name: 'oldest', anchor: 'oldest', before: 0, after: COUNT },
  { name: 'middle', anchor: String(middle), before: COUNT / 2, after: COUNT / 2 - 1 },
]

/**
 * The statement by hand: which messages, and then of each what the reply says: the message, its channel
 * and sender, the reader's flags, reactions and submessages.
 */
export function bareStatement(narrow: Narrow, place: Place): string {
  const { isOwnHistory, condition, words } = narrow
  const shown = words
    ? `, ts_headline('english', m.rendered_content, plainto_tsquery('english', '${words}'), 'HighlightAll=true') AS match_content,
       ts_headline('english', m.topic, plainto_tsquery('english', '${words}'), 'HighlightAll=true') AS match_subject`
    : ''
  const source = isOwnHistory
    ? 'user_message um JOIN message m ON m.id = um.message_id WHERE um.user_id = $1 AND'
    : 'message m WHERE'
  const id = isOwnHistory ? 'um.message_id' : 'm.id'
  const side = (range: string, order: string, limit: number) =>
    `(SELECT ${id} AS id FROM ${source} ${condition} ${range} ORDER BY ${id} ${order} LIMIT ${limit})`
  const before = (range: string) => side(range, 'DESC', place.before)
  const bound = (comparison: string) =>
    `AND m.id ${comparison} ${isOwnHistory ? `AND um.message_id ${comparison}` : ''}`
  const found =
    place.name === 'newest'
      ? before('')
      : place.name === 'oldest'
        ? side('', '', place.after)
        : `${before(bound(`< ${place.anchor}`))} UNION ALL ${side(bound(`>= ${place.anchor}`), '', place.after + 1)}`
  return `
    WITH found AS MATERIALIZED (${found})
    SELECT m.id, m.rendered_content, m.sending_client, m.topic, m.topic_links, m.date_sent, m.last_edited_at,
      m.last_moved_at, m.edit_history, c.name, u.id AS sender_id, u.delivery_email, u.full_name,
      u.organization_id, u.avatar_version, um.flags, g.participant_ids,
      (SELECT json_agg(r ORDER BY r.id) FROM reaction r WHERE r.message_id = m.id) AS reactions,
      (SELECT json_agg(s ORDER BY s.id) FROM submessage s WHERE s.message_id = m.id) AS submessages ${shown}
    FROM found JOIN message m ON m.id = found.id JOIN "user" u ON u.id = m.sender_id
      LEFT JOIN user_message um ON um.user_id = $1 AND um.message_id = m.id
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    ORDER BY m.id`
}
