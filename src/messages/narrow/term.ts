import { empty, join, type Sql } from 'sql-template-tag'
import type { AccessedChannel } from '../../channels/load-channels.ts'
import { badRequest, CodedError } from '../../contract/coded-error.ts'
import type { Queryable } from '../../database/database.ts'
import type { Context } from '../../graphql/context.ts'

/** One condition of a narrow, as a client writes it (reference: "Terms"). */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: unknown
  readonly negated: boolean
}

/** What a term is compiled with. */
export interface NarrowReader {
  readonly context: Context
  readonly db: Queryable
}

/** What a term means for a query. */
export interface CompiledTerm {
  /**
   * On the message `m`, its channel `c` (from the left) and the viewer's row `um`; null for no
   * condition. Not negated yet.
   */
  readonly condition: Sql | null
  /** Which kind of conversation the term is about: no message is of both kinds. */
  readonly about?: 'channel' | 'direct'
  /** All messages that a search with this term goes through, beyond the viewer's own history. */
  readonly searches?: AccessedChannel | 'public' | 'web-public'
  /** The term asks for something that only the viewer's own history has. */
  readonly needsOwnHistory?: boolean
  /** An index of the viewer's rows finds those with its flag. */
  readonly isFoundByFlag?: boolean
  /** Negation changes nothing. */
  readonly ignoresNegation?: boolean
}

/** @throws CodedError BAD_NARROW for an operand that means nothing, BAD_REQUEST for one of a wrong type */
export type CompileTerm = (term: NarrowTerm, reader: NarrowReader) => Promise<CompiledTerm> | CompiledTerm

/** Parts of a statement as one; none are nothing. */
export function concatenated(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? empty : join(parts, '')
}

/** The error for a narrow that means nothing: unknown names, impossible combinations. */
export function badNarrow(desc: string): CodedError {
  return new CodedError('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc })
}

/** The error for an operand whose type its operator does not take. */
export function wrongOperand({ operator }: NarrowTerm, type: string): CodedError {
  return badRequest(`operand of '${operator}' is not ${type}`)
}

/** The operand of an operator that takes text. */
export function textOperand(term: NarrowTerm): string {
  const { operand } = term
  if (typeof operand !== 'string') throw wrongOperand(term, 'a string')
  // No text in the database has one, and none can be asked for.
  if (operand.includes('\0')) throw badNarrow(`${term.operator} with a null byte`)
  return operand
}

const LARGEST_ID = 2 ** 31 - 1

/**
 * The operand of an operator that takes a message's id, as a number or in digits.
 *
 * @throws CodedError BAD_NARROW for everything else
 */
export function messageIdOperand({ operator, operand }: NarrowTerm): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw badNarrow(`${operator} needs a message ID`)
  // Ids beyond any message's are asked for like all others that no message has.
  return id >= 0 && id <= LARGEST_ID ? id : 0
}

/** Whether a value is an id that a row can have. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LARGEST_ID
}
