import { channelLink } from '../markdown/fragments.ts'

/** A channel as the server's own messages write it: a link, whatever characters its name has. */
export function channelInText({ id, name }: { readonly id: number; readonly name: string }): string {
  if (!/[*>]/.test(name)) return `#**${name}**`
  return `[#${name.replace(/[[\]\\]/g, '')}](${channelLink({ id, name })})`
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
