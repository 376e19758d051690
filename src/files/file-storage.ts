import type { Readable } from 'node:stream'

/** A part of a file: both ends belong to it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The file is not in the storage. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/**
 * Where files are kept: on disk, or in a bucket of an S3-compatible server. A key is made of lower-case words,
 * numbers and drawn characters, never of what people name their files.
 */
export interface FileStorage {
  /** Takes over a finished file of the local disk, which is gone from there afterwards. */
  put(key: string, localPath: string, contentType: string): Promise<void>
  /**
   * The file's bytes as they come, or those of one part.
   *
   * @throws FileMissing
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Bytes of a file; undefined when it is not there. */
  sizeOf(key: string): Promise<number | undefined>
  /** Removes the files that are there; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Lets go of connections. */
  close(): void
}

const keyForm = /^[a-z]+(\/[A-Za-z0-9_-]+)+(\.[a-z0-9]+)?$/

/** Guards the storage against keys that are not ours: they never come from outside, and never lead elsewhere. */
export function checkKey(key: string): void {
  if (!keyForm.test(key)) throw new Error(`'${key}' is no key of a file.`)
}
