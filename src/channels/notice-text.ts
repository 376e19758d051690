import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import { channelLink, topicLink } from '../markdown/fragments.ts'

/** A channel as the server's own messages write it: a link, whatever characters its name has. */
export function channelInText({ id, name }: { readonly id: number; readonly name: string }): string {
  if (!/[*>]/.test(name)) return `#**${name}**`
  return `[#${name.replace(/[[\]\\]/g, '')}](${channelLink({ id, name })})`
}

/** A topic of a channel as the server's own messages write it: a link, whatever characters its names have. */
export function topicInText(channel: { readonly id: number; readonly name: string }, topic: string): string {
  if (!/[*>`$\\]/.test(channel.name + topic)) return `#**${channel.name}>${topic}**`
  const name = `#${channel.name} > ${topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic}`
  return `[${name.replace(/[[\]\\`*_$]/g, '')}](${topicLink(channel, topic)})`
}

/** A user as the server's own messages write them: named, and not notified. */
export function userInText({ id, fullName }: { readonly id: number; readonly fullName: string }): string {
  return `@_**${fullName}|${id}**`
}

/** A text that is shown as it is, whatever characters it has. */
export function codeInText(text: string): string {
  const run = longestRun(text)
  const fence = '`'.repeat(run + 1)
  return run > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

/** Somebody's text as a quote that nothing in it can end. */
export function quoteInText(text: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}quote\n${text}\n${fence}`
}

/** Of backticks, as they begin and end code and fences. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
}
