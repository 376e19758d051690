import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Bucket } from '../config.ts'
import { type ByteRange, checkKey, FileMissing, type FileStorage } from './file-storage.ts'

/** Objects that one request removes at most, by S3's own limit. */
const MOST_REMOVED = 1000
const ATTEMPTS = 3
const PAUSE_MS = 200

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Keeps files in a bucket of an S3-compatible server. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client
  readonly #bucket: string

  constructor({ name, endpoint, region, credentials }: Bucket) {
    this.#bucket = name
    this.#client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      // Servers other than AWS do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // It would write warnings of its own to the terminal; errors are ours to log.
      logger: silent,
    })
  }

  async put(key: string, localPath: string, contentType: string): Promise<void> {
    checkKey(key)
    const { size } = await stat(localPath)
    // The client repeats no request whose body is a stream; here it can be read again.
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#putOnce(key, localPath, size, contentType)
        break
      } catch (error) {
        if (attempt === ATTEMPTS || !isTransient(error)) throw error
        await sleep(attempt * PAUSE_MS)
      }
    }
    await rm(localPath)
  }

  async #putOnce(key: string, localPath: string, size: number, contentType: string): Promise<void> {
    const body = createReadStream(localPath)
    try {
      await this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          Body: body,
          ContentLength: size,
          ContentType: contentType,
        }),
      )
    } finally {
      body.destroy()
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key)
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...part }),
      )
      // In Node the client answers with Node's own streams.
      if (!(Body instanceof Readable)) throw new Error(`The bucket answered without the content of ${key}.`)
      return Body
    } catch (error) {
      throw error instanceof NoSuchKey ? new FileMissing(`There is no file ${key}.`) : error
    }
  }

  async sizeOf(key: string): Promise<number | undefined> {
    checkKey(key)
    try {
      const head = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }))
      return head.ContentLength
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) checkKey(key)
    for (let from = 0; from < keys.length; from += MOST_REMOVED) {
      const Objects = keys.slice(from, from + MOST_REMOVED).map((Key) => ({ Key }))
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      )
      const [first] = Errors
      if (first) throw new Error(`The bucket refused to remove ${first.Key}: ${first.Code} ${first.Message}`)
    }
  }

  close(): void {
    this.#client.destroy()
  }
}

/** Whether the server, or the way to it, may be well again in a moment. */
function isTransient(error: unknown): boolean {
  return !(error instanceof S3ServiceException) || error.$fault === 'server'
}
