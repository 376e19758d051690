import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** Secrets that all processes on one database share; drawn when first needed, and never shown. */
export class ServerSecrets {
  readonly #db: Queryable
  readonly #known = new Map<string, Promise<Uint8Array>>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** 32 bytes for one purpose. */
  of(purpose: string): Promise<Uint8Array> {
    const known = this.#known.get(purpose)
    if (known) return known
    const reading = this.#read(purpose)
    this.#known.set(purpose, reading)
    // A failure is not kept.
    reading.catch(() => this.#known.delete(purpose))
    return reading
  }

  async #read(purpose: string): Promise<Uint8Array> {
    // Of two that draw at once, both get the first one's.
    const [row] = await this.#db.query<{ value: Uint8Array }>(sql`
      INSERT INTO server_secret (name, value) VALUES (${purpose}, ${randomBytes(32)})
      ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING value`)
    if (!row) throw new Error('An insert returned nothing.')
    return row.value
  }
}
