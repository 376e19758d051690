import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Core } from '../core.ts'

const PURPOSE = 'addresses of images of other servers'

/** Below it images, videos and sounds of other servers are shown. */
export const externalContentPath = '/external_content'

/**
 * How files of other servers are addressed at this one (reference: "remote image sources"): signed, so that it
 * fetches nothing but what a message has.
 *
 * @returns the function from their address to ours; undefined where this server fetches nothing
 */
export async function externalContentUrls({
  config,
  secrets,
}: Pick<Core, 'config' | 'secrets'>): Promise<((address: string) => string) | undefined> {
  if (!fetches(config)) return undefined
  const secret = await secrets.of(PURPOSE)
  return (address) =>
    `${externalContentPath}/${sign(secret, address).toString('hex')}/${Buffer.from(address).toString('hex')}`
}

/** The address of a file whose address here this is; undefined for one that is not ours, and where none are shown. */
export async function externalContentOf(
  { config, secrets }: Pick<Core, 'config' | 'secrets'>,
  digest: string,
  hex: string,
): Promise<string | undefined> {
  if (!fetches(config)) return undefined
  if (!/^[0-9a-f]{64}$/.test(digest) || !/^(?:[0-9a-f]{2}){1,10000}$/.test(hex)) return undefined
  const address = Buffer.from(hex, 'hex').toString()
  const isOurs = timingSafeEqual(Buffer.from(digest, 'hex'), sign(await secrets.of(PURPOSE), address))
  return isOurs ? address : undefined
}

function fetches({ showsRemoteImages, showsLinkPreviews }: Config): boolean {
  return showsRemoteImages || showsLinkPreviews
}

function sign(secret: Uint8Array, address: string): Buffer {
  return createHmac('sha256', secret).update(address).digest()
}
