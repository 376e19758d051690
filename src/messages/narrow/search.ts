import sql, { empty, join, type Sql } from 'sql-template-tag'
import { textLimits } from '../../contract/limits.ts'
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
  /** Whether few messages meet it, which are known by their ids. */
  readonly findsFew: boolean
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
  { context, db }: NarrowReader,
): Promise<CompiledSearch | null> {
  if (terms.length === 0) return null
  const operands = terms.map((term) => {
    const operand = textOperand(term)
    if (operand.trim() === '') throw badNarrow('nothing to search for')
    return operand
  })
  const text = operands.join(' ')
  // Of words without end the embedded database would die, and phrases are looked for in message by message.
  if ([...text].length > textLimits.search) {
    throw badNarrow(`a search of more than ${textLimits.search} characters`)
  }
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, phrase = '']) => phrase.replace(/\s+/g, ' ').trim())
  const phrases = [...new Set(quoted)].filter((phrase) => phrase !== '')
  const unquoted = text.replace(/"[^"]*"/g, ' ').split(/\s+/)
  const prefixes = unquoted.flatMap((word) => PREFIX.exec(word)?.[1] ?? [])
  const words = [...unquoted.filter((word) => !PREFIX.test(word)), ...phrases].join(' ')
  const { textQueries } = context.core
  const query = await textQueries.of(db, { words, prefixes })
  const search = { words: query.meaning, phrases }
  const few = await textQueries.findFew(db, query)
  return { ...search, condition: conditionOf(search, few), findsFew: few !== null }
}

/** The words are found by an index, also those of phrases; what they find is looked through for phrases. */
function conditionOf({ words, phrases }: Search, few: readonly number[] | null): Sql {
  // Who searches for nothing but words that are in every text finds nothing.
  if (words === null && phrases.length === 0) return sql`false`
  const isFound = few ? sql`m.id = ANY(${few}::int[])` : sql`m.search_vector @@ ${words}::tsquery`
  return sql`(${words === null ? sql`true` : isFound}${phrases.length > 0 ? sql` AND ${hasPhrases(phrases)}` : empty})`
}

/** All in the topic, or in the text that readers see: what the HTML has between its tags, which is read once. */
function hasPhrases(phrases: readonly string[]): Sql {
  const conditions = phrases.map(
    (phrase) => sql`(position(lower(${phrase}) IN lower(m.topic)) > 0
      OR position(lower(${escapeText(phrase)}) IN seen.text) > 0)`,
  )
  return sql`(SELECT ${join(conditions, ' AND ')} FROM (SELECT
    lower(regexp_replace(regexp_replace(m.rendered_content, '<[^>]*>', '', 'g'), '\\s+', ' ', 'g')) AS text OFFSET 0) seen)`
}
