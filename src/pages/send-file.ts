import { pipeline } from 'node:stream/promises'
import { create as contentDisposition } from 'content-disposition'
import type { Request, Response } from 'express'
import parseRange from 'range-parser'
import type { ByteRange } from '../files/file-storage.ts'
import type { Files } from '../files/files.ts'

/** A file that never changes, as it is served. */
export interface ServedFile {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly contentType: string
  /** What it is saved as. */
  readonly name: string
}

/**
 * Types that a browser may show by itself. None of them can run a script, or bring in anything from elsewhere;
 * everything else is saved, not shown.
 */
const shown: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'text/plain',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
])

/** What somebody's file may do in a browser that shows it all the same: nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

/** Serves a file as it comes from the storage: whole, one part of it, or not at all if the client has it. */
export async function sendFile(
  files: Files,
  request: Request,
  response: Response,
  { key, size, contentType, name }: ServedFile,
): Promise<void> {
  const tag = `"${Buffer.from(key).toString('base64url')}"`
  response.set({
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': contentDisposition(name, {
      type: shown.has(contentType) ? 'inline' : 'attachment',
    }),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    // Who may see it is asked each time; the bytes need not come again.
    'Cache-Control': 'private, no-cache',
    ETag: tag,
  })
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) {
    response.status(304).end()
    return
  }
  const range = rangeOf(request, tag, size)
  if (range === 'unsatisfiable') {
    response.status(416).set('Content-Range', `bytes */${size}`).removeHeader('Content-Disposition')
    response.end()
    return
  }
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  response.set('Content-Length', String(range ? range.end - range.start + 1 : size))
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const content = await files.read(key, range)
  // Whether the client took all of it is the client's to know.
  await pipeline(content, response).catch(() => response.destroy())
}

/** The part that is asked for; undefined for all of it, as for several parts. */
function rangeOf(request: Request, tag: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const { range: header, 'if-range': condition } = request.headers
  if (header === undefined || (condition !== undefined && condition !== tag)) return undefined
  const ranges = parseRange(size, header)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}
