import type { LineReader } from './line-reader.ts'

/** A language as CodeMirror's stream parsers take it: what of their interface is used here. */
export interface Mode {
  startState?(indentUnit: number): unknown
  /** Reads one token; its style, or null for plain text. */
  token(line: LineReader, state: unknown): unknown
  blankLine?(state: unknown, indentUnit: number): void
}
