import sql, { type Sql } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { alertWordsOf } from './alert-words.ts'
import { firstTokenOf, searchableForm } from './matching.ts'

/**
 * Adds words that alert the viewer (reference: POST /users/me/alert_words). Words that are there
 * already, in any case, are ignored.
 *
 * @returns all of them afterwards
 * @throws CodedError BAD_REQUEST for a word that is too long
 */
export function addAlertWords(context: ViewerContext, given: readonly string[]): Promise<string[]> {
  checkLengths(given)
  const words = keptForms(given)
  const { id, organizationId } = context.viewer
  return change(
    context,
    sql`INSERT INTO alert_word (organization_id, user_id, word, match_key, first_token)
      SELECT ${organizationId}, ${id}, word, match_key, first_token
      FROM unnest(${words}::text[], ${words.map(searchableForm)}::text[], ${words.map(firstTokenOf)}::text[])
        WITH ORDINALITY AS given(word, match_key, first_token, position)
      ORDER BY position
      ON CONFLICT (user_id, match_key) DO NOTHING RETURNING id`,
  )
}

/**
 * Removes words that alert the viewer (reference: DELETE /users/me/alert_words), in any case.
 * Unknown words are ignored, and so are those that are too long for anybody to have.
 *
 * @returns all that are left
 * @throws CodedError BAD_REQUEST for a null byte
 */
export function removeAlertWords(context: ViewerContext, given: readonly string[]): Promise<string[]> {
  const keys = keptForms(given).map(searchableForm)
  return change(
    context,
    sql`DELETE FROM alert_word WHERE user_id = ${context.viewer.id} AND match_key = ANY(${keys}::text[])
      RETURNING id`,
  )
}

/** Makes a change of the viewer's words and tells them, if anything changed. */
function change({ core, viewer, once }: ViewerContext, statement: Sql): Promise<string[]> {
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      // The event tells of all words, which two requests must not do from two states.
      await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley alert words'), ${viewer.id}::int)`)
      const changed = await tx.query<{ id: number }>(statement)
      const alert_words = await alertWordsOf(tx, viewer.id)
      if (changed.length > 0)
        tx.announce({ payload: { type: 'alert_words', alert_words }, audience: [viewer.id] })
      return alert_words
    },
    once,
  )
}

/** @throws CodedError BAD_REQUEST */
function checkLengths(given: readonly string[]): void {
  const index = given.findIndex((word) => [...word.trim()].length > textLimits.alertWord)
  if (index >= 0) {
    throw badRequest(`alert_words[${index}] is too long (limit: ${textLimits.alertWord} characters)`)
  }
}

/**
 * Words as they are kept: without white space around them, none empty.
 *
 * @throws CodedError BAD_REQUEST for a null byte
 */
function keptForms(given: readonly string[]): string[] {
  const words = given.map((word) => word.trim())
  const index = words.findIndex((word) => word.includes('\0'))
  if (index >= 0) throw badRequest(`alert_words[${index}] must not contain null bytes`)
  return words.filter((word) => word !== '').map((word) => word.replace(/\p{Surrogate}/gu, '\ufffd'))
}
