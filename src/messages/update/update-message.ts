import sql from 'sql-template-tag'
import { withinTransaction } from '../../access/within-transaction.ts'
import { replaceAttachments } from '../../attachments/claims.ts'
import { linkedFiles } from '../../attachments/linked-files.ts'
import { wireAttachment } from '../../attachments/wire.ts'
import type { Transaction } from '../../database/database.ts'
import { transact, type WriteTransaction } from '../../events/transact.ts'
import type { Attachment } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { firstAnswer } from '../../idempotency/once.ts'
import { requestPreviews } from '../../link-previews/preview-requests.ts'
import { moveTopicPolicies } from '../../user-topics/move-topic.ts'
import { accessMessage } from '../access.ts'
import { audienceOf, receiversOf, withAll } from '../audience.ts'
import { holdMessage } from '../hold-message.ts'
import { mentionedUsers } from '../mentions.ts'
import type { MessageRow } from '../message-rows.ts'
import { renderMessage } from '../render-message.ts'
import { editingRefusal } from '../rights.ts'
import { tellOfMentions, watchMentions } from '../wildcard-mentions.ts'
import { announceShift, announceUpdate } from './announce-update.ts'
import { keepFirstMessages } from './first-messages.ts'
import { type ShiftedAccess, shiftAccess } from './move-access.ts'
import { tellOfMove } from './notices.ts'
import { type EditPlan, editedContent, type NewContent, planEdit } from './plan-edit.ts'
import { leavesChannel, type MovePlan, planMove } from './plan-move.ts'
import { tellOfToggle } from './resolve-notices.ts'
import {
  checkRequest,
  type EditRequest,
  nothingToChange,
  type UpdatedMessages,
  type UpdateRequest,
} from './update-request.ts'
import { type Authorship, writeEdit, writeMentions, writeMove } from './write-update.ts'

/**
 * Edits a message, moves it with others of its topic, or both, and tells everybody whom it concerns
 * (reference: PATCH /messages/{message_id}).
 *
 * @throws CodedError EXPECTATION_MISMATCH, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, STREAM_ or
 *   TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST
 */
export async function updateMessage(
  context: ViewerContext,
  request: UpdateRequest,
): Promise<UpdatedMessages> {
  const { core, viewer, once } = context
  checkRequest(request)
  const first = once && (await core.db.transaction('read committed', (tx) => firstAnswer(tx, once)))
  if (first) return first.outcome as UpdatedMessages // What this very action returned then.
  const content = request.edit && (await renderEdit(context, request.messageId, request.edit))
  const updated = await transact(
    core,
    viewer.organizationId,
    (tx) => update(tx, context, request, content),
    once,
  )
  if (content && content.rendered.pages.length > 0) core.linkPreviews.look()
  return updated
}

/** Renders new content before any transaction is open; only for those who may be its authors. */
async function renderEdit(
  context: ViewerContext,
  messageId: number,
  { content, previousContentSha256 }: EditRequest,
): Promise<NewContent> {
  const { core, viewer, permissions } = context
  const message = await accessMessage(core.db, context, messageId)
  const refusal = editingRefusal(context, { message, channel: null })
  if (refusal) throw refusal
  const { organization } = viewer
  const text = editedContent(content)
  const rendered = await renderMessage(core.db, core, context, organization, text, message.renderedContent)
  const mentionedUserIds = await mentionedUsers(core.db, permissions, rendered)
  return { rendered, mentionedUserIds, previousContentSha256 }
}

