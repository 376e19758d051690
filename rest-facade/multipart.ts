import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { badRequest, type CodedError } from '../src/contract/coded-error.ts'
import type { IncomingFile } from '../src/contract/executor.ts'
import { mostFields } from './urlencoded.ts'

/** One file of a form, in memory. */
export interface FormFile {
  /** The name of its field. */
  readonly field: string
  /** Its own name, as the sender gave it, without folders. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** What a form is read into, part by part. */
interface Parts {
  onFile(
    field: string,
    content: Readable,
    about: Partial<Pick<busboy.FileInfo, 'filename'>> & Pick<busboy.FileInfo, 'mimeType'>,
  ): void
}

/** Bytes of one text field at most: as many as a whole ordinary body may have. */
const LONGEST_FIELD = 2 * 1024 * 1024

const malformed = () => badRequest('The multipart body is malformed')
const moreThanOne = () => badRequest('You may only upload one file at a time')

/**
 * Reads a multipart body; its text fields go into `fields`.
 *
 * @param limit - the most bytes of the whole body
 * @param keepFiles - whether files are wanted; otherwise they are dropped
 * @throws CodedError BAD_REQUEST on a malformed form; with status 413 above the limit
 */
export async function readMultipart(
  request: IncomingMessage,
  fields: Map<string, string>,
  {
    limit,
    keepFiles,
    tooLarge,
  }: { readonly limit: number; readonly keepFiles: boolean; readonly tooLarge: () => CodedError },
): Promise<FormFile[]> {
  const files: FormFile[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) form.refuse(tooLarge())
  })
  const form = parse(request, fields, {
    onFile(field, content, { filename = '', mimeType }) {
      // What is wrong with a file is wrong with the form, which tells.
      content.on('error', () => {})
      if (!keepFiles) {
        content.resume()
        return
      }
      const chunks: Buffer[] = []
      content.on('data', (chunk: Buffer) => chunks.push(chunk))
      content.on('end', () => {
        files.push({ field, name: filename, contentType: mimeType, bytes: Buffer.concat(chunks) })
      })
    },
  })
  await form.ended
  return files
}

/** A form up to its file. */
export interface BegunForm {
  /** Undefined for a form without a file. */
  readonly file: IncomingFile | undefined
  /** Drops whatever has not been read when the answer is there. */
  drop(): void
}

/**
 * Reads a multipart body up to its file, which the caller then reads as it comes. The file's content ends well
 * only when the whole form has: exactly one file, nothing broken off.
 *
 * @param fields receives the text fields; those behind the file once it has been read
 * @throws CodedError BAD_REQUEST on a malformed form
 */
export function receiveFile(request: IncomingMessage, fields: Map<string, string>): Promise<BegunForm> {
  return new Promise((resolve, reject) => {
    let isFirst = true
    const form = parse(request, fields, {
      onFile(_, content, { filename = '', mimeType }) {
        content.on('error', () => {})
        if (!isFirst) {
          form.refuse(moreThanOne())
          return
        }
        isFirst = false
        resolve({
          file: { name: filename, contentType: mimeType, content: wholeFile(content, form) },
          drop: () => form.refuse(malformed()),
        })
      },
    })
    form.ended.then(() => resolve({ file: undefined, drop: () => {} }), reject)
  })
}

interface Form {
  /** Resolves at the end of the body; rejects when the form is refused or breaks off. */
  readonly ended: Promise<void>
  /** Reads no more of the form. What still comes of the body is dropped, so that its sender can hear why. */
  refuse(error: Error): void
}

async function* wholeFile(content: Readable, form: Form): AsyncGenerator<Uint8Array> {
  try {
    yield* content
    await form.ended
  } catch (error) {
    // The reason is the form's, if it has one: the file itself only knows that it ended early.
    await form.ended
    throw error
  }
}

function parse(request: IncomingMessage, fields: Map<string, string>, { onFile }: Parts): Form {
  let settle: { resolve(): void; reject(error: Error): void }
  const ended = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Somebody may look at it later, or not at all.
  ended.catch(() => {})
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { fieldSize: LONGEST_FIELD, parts: mostFields },
    })
  } catch {
    // It names no boundary.
    request.resume()
    return { ended: Promise.reject(malformed()), refuse: () => {} }
  }
  let isEmpty = true
  request.once('data', () => {
    isEmpty = false
  })
  const refuse = (error: Error) => {
    settle.reject(error)
    request.unpipe(parser)
    request.resume()
    parser.destroy()
  }
  parser.on('file', (field, content, about) => onFile(field, content, about))
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) refuse(badRequest(`${name} is too long`))
    else fields.set(name, value)
  })
  parser.on('partsLimit', () => refuse(badRequest('Too many parameters')))
  // Some clients send no bytes at all for a form without fields.
  parser.on('error', () => (isEmpty ? settle.resolve() : refuse(malformed())))
  parser.on('close', () => settle.resolve())
  // The sender has gone away in the middle of it.
  request.on('close', () => {
    if (!request.complete) refuse(malformed())
  })
  request.pipe(parser)
  return { ended, refuse }
}
