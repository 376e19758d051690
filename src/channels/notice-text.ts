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
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  return longestRun > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}