async function update(
  tx: WriteTransaction,
  context: ViewerContext,
  request: UpdateRequest,
  content: NewContent | null,
): Promise<UpdatedMessages> {
  const doer = withinTransaction(tx, context)
  const held = await holdMessage(tx, context, request.messageId, {
    channel: request.move ? 'update' : 'share',
    others: request.move?.channelId == null ? [] : [request.move.channelId],
  })
  const { message, channel } = held
  const move = request.move && (await planMove(tx, doer, held, request.move))
  const edit = content && (await planEdit(tx, doer, held, content, move?.toTopic ?? message.topic))
  if (!move && !edit) throw nothingToChange()

  const author = { userId: context.viewer.id, at: new Date() }
  const messageIds = move ? move.messages.map(({ id }) => id) : [message.id]
  const before = channel
    ? withAll(await audienceOf(tx, channel, messageIds), author.userId, messageIds)
    : await receiversOf(tx, messageIds, sql`true`)
  const announceMentions = move && (await watchMentions(tx, messageIds))
  if (move) await writeMove(tx, move, author)
  const detached = edit ? await write(tx, doer, message, edit, move, author) : []
  const shift =
    move && leavesChannel(move) ? await shiftAccess(tx, move.from, move.to, messageIds, before) : null
  const isWhole = move !== null && !(await hasMessages(tx, move))
  const retreating = move && isWhole ? await takePoliciesAlong(tx, move, shift) : []
  await announceUpdate(tx, { message, channel, edit, move }, author, shift?.audience ?? before)
  await announceMentions?.()
  if (move) await tellOfOlderMentions(tx, move, retreating)
  if (move) await tellOfTheRest(tx, doer, request, move, shift, isWhole)
  return {
    messageId: message.id,
    movedMessageIds: move ? messageIds : [],
    detachedUploads: detached.map((file) => wireAttachment(file, [])),
  }
}

/** Writes an edit with all that follows from the new content; returns the files that it has let go of. */
async function write(
  tx: WriteTransaction,
  doer: ViewerContext,
  message: MessageRow,
  edit: EditPlan,
  move: MovePlan | null,
  author: Authorship,
): Promise<Attachment[]> {
  await writeEdit(tx, message, edit, move, author)
  await requestPreviews(tx, message.id, edit.rendered)
  await writeMentions(tx, { id: message.id, organizationId: doer.viewer.organizationId }, edit)
  return replaceAttachments(tx, doer, message.id, linkedFiles(edit.rendered.html))
}

/** Whether the topic that messages have left still has some, or is the same one in another spelling. */
async function hasMessages(tx: Transaction, { from, fromTopic }: MovePlan): Promise<boolean> {
  const left = await tx.query(sql`
    SELECT 1 FROM topic WHERE channel_id = ${from.id} AND key = lower(${fromTopic})`)
  return left.length > 0
}

function takePoliciesAlong(
  tx: WriteTransaction,
  { from, to, fromTopic, toTopic, targetHadMessages }: MovePlan,
  shift: ShiftedAccess | null,
): Promise<number[]> {
  return moveTopicPolicies(tx, {
    from: { channelId: from.id, topic: fromTopic },
    to: { channelId: to.id, topic: toTopic },
    targetHadMessages,
    readerIds: shift?.readerIds ?? null,
  })
}

/** Of messages that were there before, to those who have begun or ceased to treat the place as muted. */
function tellOfOlderMentions(
  tx: WriteTransaction,
  { to, toTopic, messages }: MovePlan,
  userIds: readonly number[],
): Promise<void> {
  const otherMessageIds = messages.map(({ id }) => id)
  return tellOfMentions(tx, { userIds, channelIds: [to.id], topic: toTopic, otherMessageIds })
}

async function tellOfTheRest(
  tx: WriteTransaction,
  doer: ViewerContext,
  { move: request }: UpdateRequest,
  move: MovePlan,
  shift: ShiftedAccess | null,
  isWhole: boolean,
): Promise<void> {
  if (shift) {
    announceShift(tx, move, shift)
    await keepFirstMessages(tx, move)
  }
  if (move.toggle) await tellOfToggle(tx, doer, move.to, move.toTopic, move.toggle)
  else if (request) await tellOfMove(tx, doer, move, request, isWhole)
}
