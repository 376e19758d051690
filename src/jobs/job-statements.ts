import { type Database, sqlState } from '../database/database.ts'
import type { Logger } from '../logger.ts'

const UNIQUE_VIOLATION = '23505'

/** An answer as pg-boss takes it. */
interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: as pg-boss declares it
  rows: any[]
}

/** Without rows: then its code goes on as after a statement that changed nothing, or throws where it catches. */
const nothing = {} as Answer

/**
 * Runs the statements of pg-boss on the connections that the server has anyway.
 *
 * pg-boss does not wait for the statement that ends a job, so one that fails would be a rejection that
 * nobody handles, and end the process. So what fails is logged here and answered with nothing; a job
 * whose end was not noted expires and is done again.
 */
export class JobStatements {
  readonly #db: Database
  readonly #logger: Logger
  readonly #underWay = new Set<Promise<unknown>>()
  #closed = false

  constructor(db: Database, logger: Logger) {
    this.#db = db
    this.#logger = logger
  }

  /** As pg-boss calls it. */
  executeSql(text: string, values?: unknown[]): Promise<Answer> {
    if (this.#closed) return Promise.resolve(nothing)
    const answer = this.#answer(text, values)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  async #answer(text: string, values?: unknown[]): Promise<Answer> {
    try {
      return { rows: [...(await this.#db.runForeign(values ? text : withoutFrame(text), values))] }
    } catch (error) {
      // A job that is due while one of its name is being done cannot be started: a constraint says so.
      if (sqlState(error) !== UNIQUE_VIOLATION) this.#logger.warn({ error }, 'a statement about jobs failed')
      return nothing
    }
  }

  /** Ends when no statement is under way; later ones are not run. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    this.#closed = true
  }
}

/**
 * Some scripts of pg-boss begin and commit. One that failed in between would leave the only connection
 * of the embedded database in a broken transaction; without this frame its statements succeed or fail
 * together, too.
 */
export function withoutFrame(script: string): string {
  return script.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}
