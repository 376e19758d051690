import sql, { raw, type Sql } from 'sql-template-tag'
import { anyMentionBits, messageFlagBits } from '../../contract/message-flags.ts'
import { requireViewer } from '../../graphql/context.ts'
import { isFollowed, isMuted } from './muted.ts'
import { badNarrow, type CompiledTerm, type CompileTerm, textOperand } from './term.ts'

/** The bits stand in the text of the condition, as they do in the partial indexes'. */
function hasFlag(bits: number): Sql {
  return raw(`um.flags & ${bits} <> 0`)
}

const inOwnHistory = (condition: Sql): CompiledTerm => ({ condition, needsOwnHistory: true })

const flags: Readonly<Record<string, { readonly condition: Sql; readonly isFoundByFlag: boolean }>> = {
  starred: { condition: hasFlag(messageFlagBits.starred), isFoundByFlag: true },
  unread: { condition: raw(`um.flags & ${messageFlagBits.read} = 0`), isFoundByFlag: true },
  mentioned: { condition: hasFlag(anyMentionBits), isFoundByFlag: true },
  alerted: { condition: hasFlag(messageFlagBits.has_alert_word), isFoundByFlag: false },
}

/** `is`: messages of a sort, most of them with one of the viewer's flags. */
export const compileIs: CompileTerm = (term, { context }) => {
  const operand = textOperand(term)
  switch (operand) {
    case 'dm':
    case 'private':
      return {
        ...inOwnHistory(sql`m.direct_message_group_id IS NOT NULL`),
        about: term.negated ? 'channel' : 'direct',
      }
    case 'resolved':
      return {
        condition: sql`(m.channel_id IS NOT NULL AND starts_with(m.topic, '✔ '))`,
        ...(!term.negated && { about: 'channel' }),
      }
    case 'muted':
      return inOwnHistory(isMuted(requireViewer(context).viewer.id))
    case 'followed':
      return inOwnHistory(isFollowed(requireViewer(context).viewer.id))
  }
  const flag = Object.hasOwn(flags, operand) ? flags[operand] : undefined
  if (!flag) throw badNarrow(`unknown 'is' operand '${operand}'`)
  return { ...inOwnHistory(flag.condition), isFoundByFlag: flag.isFoundByFlag }
}
