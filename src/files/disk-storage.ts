import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, checkKey, FileMissing, type FileStorage } from './file-storage.ts'

/** Keeps files below a folder of the local disk. */
export class DiskStorage implements FileStorage {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, localPath: string): Promise<void> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await sync(localPath)
    await rename(localPath, path).catch(async (error: unknown) => {
      // A folder of its own volume: the file cannot just get another name.
      if (!hasCode(error, 'EXDEV')) throw error
      await copyFile(localPath, path)
      await sync(path)
      await rm(localPath)
    })
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#pathOf(key)).catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? new FileMissing(`There is no file ${key}.`) : error
    })
    // The stream closes the file when it ends, or is ended.
    return createReadStream('', { ...range, fd: file })
  }

  async sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await stat(this.#pathOf(key))).size
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#pathOf(key), { force: true })
  }

  close(): void {}

  #pathOf(key: string): string {
    checkKey(key)
    return join(this.#folder, ...key.split('/'))
  }
}

/** What is promised to be kept outlives a power cut. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
