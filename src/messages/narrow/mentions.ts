import sql from 'sql-template-tag'
import type { CompileTerm } from './term.ts'
import { userOperand } from './user.ts'

/**
 * `mentions`: messages that mention one user by name, aloud. The first part of the condition is that of
 * the index.
 */
export const compileMentions: CompileTerm = async (term, reader) => ({
  condition: sql`(m.rendered_content LIKE '%<span class="user-mention" %'
    AND mentioned_users(m.rendered_content) @> ARRAY[${await userOperand(term, reader)}::int])`,
})
