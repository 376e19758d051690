import { badRequest } from '../contract/coded-error.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import type { WidgetStart } from '../submessages/widget-data.ts'
import type { AutomaticPolicy } from '../user-topics/visibility.ts'
import { normalizeContent } from './content.ts'
import { isHumanClient } from './human-clients.ts'
import type { NewMessage } from './insert-message.ts'
import { type RenderedMessage, renderMessage } from './render-message.ts'
import type { Sender, SentMessage } from './wire.ts'

/** A message as its sender wrote it, wherever it goes. */
export interface Outgoing {
  readonly content: string
  /** Null leaves it to the kind of program that sends. */
  readonly readBySender: boolean | null
  /** A form that a program gives it; null leaves it to the text whether it has a widget. */
  readonly widget: WidgetStart | null
  /** The queue and the name by which the sending client will know its message again. */
  readonly echo: { readonly queueId: string; readonly localId: string } | undefined
  /** A bot of the server's as whose the message appears; it is the viewer's rights that count all the same. */
  readonly appearsAs?: Sender
}

/** What sending answers: plain JSON, kept for clients that repeat their request. */
export interface Sent {
  readonly messageId: number
  /** How the sender treats the topic now, when sending has changed that by itself; else null. */
  readonly newVisibility: AutomaticPolicy | null
}

/**
 * Names a sending client's own message, for its own queue.
 *
 * @throws CodedError BAD_REQUEST when one of both is missing
 */
export function echoOf(queueId: string | null, localId: string | null): Outgoing['echo'] {
  if (queueId === null && localId === null) return undefined
  if (queueId === null) throw badRequest('local_id can be given only with queue_id')
  if (localId === null) throw badRequest('queue_id can be given only with local_id')
  return { queueId, localId }
}

/** Checks and renders the text, before any transaction is open. */
export function renderOutgoing(context: ViewerContext, { content }: Outgoing): Promise<RenderedMessage> {
  const { core, viewer } = context
  return renderMessage(core.db, core, context, viewer.organization, normalizeContent(content))
}

/** The row to write. */
export function newMessage(
  { viewer, clientName }: ViewerContext,
  outgoing: Outgoing,
  { content, html, channelWildcard }: RenderedMessage,
  mentionedUserIds: readonly number[],
): NewMessage {
  return {
    organizationId: viewer.organizationId,
    senderId: (outgoing.appearsAs ?? viewer).id,
    content,
    renderedContent: html,
    sendingClient: clientName,
    readBySender: outgoing.readBySender ?? isHumanClient(clientName),
    mentionedUserIds,
    channelWildcard,
  }
}

/** What was written, for events and answers. */
export function sentMessage(
  { core, viewer, clientName }: ViewerContext,
  { echo }: Outgoing,
  { content, html }: RenderedMessage,
  written: Pick<SentMessage, 'inserted' | 'sender' | 'submessages' | 'to'>,
): SentMessage {
  return {
    ...written,
    content,
    renderedContent: html,
    sendingClient: clientName,
    organization: viewer.organization,
    hostName: organizationHostName(core.config, viewer.organization),
    echo,
  }
}
