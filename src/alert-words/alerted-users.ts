import sql, { type Sql } from 'sql-template-tag'
import { searchableForm, tokensOf } from './matching.ts'

/**
 * The users of an organization whom a message's text alerts, as a query of one column: for the
 * statement that sets flags, which needs it for the message's receivers only. An index leads it to
 * the few words whose first part is in the text.
 *
 * @param content Markdown
 */
export function alertedUsers(organizationId: number, content: string): Sql {
  return sql`SELECT alerting.user_id FROM alert_word alerting
    WHERE alerting.organization_id = ${organizationId}
      AND alerting.first_token = ANY(${tokensOf(content)}::text[])
      AND position(alerting.match_key IN ${searchableForm(content)}::text) > 0`
}
