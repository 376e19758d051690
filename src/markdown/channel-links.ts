import type { StateInline } from 'markdown-it'
import { type ChannelSyntax, readChannelReference } from './channel-syntax.ts'
import { contextOf } from './context.ts'
import { channelLink, topicLink } from './fragments.ts'
import type { LinkableChannel } from './references.ts'

/**
 * Inline rule: links to channels, topics and messages (reference: "Channel, topic and message
 * links"). A channel that the writer cannot see stays as it was written.
 */
export function channelLinks(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '#') return false
  const syntax = readChannelReference(state.src, state.pos)
  if (!syntax || syntax.end > state.posMax) return false
  if (!silent) {
    const channel =
      state.linkLevel > 0 ? undefined : contextOf(state.env).references.channel(syntax.channelName)
    if (channel) pushLink(state, channel, syntax)
    else state.pending += state.src.slice(state.pos, syntax.end)
  }
  state.pos = syntax.end
  return true
}

function pushLink(state: StateInline, channel: LinkableChannel, { topic, messageId }: ChannelSyntax): void {
  const open = state.push('link_open', 'a', 1)
  // Marks the link as ours, so that later rules leave its address and text alone.
  open.info = 'reference'
  open.attrs = attributes(state, channel, topic, messageId)
  pushText(state, topic === null ? `#${channel.name}` : `#${channel.name} > `)
  if (topic === '') {
    state.push('em_open', 'em', 1)
    pushText(state, contextOf(state.env).options.emptyTopicDisplayName)
    state.push('em_close', 'em', -1)
  } else if (topic !== null) pushText(state, topic)
  if (messageId !== null) pushText(state, ' @ 💬')
  state.push('link_close', 'a', -1).info = 'reference'
}

function attributes(
  state: StateInline,
  channel: LinkableChannel,
  topic: string | null,
  messageId: number | null,
): [string, string][] {
  const channelId: [string, string] = ['data-stream-id', String(channel.id)]
  if (topic === null) return [['class', 'stream'], channelId, ['href', channelLink(channel)]]
  if (messageId !== null) {
    return [
      ['class', 'message-link'],
      ['href', topicLink(channel, topic, { operator: 'near', messageId })],
    ]
  }
  const newest = contextOf(state.env).references.newestMessageId(channel.id, topic)
  const anchor = newest === undefined ? undefined : { operator: 'with' as const, messageId: newest }
  return [['class', 'stream-topic'], channelId, ['href', topicLink(channel, topic, anchor)]]
}

function pushText(state: StateInline, text: string): void {
  state.push('text', '', 0).content = text
}
