import sql from 'sql-template-tag'
import type { Parameters, Request } from '../support/actor.ts'
import type { Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import type { TestServer } from '../support/server.ts'

/** Moves messages without a notice in the new topic, unless one is wanted. */
export const move = (person: Person, id: number, to: Parameters): Request =>
  person.patch(`messages/${id}`, { send_notification_to_new_thread: false, ...to })

/** A message as a client reads it that can show empty topics. */
export const read = async (person: Person, id: number, more: Parameters = {}) =>
  (await person.get(`messages/${id}`, { allow_empty_topic_name: true, ...more }).succeeds()).message

/** The names of a channel's topics, the newest first. */
export const topics = async (person: Person, channelId: number): Promise<string[]> =>
  (await person.get(`users/me/${channelId}/topics`, { allow_empty_topic_name: true }).succeeds()).topics.map(
    ({ name }: { name: string }) => name,
  )

/** Contents of a topic, oldest first, as Markdown. */
export const said = async (person: Person, channelId: number, topic: string): Promise<string[]> =>
  (
    await person
      .get('messages', {
        anchor: 'oldest',
        num_after: 100,
        narrow: [
          { operator: 'channel', operand: channelId },
          { operator: 'topic', operand: topic },
        ],
        apply_markdown: false,
      })
      .succeeds()
  ).messages.map(({ content }: { content: string }) => content)

/** Makes messages look older than they are. */
export async function age(server: TestServer, ids: readonly number[], seconds: number): Promise<void> {
  await server.core.db.query(sql`
    UPDATE message SET date_sent = date_sent - make_interval(secs => ${seconds}) WHERE id = ANY(${ids}::int[])`)
}

const followed = ['message', 'update_message', 'delete_message', 'update_message_flags', 'user_topic']

/** A queue that follows messages and topics, with the snapshot that they change. */
export const follow = (person: Person): Promise<TestQueue> =>
  register(person, [...followed, 'stream', 'subscription'], {
    fetch_event_types: [
      'message',
      'update_message_flags',
      'starred_messages',
      'user_topic',
      'stream',
      'subscription',
    ],
    client_capabilities: { empty_topic_name: true, bulk_message_deletion: true },
  })
