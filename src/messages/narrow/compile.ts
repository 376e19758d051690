import sql, { empty, type Sql } from 'sql-template-tag'
import type { AccessedChannel } from '../../channels/load-channels.ts'
import { countLimits } from '../../contract/limits.ts'
import { compileChannel } from './channel.ts'
import { compileChannels } from './channels.ts'
import { compileDm } from './dm.ts'
import { compileDmIncluding, compileGroupPmWith } from './dm-including.ts'
import { compileHas } from './has.ts'
import { compileId, compileNear } from './id.ts'
import { compileIn } from './in.ts'
import { compileIs } from './is.ts'
import { compileMentions } from './mentions.ts'
import { type CompiledSearch, compileSearch, type Search } from './search.ts'
import { compileSender } from './sender.ts'
import {
  badNarrow,
  type CompiledTerm,
  type CompileTerm,
  concatenated,
  type NarrowReader,
  type NarrowTerm,
} from './term.ts'
import { compileTopic } from './topic.ts'
import { allowForVisitors } from './visitors.ts'
import { resolveWith } from './with.ts'

const compilers: ReadonlyMap<string, CompileTerm> = new Map([
  ['channel', compileChannel],
  ['channels', compileChannels],
  ['topic', compileTopic],
  ['dm', compileDm],
  ['dm-including', compileDmIncluding],
  ['group-pm-with', compileGroupPmWith],
  ['sender', compileSender],
  ['mentions', compileMentions],
  ['has', compileHas],
  ['id', compileId],
  ['near', compileNear],
  ['is', compileIs],
  ['in', compileIn],
])

/** Other names of operators. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['group_pm_with', 'group-pm-with'],
])

/** Operators that name what an index of messages finds. */
const indexed: ReadonlySet<string> = new Set([
  'channel',
  'dm',
  'dm-including',
  'group-pm-with',
  'id',
  'mentions',
  'sender',
])

/** Those of them whose messages the reader has received, but for exceptions. */
const received: ReadonlySet<string> = new Set(['dm', 'id'])

const names =
  (operators: ReadonlySet<string>) =>
  ({ operator, negated }: NarrowTerm): boolean =>
    !negated && operators.has(operator)

/** A narrow as a query needs it. */
export interface CompiledNarrow {
  /** What is searched (reference: "Which messages are searched"). */
  readonly searched: AccessedChannel | 'public' | 'web-public' | 'own history'
  /** ` AND …` for every term. */
  readonly conditions: Sql
  /**
   * What leads through the reader's own history, whatever the planner expects: their rows one by one until
   * enough is found, where no term names what an index of messages would find sooner; messages that an
   * index finds, where nearly all of those are the reader's or they are few. Null where the planner decides.
   */
  readonly leads: 'rows' | 'messages' | null
  /** What hits are highlighted for; null when the narrow searches for no words. */
  readonly search: Search | null
}

/**
 * Compiles a narrow: looks up whom and what it names, and decides which messages are searched.
 *
 * @throws CodedError BAD_NARROW, BAD_REQUEST for an operand of a wrong type, UNAUTHORIZED for
 *   visitors who ask for more than web-public channels
 */
export async function compileNarrow(
  written: readonly NarrowTerm[],
  reader: NarrowReader,
): Promise<CompiledNarrow> {
  if (written.length > countLimits.narrowTerms) {
    throw badNarrow(`more than ${countLimits.narrowTerms} conditions`)
  }
  const named = written.map((term) => ({ ...term, operator: aliases.get(term.operator) ?? term.operator }))
  const allowed = reader.context.viewer ? named : allowForVisitors(named, reader.context)
  const search = await compileSearch(
    allowed.filter(({ operator }) => operator === 'search'),
    reader,
  )
  const others = allowed.filter(({ operator }) => operator !== 'search')
  const terms = await resolveWith(others, reader)
  const compiled: { term: NarrowTerm; meaning: CompiledTerm }[] = []
  for (const term of terms) compiled.push({ term, meaning: await compilerOf(term)(term, reader) })
  checkKinds(compiled)
  const conditions = compiled.map(({ term, meaning }) => andCondition(term, meaning))
  if (search) conditions.push(sql` AND ${search.condition}`)
  const searched = searchedBy(compiled)
  return {
    searched,
    conditions: concatenated(conditions),
    leads: searched === 'own history' ? leadsThrough(terms, compiled, search) : null,
    search,
  }
}

function leadsThrough(
  terms: readonly NarrowTerm[],
  compiled: Compiled,
  search: CompiledSearch | null,
): CompiledNarrow['leads'] {
  if (search?.findsFew) return 'messages'
  if (!search && !terms.some(names(indexed))) return 'rows'
  const isFoundByFlag = compiled.some(({ term, meaning }) => !term.negated && meaning.isFoundByFlag)
  return terms.some(names(received)) && !isFoundByFlag ? 'messages' : null
}

function compilerOf({ operator }: NarrowTerm): CompileTerm {
  const compile = compilers.get(operator)
  if (compile) return compile
  throw badNarrow(`unknown operator '${operator}'`)
}

type Compiled = readonly { readonly term: NarrowTerm; readonly meaning: CompiledTerm }[]

function checkKinds(compiled: Compiled): void {
  const kinds = compiled
    // Messages that are not direct ones are channel messages, but those that are not in one channel may be any.
    .filter(({ term }) => !term.negated || term.operator === 'is')
    .map(({ meaning }) => meaning.about)
  if (kinds.includes('channel') && kinds.includes('direct')) {
    throw badNarrow('No message can be both a channel message and direct message')
  }
}

function searchedBy(compiled: Compiled): CompiledNarrow['searched'] {
  if (compiled.some(({ meaning }) => meaning.needsOwnHistory)) return 'own history'
  const wider = compiled.filter(({ term }) => !term.negated).flatMap(({ meaning }) => meaning.searches ?? [])
  return wider.find((searched) => typeof searched === 'object') ?? wider[0] ?? 'own history'
}

function andCondition({ negated }: NarrowTerm, { condition, ignoresNegation }: CompiledTerm): Sql {
  if (condition === null) return negated && !ignoresNegation ? sql` AND false` : empty
  // What a condition says nothing about, such as a direct message's channel, does not meet it.
  return negated && !ignoresNegation ? sql` AND (${condition}) IS NOT TRUE` : sql` AND ${condition}`
}
