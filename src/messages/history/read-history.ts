import { badRequest } from '../../contract/coded-error.ts'
import type { EditHistoryEntry } from '../../contract/shapes/message.ts'
import { unixSeconds } from '../../contract/unix-seconds.ts'
import type { Context } from '../../graphql/context.ts'
import type { MessageRow } from '../message-rows.ts'
import { htmlDifference } from './html-difference.ts'
import { historyPolicy, visibleHistory } from './visible-history.ts'

/** A message as it was after one step of its history; of what the step left alone there is no `previous…`. */
export interface MessageVersion {
  readonly topic: string
  readonly content: string
  readonly renderedContent: string
  readonly date: Date
  /** Null only for edits of old that recorded nobody. */
  readonly userId: number | null
  readonly previousTopic: string | null
  /** With the next, only of moves between channels. */
  readonly channelId: number | null
  readonly previousChannelId: number | null
  readonly previousContent: string | null
  readonly previousRenderedContent: string | null
}

/**
 * Everything that a message has been, beginning with how it was sent (reference: GET
 * /messages/{message_id}/history). Where only moves are shown, it always said what it says now.
 *
 * @throws CodedError BAD_REQUEST where the organization hides what was
 */
export function readHistory(context: Context, message: MessageRow): MessageVersion[] {
  if (historyPolicy(context.organization) === 'none') {
    throw badRequest('Message edit history is disabled in this organization')
  }
  const versions: MessageVersion[] = []
  let { topic, content, renderedContent } = message
  for (const entry of visibleHistory(message, context.organization) ?? []) {
    versions.push(versionAfter(entry, { topic, content, renderedContent }))
    topic = entry.prev_topic ?? topic
    content = entry.prev_content ?? content
    renderedContent = entry.prev_rendered_content ?? renderedContent
  }
  const first = { timestamp: unixSeconds(message.dateSent), user_id: message.senderId }
  versions.push(versionAfter(first, { topic, content, renderedContent }))
  return versions.reverse()
}

function versionAfter(
  entry: EditHistoryEntry,
  state: Pick<MessageVersion, 'topic' | 'content' | 'renderedContent'>,
): MessageVersion {
  return {
    ...state,
    date: new Date(entry.timestamp * 1000),
    userId: entry.user_id,
    previousTopic: entry.prev_topic ?? null,
    channelId: entry.stream ?? null,
    previousChannelId: entry.prev_stream ?? null,
    previousContent: entry.prev_content ?? null,
    previousRenderedContent: entry.prev_rendered_content ?? null,
  }
}

/** What a step has changed of the rendered content; null when it left it alone. */
export function differenceOf({ renderedContent, previousRenderedContent }: MessageVersion): string | null {
  return previousRenderedContent === null ? null : htmlDifference(previousRenderedContent, renderedContent)
}
