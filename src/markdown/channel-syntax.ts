import { canStartReference } from './reference-boundary.ts'

/** A link to a channel, a topic or a message as written. */
export interface ChannelSyntax {
  readonly channelName: string
  /** Null for a link to the channel itself; empty for the channel's empty topic. */
  readonly topic: string | null
  readonly messageId: number | null
  /** Index just after the link. */
  readonly end: number
}

const form = /#\*\*([^*>\n]+)(?:>([^*\n]*))?\*\*/y
const topicWithMessage = /^(.*)@(\d{1,10})$/

/** The link that starts at a `#` of the text, or null (reference: "Channel, topic and message links"). */
export function readChannelReference(text: string, position: number): ChannelSyntax | null {
  if (!canStartReference(text, position)) return null
  form.lastIndex = position
  const match = form.exec(text)
  if (!match) return null
  const channelName = match[1] ?? ''
  const end = form.lastIndex
  const written = match[2]
  if (written === undefined) return { channelName, topic: null, messageId: null, end }
  const message = topicWithMessage.exec(written)
  if (!message) return { channelName, topic: written, messageId: null, end }
  return { channelName, topic: message[1] ?? '', messageId: Number(message[2]), end }
}

/** Every link of the kind in a text, in order, wherever it stands. */
export function* readChannelReferences(text: string): Generator<ChannelSyntax> {
  let position = text.indexOf('#')
  while (position !== -1) {
    const reference = readChannelReference(text, position)
    if (reference) yield reference
    position = text.indexOf('#', reference ? reference.end : position + 1)
  }
}
