import { createHash } from 'node:crypto'
import { CodedError } from '../../contract/coded-error.ts'
import type { Transaction } from '../../database/database.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { normalizeContent } from '../content.ts'
import type { HeldMessage } from '../hold-message.ts'
import { wildcardReach } from '../mentions.ts'
import type { RenderedMessage } from '../render-message.ts'
import { editingRefusal } from '../rights.ts'

/** What stands in for a text that its writer took away. */
const DELETED = '(deleted)'

/** A text as it is kept when it takes the place of another: none at all says so. */
export function editedContent(written: string): string {
  return normalizeContent(written.trim() === '' ? DELETED : written)
}

/** New content with whom it mentions, rendered before the transaction. */
export interface NewContent {
  readonly rendered: RenderedMessage
  /** By name or through a group. */
  readonly mentionedUserIds: readonly number[]
  readonly previousContentSha256: string | null
}

/** An edit that has passed every check. */
export interface EditPlan extends NewContent {
  readonly topicWildcardUserIds: readonly number[]
}

/**
 * Checks an edit of a held message.
 *
 * @param topic where the message will be
 * @returns null when the content is what it was
 * @throws CodedError EXPECTATION_MISMATCH, STREAM_ or TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST
 */
export async function planEdit(
  tx: Transaction,
  doer: ViewerContext,
  { message, channel }: HeldMessage,
  content: NewContent,
  topic: string,
): Promise<EditPlan | null> {
  const refusal = editingRefusal(doer, { message, channel })
  if (refusal) throw refusal
  const { rendered, previousContentSha256: expected } = content
  if (expected !== null && expected.toLowerCase() !== sha256(message.content)) {
    throw new CodedError('EXPECTATION_MISMATCH', 'Somebody has changed this message meanwhile', {
      field_name: 'prev_content_sha256',
    })
  }
  if (rendered.content === message.content) return null
  if (!channel) return { ...content, topicWildcardUserIds: [] }
  const place = { channel, topic, senderId: message.senderId }
  const { topicWildcardUserIds } = await wildcardReach(tx, doer.permissions, place, rendered)
  return { ...content, topicWildcardUserIds }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
