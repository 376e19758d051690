import { createHmac, timingSafeEqual } from 'node:crypto'
import { timeLimits } from '../contract/limits.ts'
import { uploadPath } from '../contract/server.ts'
import type { Core } from '../core.ts'

const PURPOSE = 'temporary addresses of files'

/**
 * An address that serves a file for a minute to whoever has it, without credentials. Access is the caller's to
 * check.
 */
export async function temporaryUrl({ secrets }: Pick<Core, 'secrets'>, pathId: string): Promise<string> {
  const expires = Math.floor(Date.now() / 1000) + timeLimits.temporaryFileUrlSeconds
  const signature = sign(await secrets.of(PURPOSE), expires, pathId)
  return `${uploadPath}/temporary/${expires}-${signature.toString('base64url')}/${pathId}`
}

/**
 * Whether a temporary address is ours, for this very file, and not over.
 *
 * @param ticket the part of the address between `temporary` and the file
 */
export async function isValidTicket(
  { secrets }: Pick<Core, 'secrets'>,
  ticket: string,
  pathId: string,
): Promise<boolean> {
  const [, seconds = '', signature = ''] = /^(\d{10,12})-([\w-]{43})$/.exec(ticket) ?? []
  const expected = sign(await secrets.of(PURPOSE), Number(seconds), pathId)
  const given = Buffer.from(signature, 'base64url')
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number(seconds) > Date.now() / 1000
}

function sign(secret: Uint8Array, expires: number, pathId: string): Buffer {
  return createHmac('sha256', secret).update(`${expires} ${pathId}`).digest()
}
