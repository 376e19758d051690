import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Bucket, Config } from '../config.ts'
import { DiskStorage } from './disk-storage.ts'
import type { ByteRange, FileStorage } from './file-storage.ts'

/** The storage that the configuration names. */
export function openStorage({ dataFolder, bucket }: Config): FileStorage {
  return bucket ? new LateS3Storage(bucket) : new DiskStorage(join(dataFolder, 'files'))
}

/** Loads the client when the first file is asked for: starts without uploads need not wait for it. */
class LateS3Storage implements FileStorage {
  readonly #bucket: Bucket
  #opened: Promise<FileStorage> | undefined

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  async put(key: string, localPath: string, contentType: string): Promise<void> {
    await (await this.#open()).put(key, localPath, contentType)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return (await this.#open()).read(key, range)
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return (await this.#open()).sizeOf(key)
  }

  async remove(keys: readonly string[]): Promise<void> {
    await (await this.#open()).remove(keys)
  }

  close(): void {
    void this.#opened?.then((storage) => storage.close())
  }

  #open(): Promise<FileStorage> {
    this.#opened ??= import('./s3-storage.ts').then(({ S3Storage }) => new S3Storage(this.#bucket))
    return this.#opened
  }
}
