import type { StateInline } from 'markdown-it'
import { contextOf, type RenderContext } from './context.ts'
import { channelWildcards, type MentionSyntax, readMention, topicWildcard } from './mention-syntax.ts'

type Attributes = [string, string][]

interface Mention {
  readonly attributes: Attributes
  readonly text: string
}

/**
 * Inline rule: user, group and wildcard mentions (reference: "Mentions"). A mention of nobody known
 * stays as it was written, stars included.
 */
export function mentions(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '@') return false
  const syntax = readMention(state.src, state.pos)
  if (!syntax || syntax.end > state.posMax) return false
  if (!silent) {
    const mention = state.linkLevel > 0 ? null : resolve(syntax, contextOf(state.env))
    if (mention) {
      const token = state.push('element', 'span', 0)
      token.attrs = mention.attributes
      token.content = mention.text
    } else {
      state.pending += state.src.slice(state.pos, syntax.end)
    }
  }
  state.pos = syntax.end
  return true
}

function resolve(syntax: MentionSyntax, context: RenderContext): Mention | null {
  const silent = syntax.silent || context.quoteDepth > 0
  if (syntax.kind === 'group') return resolveGroup(syntax.name, silent, context)
  if (syntax.id === null && channelWildcards.has(syntax.name)) {
    if (!silent) context.channelWildcard = true
    return show('user-mention channel-wildcard-mention', [['data-user-id', '*']], syntax.name, silent)
  }
  if (syntax.id === null && syntax.name === topicWildcard) {
    if (!silent) context.topicWildcard = true
    return show('topic-mention', [], syntax.name, silent)
  }
  const user = context.references.user(syntax.name, syntax.id)
  if (!user) return null
  const counts = user.isActive && !silent
  if (counts) context.mentionedUserIds.add(user.id)
  return show('user-mention', [['data-user-id', String(user.id)]], user.fullName, !counts)
}

function resolveGroup(name: string, silent: boolean, context: RenderContext): Mention | null {
  const group = context.references.group(name)
  if (!group) return null
  const counts = !group.deactivated && !silent
  if (counts) context.mentionedGroupIds.add(group.id)
  const shown = group.isSystem ? group.displayName : group.name
  return show('user-group-mention', [['data-user-group-id', String(group.id)]], shown, !counts)
}

function show(kind: string, data: Attributes, name: string, silent: boolean): Mention {
  return {
    attributes: [['class', silent ? `${kind} silent` : kind], ...data],
    text: silent ? name : `@${name}`,
  }
}
