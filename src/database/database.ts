import type { Sql } from 'sql-template-tag'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** Something that runs one SQL statement and returns its rows, column names in camelCase. */
export interface Queryable {
  /**
   * @param statement built with the `sql` tag: values travel as parameters, never as text
   * @returns rows shaped like the Prisma models; 64-bit integers are numbers
   */
  query<Row>(statement: Sql): Promise<Row[]>
  /**
   * Runs SQL that a library of others wrote.
   *
   * @param text with `values` one statement; without them any number, which succeed or fail together
   * @param values of its parameters `$1`, `$2`, …
   * @returns the rows of the last statement, column names as they are
   */
  runForeign(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>
}

/** One open transaction. */
export interface Transaction extends Queryable {
  readonly isTransaction: true
}

/**
 * - `read committed`: writers. Whatever is read and then written is locked or constrained.
 * - `snapshot`: REPEATABLE READ. Every statement sees the state at the first one.
 */
export type Isolation = 'read committed' | 'snapshot'

/** The database: PostgreSQL, embedded or as a server. */
export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /** Told of every statement before it runs, in transactions too: tests count round trips with it. */
  observer?: ((text: string) => void) | undefined
  /** For reads that are not on a hot path. Never inside a transaction: it has its own connection. */
  readonly prisma: PrismaClient
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(isolation: Isolation, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Brings the schema up to this version; returns the migrations applied now. */
  migrate(): Promise<string[]>
  close(): Promise<void>
}

/** A database error's SQLSTATE (such as 23505, unique violation), or undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
