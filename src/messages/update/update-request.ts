import { badRequest } from '../../contract/coded-error.ts'
import type { Attachment } from '../../contract/shapes/attachment.ts'

/** Which messages of a topic move: the named one, it and all later ones, or all. */
export type MoveScope = 'one' | 'later' | 'all'

/** Where messages are to go. */
export interface MoveRequest {
  /** Null: they stay in their channel. */
  readonly channelId: number | null
  /** As written; null: they keep their topic. */
  readonly topic: string | null
  /** Where the message has to be still; left out: wherever it is. */
  readonly from?: { readonly channelId: number; readonly topic: string }
  readonly scope: MoveScope
  /** Whether Notification Bot says so where the messages were, and where they go. */
  readonly tellOldTopic: boolean
  readonly tellNewTopic: boolean
}

/** New content for a message. */
export interface EditRequest {
  readonly content: string
  /** Hash of the content that the writer started from, in hexadecimal digits; null for any. */
  readonly previousContentSha256: string | null
}

/** A change of a message: an edit, a move, or both at once. */
export interface UpdateRequest {
  readonly messageId: number
  readonly edit: EditRequest | null
  readonly move: MoveRequest | null
}

/** What came of it: plain JSON. */
export interface UpdatedMessages {
  readonly messageId: number
  /** What moved, ascending. */
  readonly movedMessageIds: number[]
  /** Files of the editor's own that no message refers to any longer. */
  readonly detachedUploads: Attachment[]
}

/** The refusal of a request that would leave everything as it is. */
export const nothingToChange = () => badRequest('Nothing to change')

/**
 * Refuses what cannot be asked for together, whatever the message.
 *
 * @throws CodedError BAD_REQUEST
 */
export function checkRequest({ edit, move }: UpdateRequest): void {
  if (edit && move?.channelId != null) {
    throw badRequest('Cannot change the content of a message while moving it to another channel')
  }
  const goesSomewhere = move !== null && (move.channelId !== null || move.topic !== null)
  if (!edit && !goesSomewhere) throw nothingToChange()
  if (move && move.scope !== 'one' && !goesSomewhere) {
    throw badRequest('Invalid propagate_mode without a new topic or channel')
  }
}
