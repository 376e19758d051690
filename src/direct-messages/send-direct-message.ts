import { withinTransaction } from '../access/within-transaction.ts'
import { claimAttachments } from '../attachments/claims.ts'
import { linkedFiles } from '../attachments/linked-files.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { requestPreviews } from '../link-previews/preview-requests.ts'
import { insertDirectMessage } from '../messages/insert-message.ts'
import { mentionedUsers } from '../messages/mentions.ts'
import { newMessage, type Outgoing, renderOutgoing, type Sent, sentMessage } from '../messages/outgoing.ts'
import { messageEvent } from '../messages/wire.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { insertWidget } from '../submessages/insert-submessage.ts'
import { widgetOf } from '../submessages/parse-widget.ts'
import { type AnnounceSight, watchParticipants } from '../users/guest-sight-watch.ts'
import { ensureDirectMessageGroup, findDirectMessageGroup, hasMessages } from './find-group.ts'
import type { Addressees } from './named-users.ts'
import { checkMayConverse } from './permission.ts'
import { accessParticipants, checkDeactivated } from './recipients.ts'

/**
 * Sends a direct message to a set of users, oneself included whether named or not.
 *
 * @returns what was written, as plain JSON
 * @throws CodedError BAD_REQUEST for a recipient who does not exist, may not be addressed or is
 *   deactivated, and where the organization's permissions do not allow it
 */
export async function sendDirectMessage(
  context: ViewerContext,
  to: Addressees,
  outgoing: Outgoing,
): Promise<Sent> {
  const { core, viewer } = context
  const rendered = await renderOutgoing(context, outgoing)
  const mentionedUserIds = await mentionedUsers(core.db, context.permissions, rendered)
  const send = async (tx: WriteTransaction) => {
    const participants = await accessParticipants(tx, context, to)
    const everybody = [participants.sender, ...participants.others]
    const participantIds = everybody.map(({ id }) => id)
    const { groupId, announceGuestSight } = await meet(tx, context, everybody)
    const begun = await hasMessages(tx, groupId)
    checkDeactivated(participants, begun, context)
    await checkMayConverse(tx, context, participants, begun)
    const inserted = await insertDirectMessage(
      tx,
      newMessage(context, outgoing, rendered, mentionedUserIds),
      { groupId, participantIds },
    )
    const asker = withinTransaction(tx, context)
    await claimAttachments(tx, asker, inserted.id, linkedFiles(rendered.html))
    await requestPreviews(tx, inserted.id, rendered)
    const sent = sentMessage(context, outgoing, rendered, {
      inserted,
      sender: participants.sender,
      submessages: await insertWidget(
        tx,
        inserted.id,
        viewer.id,
        outgoing.widget ?? widgetOf(rendered.content),
      ),
      to: { directMessageGroupId: groupId, participants: everybody },
    })
    await announceGuestSight?.()
    tx.announce(messageEvent(sent))
    return { messageId: inserted.id, newVisibility: null }
  }
  const sent = await transact(core, viewer.organizationId, send, context.once)
  if (rendered.pages.length > 0) core.linkPreviews.look()
  return sent
}

/** Their conversation, and what limited guests are to be told when these users have never met in one. */
async function meet(
  tx: WriteTransaction,
  { core, viewer, organization }: ViewerContext,
  users: readonly User[],
): Promise<{ readonly groupId: number; readonly announceGuestSight?: AnnounceSight }> {
  const { organizationId } = viewer
  const userIds = users.map(({ id }) => id)
  const known = await findDirectMessageGroup(tx, organizationId, userIds)
  if (known !== undefined) return { groupId: known }
  const systemGroups = await core.systemGroups.of(tx, organizationId)
  const hostName = organizationHostName(core.config, organization)
  const announceGuestSight = await watchParticipants(tx, { organizationId, hostName, systemGroups }, users)
  return { groupId: await ensureDirectMessageGroup(tx, organizationId, userIds), announceGuestSight }
}
