import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../database/database.ts'
import { escapeText } from '../../markdown/html.ts'
import { badNarrow, type NarrowReader, type NarrowTerm, textOperand } from './term.ts'

/** What a search looks for. */
export interface Search {
  /** All words, as the database's `tsquery` writes them; null when none counts. */
  readonly words: string | null
  /** What stood in quotation marks. */
  readonly phrases: readonly string[]
}

/** A search and its condition on the message `m`. */
export interface CompiledSearch extends Search {
  readonly condition: Sql
}

/** Ends a word of which only the beginning is given. */
const PREFIX = /^([\p{L}\p{N}]+)\*$/u

/**
 * The search terms of a narrow as one, joined by spaces (reference: "Terms"): all words are in the topic
 * or the content, in whatever form; what stands in quotation marks is there literally, in any case. A
 * word that ends in `*` stands for all that begin so. Negation is ignored.
 *
 * @returns null when nothing is searched for
 * @throws CodedError BAD_NARROW, BAD_REQUEST
 */
export async function compileSearch(
  terms: readonly NarrowTerm[],
  { db }: NarrowReader,
): Promise<CompiledSearch | null> {
  if (terms.length === 0) return null
  const operands = terms.map((term) => {
    const operand = textOperand(term)
    if (operand.trim() === '') throw badNarrow('nothing to search for')
    return operand
  })
  const text = operands.join(' ')
  const phrases = [...text.matchAll(/"([^"]*)"/g)]
    .map(([, phrase = '']) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '')
  const unquoted = text.replace(/"[^"]*"/g, ' ').split(/\s+/)
  const prefixes = unquoted.flatMap((word) => PREFIX.exec(word)?.[1] ?? [])
  const words = [...unquoted.filter((word) => !PREFIX.test(word)), ...phrases].join(' ')
  const query = sql`(plainto_tsquery('english', ${words})${prefixes.map(andPrefix).reduce(concatenated, empty)})`
  const { meaning, mayBeRare } = await lookUp(db, query)
  const search = { words: meaning, phrases }
  const few = meaning !== null && mayBeRare ? await findFew(db, meaning) : null
  return { ...search, condition: conditionOf(search, few) }
}

/** Up to so many messages, of all that there are, are looked at one by one. */
const FEW = 1000
/** A share of all messages that the planner expects of no word that it has not met often. */
const OFTEN = 0.01

/**
 * What the database makes of a text query, and whether it expects few messages. Of words that are rare the
 * planner knows nothing, and might walk along a whole history for them; the others are soon met on the way.
 */
async function lookUp(db: Queryable, query: Sql): Promise<{ meaning: string | null; mayBeRare: boolean }> {
  const [[text], [plan]] = await Promise.all([
    db.query<{ words: string; messages: number }>(sql`
      SELECT ${query}::text AS words,
        (SELECT reltuples FROM pg_class WHERE oid = 'message'::regclass) AS messages`),
    db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`
      EXPLAIN (FORMAT JSON) SELECT FROM message WHERE search_vector @@ ${query}`),
  ])
  const expected = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  return {
    meaning: text?.words || null,
    mayBeRare: expected <= Math.max(FEW, OFTEN * (text?.messages ?? 0)),
  }
}

/** @returns messages with these words; null when there are many */
async function findFew(db: Queryable, words: string): Promise<number[] | null> {
  const rows = await db.query<{ id: number }>(sql`
    SELECT id FROM message WHERE search_vector @@ ${words}::tsquery LIMIT ${FEW + 1}`)
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

function andPrefix(prefix: string): Sql {
  return sql` && to_tsquery('english', ${`${prefix}:*`})`
}

/** The words are found by an index, also those of phrases; what they find is looked through for phrases. */
function conditionOf({ words, phrases }: Search, few: readonly number[] | null): Sql {
  // Who searches for nothing but words that are in every text finds nothing.
  if (words === null && phrases.length === 0) return sql`false`
  const isFound = few ? sql`m.id = ANY(${few}::int[])` : sql`m.search_vector @@ ${words}::tsquery`
  return sql`(${words === null ? sql`true` : isFound}${phrases.map(andPhrase).reduce(concatenated, empty)})`
}

/** In the topic, or in the text that readers see: what the HTML has between its tags. */
function andPhrase(phrase: string): Sql {
  return sql` AND (position(lower(${phrase}) IN lower(m.topic)) > 0 OR position(lower(${escapeText(phrase)}) IN
    lower(regexp_replace(regexp_replace(m.rendered_content, '<[^>]*>', '', 'g'), '\\s+', ' ', 'g'))) > 0)`
}

function concatenated(left: Sql, right: Sql): Sql {
  return sql`${left}${right}`
}
