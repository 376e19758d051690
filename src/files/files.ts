import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { type ByteRange, FileMissing, type FileStorage } from './file-storage.ts'
import { Incoming } from './incoming.ts'
import { openStorage } from './open-storage.ts'

/** A file that is written now and that no transaction keeps within this time is removed. */
const UNKEPT_HOURS = 24
/** Removed by one run of the job at most. */
const BATCH = 1000

/**
 * The server's files, tied to the database by a list of what is to be removed (docs/uploads.md): a file is on
 * the list before it is written, and off it by the transaction that refers to it. So neither a failure nor a
 * crash leaves one behind that nobody knows of.
 */
export class Files {
  readonly incoming: Incoming
  readonly #db: Queryable
  readonly #storage: FileStorage

  constructor(db: Queryable, config: Config) {
    this.#db = db
    this.#storage = openStorage(config)
    this.incoming = new Incoming(join(config.dataFolder, 'incoming'))
  }

  /** Writes a file that a transaction is to keep: without {@link keepFiles} it is gone a day later. */
  async write(key: string, localPath: string, contentType: string): Promise<void> {
    await this.#db.query(sql`
      INSERT INTO file_removal (key, due_at) VALUES (${key}, now() + make_interval(hours => ${UNKEPT_HOURS}))`)
    try {
      await this.#storage.put(key, localPath, contentType)
    } catch (error) {
      await this.#tryToDiscard([key])
      throw error
    }
  }

  /** The same for a file that is in memory. */
  writeBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    return this.incoming.within(async (path) => {
      await writeFile(path, bytes, { flag: 'wx' })
      await this.write(key, path, contentType)
    })
  }

  /**
   * Writes a file that follows from another one and can be made again, such as a thumbnail: it needs no
   * transaction. Whoever removes the other one names this one too.
   */
  async writeDerived(key: string, localPath: string, contentType: string): Promise<void> {
    await this.#storage.put(key, localPath, contentType)
  }

  /** Removes files that were written and that no transaction is going to keep. */
  async discard(keys: readonly string[]): Promise<void> {
    await this.#storage.remove(keys)
    await this.#db.query(sql`DELETE FROM file_removal WHERE key = ANY(${keys}::text[])`)
  }

  /**
   * Runs a transaction that keeps files which were written for it, and discards them when it fails.
   *
   * @param keys of the files
   */
  async orDiscard<Result>(keys: readonly string[], keep: () => Promise<Result>): Promise<Result> {
    try {
      return await keep()
    } catch (error) {
      await this.#tryToDiscard(keys)
      throw error
    }
  }

  /** What cannot be removed now stays on the list. */
  async #tryToDiscard(keys: readonly string[]): Promise<void> {
    await this.discard(keys).catch(() => {})
  }

  /**
   * The bytes of a file, or of a part.
   *
   * @throws FileMissing
   */
  read(key: string, range?: ByteRange): Promise<Readable> {
    return this.#storage.read(key, range)
  }

  /**
   * Bytes of a file.
   *
   * @throws FileMissing
   */
  async sizeOf(key: string): Promise<number> {
    const size = await this.#storage.sizeOf(key)
    if (size === undefined) throw new FileMissing(`There is no file ${key}.`)
    return size
  }

  async has(key: string): Promise<boolean> {
    return (await this.#storage.sizeOf(key)) !== undefined
  }

  /** The whole of a small file; undefined when it is not there. */
  async readWhole(key: string): Promise<Buffer | undefined> {
    try {
      const chunks: Buffer[] = []
      const collect = new Writable({
        write(chunk: Buffer, _, done) {
          chunks.push(chunk)
          done()
        },
      })
      await pipeline(await this.read(key), collect)
      return Buffer.concat(chunks)
    } catch (error) {
      if (error instanceof FileMissing) return undefined
      throw error
    }
  }

  /**
   * Removes what is due, a part at a time.
   *
   * @returns how many files
   */
  async removeDue(): Promise<number> {
    for (let total = 0; ; ) {
      const due = await this.#db.query<{ key: string }>(sql`
        SELECT key FROM file_removal WHERE due_at <= now() ORDER BY due_at LIMIT ${BATCH}`)
      await this.discard(due.map(({ key }) => key))
      total += due.length
      if (due.length < BATCH) return total
    }
  }

  close(): void {
    this.#storage.close()
  }
}

/**
 * Takes files off the list of what is to be removed, in the transaction that refers to them.
 *
 * @throws Error when one of them is gone already
 */
export async function keepFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  const kept = await tx.query(sql`
    DELETE FROM file_removal WHERE key = ANY(${keys}::text[]) AND due_at > now() RETURNING key`)
  if (kept.length < keys.length) throw new Error('A file was removed before it was referred to.')
}

/** Puts files on the list of what is to be removed, in the transaction that no longer refers to them. */
export async function removeFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO file_removal (key, due_at) SELECT key, now() FROM unnest(${keys}::text[]) AS key
    ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`)
}
