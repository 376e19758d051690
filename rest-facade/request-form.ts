import type { IncomingMessage } from 'node:http'
import { CodedError } from '../src/contract/coded-error.ts'
import type { IncomingFile } from '../src/contract/executor.ts'
import { type FormFile, readMultipart, receiveFile } from './multipart.ts'
import { decodeUrlencoded } from './urlencoded.ts'

/** What a request carries in its query string and body. */
export interface RequestForm {
  /** Text fields; the body's win over the query string's, and later ones over earlier ones. */
  readonly fields: ReadonlyMap<string, string>
  /** Files of a multipart body, in their order, where they are wanted in memory. */
  readonly files: readonly FormFile[]
  /** The file of a multipart body that has been read up to there. */
  readonly file: IncomingFile | undefined
  /** Drops whatever has not been read when the answer is there. */
  drop(): void
}

const nothingLeft = { file: undefined, drop: () => {} }

const mediaTypes = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' }

/**
 * Reads query string and body. A body of another media type is no part of the contract and counts as
 * without fields.
 *
 * @param query - without its question mark
 * @param limit - the most bytes that the body may have
 * @param keepFiles - whether files are wanted; otherwise they are dropped
 * @throws CodedError BAD_REQUEST on a malformed form; with status 413 above the limit
 */
export async function readForm(
  request: IncomingMessage,
  query: string,
  { limit, keepFiles }: { readonly limit: number; readonly keepFiles: boolean },
): Promise<RequestForm> {
  const fields = new Map<string, string>()
  decodeUrlencoded(query, fields)
  const mediaType = mediaTypeOf(request)
  if (mediaType === mediaTypes.urlencoded) {
    decodeUrlencoded((await readBody(request, limit)).toString(), fields)
  } else if (mediaType === mediaTypes.multipart) {
    const tooLarge = () => tooLargeBody(limit)
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
    const files = await readMultipart(request, fields, { limit, keepFiles, tooLarge })
    return { fields, files, ...nothingLeft }
  }
  return { fields, files: [], ...nothingLeft }
}

/**
 * Reads the query string, and of a multipart body what comes before its one file: that is for the endpoint to
 * take in as it comes.
 *
 * @throws CodedError BAD_REQUEST on a malformed form
 */
export async function readUpToFile(request: IncomingMessage, query: string): Promise<RequestForm> {
  const fields = new Map<string, string>()
  decodeUrlencoded(query, fields)
  if (mediaTypeOf(request) !== mediaTypes.multipart) return { fields, files: [], ...nothingLeft }
  return { fields, files: [], ...(await receiveFile(request, fields)) }
}

function mediaTypeOf({ headers }: IncomingMessage): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLargeBody(limit)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) throw tooLargeBody(limit)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

function tooLargeBody(limit: number): CodedError {
  return new CodedError('BAD_REQUEST', `The request body is larger than ${limit} bytes`, {}, 413)
}
