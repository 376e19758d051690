import type { Sharp, SharpOptions } from 'sharp'
import { Places } from '../places.ts'

/** Pixels of all frames together beyond which a picture is refused before it is decoded. */
const MOST_PIXELS = 90_000_000
const MOST_SECONDS = 20

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`)

/** Pictures that are worked on at once; others wait. */
const places = new Places(2)
let library: Promise<(source: string | Uint8Array, options?: SharpOptions) => Sharp> | undefined

/** Loads the library when the first picture comes: it brings native code of some megabytes. */
async function load() {
  const { default: sharp } = await import('sharp')
  // A source of bugs and of surprises each: documents, vector graphics and rare formats stay unread.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  // Nothing is worked on twice, and one picture does not take all cores.
  sharp.cache(false)
  sharp.concurrency(1)
  return (source: string | Uint8Array, options?: SharpOptions) =>
    sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...options }).timeout({
      seconds: MOST_SECONDS,
    })
}

/**
 * Works on a picture, few at a time, so that many uploads at once do not take memory each.
 *
 * @param work with a function that opens pictures: a path of the local disk, or bytes
 */
export async function withImages<Result>(
  work: (open: (source: string | Uint8Array, options?: SharpOptions) => Sharp) => Promise<Result>,
): Promise<Result> {
  library ??= load()
  const open = await library
  return places.within(() => work(open))
}
