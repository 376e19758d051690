import type { IncomingMessage } from 'node:http'
import { badRequest, CodedError } from '../src/contract/coded-error.ts'
import { decodeUrlencoded, mostFields } from './urlencoded.ts'

/** What a request carries in its query string and body. */
export interface RequestForm {
  /** Text fields; the body's win over the query string's, and later ones over earlier ones. */
  readonly fields: ReadonlyMap<string, string>
  /** Files of a multipart body by field name. */
  readonly files: ReadonlyMap<string, File>
}

const noFiles: ReadonlyMap<string, File> = new Map()
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
  const contentType = request.headers['content-type'] ?? ''
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === mediaTypes.urlencoded) {
    decodeUrlencoded((await readBody(request, limit)).toString(), fields)
  } else if (mediaType === mediaTypes.multipart) {
    return readMultipart(await readBody(request, limit), contentType, { fields, keepFiles })
  }
  return { fields, files: noFiles }
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

async function readMultipart(
  body: Buffer,
  contentType: string,
  { fields, keepFiles }: { readonly fields: Map<string, string>; readonly keepFiles: boolean },
): Promise<RequestForm> {
  const files = new Map<string, File>()
  let form: FormData
  try {
    // The parser of Node's fetch is the only one for multipart bodies that Node brings.
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw badRequest('The multipart body is malformed')
  }
  let count = 0
  for (const [name, value] of form) {
    count += 1
    if (count > mostFields) throw badRequest('Too many parameters')
    if (typeof value === 'string') fields.set(name, value)
    else if (keepFiles) files.set(name, value)
  }
  return { fields, files }
}
