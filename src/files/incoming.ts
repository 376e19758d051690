import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Files that are older have been left behind by a process that died. */
const ABANDONED_MS = 24 * 3600 * 1000

/**
 * Where files of the local disk come to be, before they are complete and go into the storage. Each is the
 * caller's to remove, through {@link Incoming.within}.
 */
export class Incoming {
  readonly #folder: string
  #ready: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Works with the path of a file that does not exist yet. Whatever is there afterwards is removed. */
  async within<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
    // Tried again by the next file when it fails.
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined
      throw error
    })
    await this.#ready
    const path = join(this.#folder, randomUUID())
    try {
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Makes the folder, and clears it of what a process that died has left there. */
  async #prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      // Another process of this machine may have just removed its own.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
      if (mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
    }
  }
}

/**
 * Writes what comes to a file, never more of it in memory than a chunk.
 *
 * @param limit the most bytes
 * @param tooLarge the error to end with above the limit
 * @returns how many bytes there were
 */
export async function writeFileFrom(
  content: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
  tooLarge: () => Error,
): Promise<number> {
  let size = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      yield chunk
    }
  }
  await pipeline(counted(), createWriteStream(path, { flags: 'wx' }))
  return size
}
