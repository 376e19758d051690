import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import { escapeText } from '../markdown/html.ts'
import { highlight, type Range } from './highlight.ts'
import type { Search } from './narrow/search.ts'
import { spacedText, visibleParts } from './visible-text.ts'

/** A message as a search shows it. */
export interface SearchMatch {
  readonly messageId: number
  /** HTML of the content, hits highlighted. */
  readonly content: string
  /** HTML of the topic, likewise. */
  readonly topic: string
}

/** What is shown of a message. */
interface Searched {
  readonly id: number
  readonly renderedContent: string
  readonly topic: string
}

/** They stand around hits in what the database returns; text does not have them. */
const OPEN = '\ue000'
const CLOSE = '\ue001'
const MARKS = /[\ue000\ue001]/g

/**
 * Contents and topics of messages with what a search has found highlighted. Which words are hits the
 * database says, in one query: it knows how it told them apart and which forms of a word are one.
 *
 * @param search null highlights nothing
 */
export async function searchMatches(
  db: Queryable,
  messages: readonly Searched[],
  search: Search | null,
): Promise<SearchMatch[]> {
  const shown = messages.map(({ id, renderedContent, topic }) => {
    const topicHtml = escapeText(topic)
    return { id, content: renderedContent, topic: topicHtml }
  })
  if (search === null) return shown.map(({ id, ...html }) => ({ messageId: id, ...html }))
  // Many of the topics are the same.
  const htmls = [...new Set(shown.flatMap(({ content, topic }) => [content, topic]))]
  const parts = htmls.map(visibleParts)
  const hits = await findHits(
    db,
    htmls.map((html, i) => spacedText(html, parts[i] ?? []).replace(MARKS, ' ')),
    search,
  )
  const highlighted = new Map(
    htmls.map((html, i) => [html, highlight(html, parts[i] ?? [], hits[i] ?? [], search.phrases)]),
  )
  return shown.map(({ id, content, topic }) => ({
    messageId: id,
    content: highlighted.get(content) ?? content,
    topic: highlighted.get(topic) ?? topic,
  }))
}

/** For each text where its hits are. */
async function findHits(
  db: Queryable,
  texts: readonly string[],
  { words }: Search,
): Promise<readonly (readonly Range[])[]> {
  if (words === null || texts.length === 0) return []
  const rows = await db.query<{ marked: string }>(sql`
    SELECT ts_headline('english', text, ${words}::tsquery,
      ${`HighlightAll=true, StartSel=${OPEN}, StopSel=${CLOSE}`}) AS marked
    FROM unnest(${texts}::text[]) WITH ORDINALITY AS given(text, position) ORDER BY position`)
  return rows.map(({ marked }, i) => rangesOf(marked, texts[i] ?? ''))
}

/** Where the marks are; none when the text did not come back as it was. */
function rangesOf(marked: string, text: string): Range[] {
  const ranges: Range[] = []
  let plain = ''
  let start = 0
  for (const part of marked.split(/([\ue000\ue001])/)) {
    if (part === OPEN) start = plain.length
    else if (part === CLOSE) ranges.push([start, plain.length])
    else plain += part
  }
  return plain === text ? ranges : []
}
