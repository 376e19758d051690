import { LRUCache } from 'lru-cache'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../database/database.ts'
import { concatenated } from './term.ts'

/** The words of a search, as they were written. */
export interface SearchWords {
  /** Separated by white space. */
  readonly words: string
  /** Beginnings of words. */
  readonly prefixes: readonly string[]
}

/** What the database makes of the words of a search. */
export interface TextQuery {
  /** As it writes a `tsquery`; null when no word counts. */
  readonly meaning: string | null
  /** Whether it may find few messages: it expects so, and no look has shown otherwise. */
  mayBeRare: boolean
}

/** Up to so many messages, of all that there are, are looked at one by one. */
const FEW = 1000
/** A share of all messages that the planner expects of no word that it has not met often. */
const OFTEN = 0.01

/**
 * What the database makes of searches, kept for a while: whoever looks through what a search has found asks for
 * it page by page. What a text means never changes; how often it is expected only decides how it is looked for.
 */
export class TextQueries {
  readonly #known = new LRUCache<string, TextQuery>({ max: 1000, ttl: 600_000 })

  async of(db: Queryable, searched: SearchWords): Promise<TextQuery> {
    const key = JSON.stringify([searched.words, ...searched.prefixes])
    const known = this.#known.get(key)
    if (known) return known
    const query = await lookUp(db, searched)
    this.#known.set(key, query)
    return query
  }

  /**
   * The messages that a query finds. Of words that are rare the planner knows nothing, and might walk along a whole
   * history for them; the others are soon met on the way.
   *
   * @returns null when they are many
   */
  async findFew(db: Queryable, query: TextQuery): Promise<number[] | null> {
    if (query.meaning === null || !query.mayBeRare) return null
    const rows = await db.query<{ id: number }>(sql`
      SELECT id FROM message WHERE search_vector @@ ${query.meaning}::tsquery LIMIT ${FEW + 1}`)
    if (rows.length <= FEW) return rows.map(({ id }) => id)
    // So many are not looked for again while this query is known.
    query.mayBeRare = false
    return null
  }
}

async function lookUp(db: Queryable, { words, prefixes }: SearchWords): Promise<TextQuery> {
  const query = sql`(plainto_tsquery('english', ${words})${concatenated(prefixes.map(andPrefix))})`
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

/** As English has it, and as it stands where that differs: it may be a word that counts for nothing. */
function andPrefix(prefix: string): Sql {
  const beginning = `${prefix}:*`
  return sql` && (SELECT CASE WHEN english = written THEN written ELSE english || written END
    FROM to_tsquery('english', ${beginning}) english, to_tsquery('simple', ${beginning}) written)`
}
