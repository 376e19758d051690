import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Actor } from './actor.ts'
import type { HttpAnswer } from './http.ts'
import { send } from './http.ts'

/** One part of a form: a file when it has a file's name. */
export interface Part {
  readonly field: string
  readonly content: string | Buffer
  readonly filename?: string
  readonly type?: string
}

const BOUNDARY = '----parley-test-boundary'

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`

/** A multipart body. Names are written as they are: quotes in them are the test's to escape. */
export function multipart(...parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ field, content, filename, type }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n${typed}\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Sends a form of these parts. */
export async function sendForm(actor: Actor, path: string, ...parts: readonly Part[]) {
  const headers = { ...actor.headers, 'content-type': multipartType }
  const { status, text } = await send(
    actor.identity.port,
    'POST',
    `/api/v1/${path}`,
    headers,
    multipart(...parts),
  )
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

/** What was uploaded. */
export interface Uploaded {
  readonly url: string
  readonly filename: string
  /** Below `/user_uploads/`. */
  readonly pathId: string
}

/** Uploads a file as a client does. */
export async function upload(
  actor: Actor,
  content: string | Buffer = 'content',
  { filename = 'notes.txt', type = 'text/plain' } = {},
): Promise<Uploaded> {
  const { status, body } = await sendForm(actor, 'user_uploads', {
    field: 'filename',
    content,
    filename,
    type,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toEqual({
    result: 'success',
    msg: '',
    url: expect.any(String),
    uri: body.url,
    filename: expect.any(String),
  })
  const url = String(body.url)
  return { url, filename: String(body.filename), pathId: url.replace('/user_uploads/', '') }
}

/** Fetches what is at a path of the server. */
export function fetchAs(
  actor: Actor,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<HttpAnswer> {
  return send(actor.identity.port, method, path, { ...actor.headers, ...headers })
}

/** The files in a server's folder, without its database: those that are kept, and those that are coming in. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await Promise.all(
    ['files', 'incoming'].map((name) =>
      readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  return entries.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}
