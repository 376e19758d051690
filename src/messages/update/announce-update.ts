import { usersWhoSee } from '../../channels/audience.ts'
import type { CanonicalEventOf } from '../../contract/events/kinds.ts'
import { unixSeconds } from '../../contract/unix-seconds.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Told } from '../audience.ts'
import { isMeMessage } from '../content.ts'
import { readEvent } from '../flag-event.ts'
import type { MessageRow } from '../message-rows.ts'
import type { EditPlan } from './plan-edit.ts'
import { leavesChannel, type MovePlan } from './plan-move.ts'
import { flagsOf, toldFlags } from './told-flags.ts'
import type { MoveScope } from './update-request.ts'
import type { Authorship } from './write-update.ts'

/** An update that has been written. */
export interface WrittenUpdate {
  /** As it was before. */
  readonly message: MessageRow
  /** Where it was; null for direct messages. */
  readonly channel: Channel | null
  readonly edit: EditPlan | null
  readonly move: MovePlan | null
}

type UpdateEvent = CanonicalEventOf<'update_message'>

const propagateModes = {
  one: 'change_one',
  later: 'change_later',
  all: 'change_all',
} as const satisfies Record<MoveScope, UpdateEvent['propagate_mode']>

/**
 * Tells everybody who can read messages what has become of them, each with their flags. Who has gained them by
 * a move and may not know of the channel that they come from is not told its name.
 */
export async function announceUpdate(
  tx: WriteTransaction,
  written: WrittenUpdate,
  { userId, at }: Authorship,
  audience: readonly Told[],
): Promise<void> {
  const { message, channel, edit, move } = written
  const common = {
    type: 'update_message' as const,
    user_id: userId,
    rendering_only: false,
    edit_timestamp: unixSeconds(at),
    ...(channel && { stream_id: channel.id }),
    ...(move && movedFields(move)),
  }
  const leaves = channel && move && leavesChannel(move)
  const knowing = leaves ? new Set(await usersWhoSee(tx, channel, 'metadata')) : null
  const named = audience.map(({ messageIds }) => namedOf(messageIds, message.id))
  const flags = await flagsOf(tx, named)
  for (const [i, { userIds, messageIds }] of audience.entries()) {
    const messageId = named[i] ?? message.id
    const known = flags.get(messageId)
    const payload = {
      ...common,
      message_id: messageId,
      message_ids: [...messageIds],
      ...(edit && messageId === message.id && editedFields(message, edit)),
    }
    const tell = (told: UpdateEvent, userIds: readonly number[]) => {
      if (userIds.length === 0) return
      tx.announce({ payload: told, audience: userIds, perUser: { flags: toldFlags(known, userIds) } })
    }
    const withName = { ...payload, ...(channel && { stream_name: channel.name }) }
    tell(withName, knowing ? userIds.filter((id) => knowing.has(id)) : userIds)
    if (knowing)
      tell(
        payload,
        userIds.filter((id) => !knowing.has(id)),
      )
  }
}

/** The message that an event is about for those who know only some of them. */
function namedOf(messageIds: readonly number[], messageId: number): number {
  return messageIds.includes(messageId) ? messageId : (messageIds[0] ?? messageId)
}

function movedFields(move: MovePlan): Partial<UpdateEvent> {
  const { to, fromTopic, newTopic, topicLinks, scope } = move
  return {
    ...(leavesChannel(move) && { new_stream_id: to.id }),
    propagate_mode: propagateModes[scope],
    orig_subject: fromTopic,
    ...(newTopic !== null && { subject: newTopic, topic_links: [...topicLinks] }),
  }
}

function editedFields(message: MessageRow, { rendered }: EditPlan): Partial<UpdateEvent> {
  return {
    orig_content: message.content,
    orig_rendered_content: message.renderedContent,
    content: rendered.content,
    rendered_content: rendered.html,
    is_me_message: isMeMessage(rendered.content),
  }
}

/** Tells people that messages are gone for them, and that others count as read. */
export function announceShift(
  tx: WriteTransaction,
  { from, fromTopic }: MovePlan,
  { lost, becameRead }: { readonly lost: readonly Told[]; readonly becameRead: readonly Told[] },
): void {
  for (const { userIds, messageIds } of lost) {
    if (messageIds.length === 0) continue
    tx.announce({
      payload: {
        type: 'delete_message',
        message_ids: [...messageIds],
        message_type: 'stream',
        stream_id: from.id,
        topic: fromTopic,
      },
      audience: userIds,
    })
  }
  for (const { userIds, messageIds } of becameRead) tx.announce(readEvent(messageIds, userIds))
}
