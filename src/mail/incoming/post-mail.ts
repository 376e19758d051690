import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { linkedFiles } from '../../attachments/linked-files.ts'
import { checkRoom } from '../../attachments/space.ts'
import { uploadFile } from '../../attachments/upload-file.ts'
import { CodedError } from '../../contract/coded-error.ts'
import type { UploadedFile } from '../../contract/executor.ts'
import { MIB, mailLimits } from '../../contract/limits.ts'
import type { Core } from '../../core.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { firstAnswer, type Once, onceFor } from '../../idempotency/once.ts'
import { type Outgoing, renderOutgoing } from '../../messages/outgoing.ts'
import { accessPlaceToPost, topicsPolicyOf } from '../../messages/posting.ts'
import { sendChannelMessage } from '../../messages/send-channel-message.ts'
import { accessMailPlace, type MailPlace } from './mail-place.ts'
import { fileLink, type MailedMessage, messageOf, withFiles } from './message-text.ts'
import type { MailedFile, ReceivedMail } from './read-mail.ts'
import { noRoom, notTaken, tooLarge } from './refusal.ts'

/**
 * Posts a mail in the channel of one of its addresses. When this resolves, the message is committed; the same mail
 * to the same address makes no second one within a day.
 *
 * @throws Refusal for what is not allowed there; anything else may be tried again
 */
export async function postMail(core: Core, address: string, mail: ReceivedMail): Promise<void> {
  const place = await accessMailPlace(core, address)
  try {
    await post(place, mail)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw error.code === 'REALM_UPLOAD_QUOTA' ? noRoom() : notTaken()
  }
}

async function post(place: MailPlace, mail: ReceivedMail): Promise<void> {
  const { channelId, gateway } = place
  const once = onceForMail(place, mail)
  const context = { ...place.context, once }
  const message = await checkedMessage(context, place, mail, once)
  if (!message) return
  const files = await upload(context, mail.files)
  const outgoing: Outgoing = {
    content: await contentWith(context, message, files),
    readBySender: null,
    widget: null,
    echo: undefined,
    ...(gateway && { appearsAs: gateway }),
  }
  await sendChannelMessage(context, { channel: { id: channelId }, topic: message.topic }, outgoing)
}

function onceForMail({ context, addressHash }: MailPlace, { identity }: ReceivedMail): Once {
  const hash = createHash('sha256').update(addressHash).update(identity).digest('hex')
  return onceFor(context.viewer.id, `mail ${hash}`, 'mail', {})
}

/** The message, if it has not been posted before, and after looking whether it may be: before any file is kept. */
async function checkedMessage(
  context: ViewerContext,
  { channelId, options }: MailPlace,
  mail: ReceivedMail,
  once: Once,
): Promise<MailedMessage | undefined> {
  const { core, viewer } = context
  const [channel] = await core.db.query<Pick<Channel, 'topicsPolicy'>>(
    sql`SELECT topics_policy FROM channel WHERE id = ${channelId}`,
  )
  if (!channel) throw notTaken()
  const message = await messageOf(mail, options, topicsPolicyOf(channel, viewer.organization.settings))
  return core.db.transaction('read committed', async (tx) => {
    if (await firstAnswer(tx, once)) return undefined
    await accessPlaceToPost(tx, context, { id: channelId }, message.topic, 'share')
    return message
  })
}

async function upload(context: ViewerContext, files: readonly MailedFile[]): Promise<UploadedFile[]> {
  if (files.length === 0) return []
  const { core, viewer } = context
  const largest = core.config.uploadMib * MIB
  if (files.length > mailLimits.attachments || files.some(({ content }) => content.length > largest)) {
    throw tooLarge()
  }
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  await checkRoom(core.db, viewer.organizationId, viewer.organization.settings, bytes)
  const uploaded: UploadedFile[] = []
  for (const { name, contentType, content } of files) {
    uploaded.push(await uploadFile(context, { name, contentType, content: inOnePiece(content) }))
  }
  return uploaded
}

async function* inOnePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

/** The content with its files. Whoever reads the message may see them only where their links are links. */
async function contentWith(
  context: ViewerContext,
  { content }: MailedMessage,
  files: readonly UploadedFile[],
): Promise<string> {
  if (files.length === 0) return content
  const links = files.map(fileLink)
  const atEnd = withFiles(content, links, 'end')
  const { html } = await renderOutgoing(context, {
    content: atEnd,
    readBySender: null,
    widget: null,
    echo: undefined,
  })
  return linkedFiles(html).length >= files.length ? atEnd : withFiles(content, links, 'start')
}
