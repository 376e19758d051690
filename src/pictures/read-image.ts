import type { Metadata } from 'sharp'
import { withImages } from './image-library.ts'

/** What a picture turned out to be, whatever it was called. */
export interface ImageFacts {
  readonly contentType: string
  /** Pixels, as it is shown upright. */
  readonly width: number
  readonly height: number
  /** More than one for an animation. */
  readonly frames: number
}

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['heif', 'image/avif'],
  ['tiff', 'image/tiff'],
])

/** The types of content that can be a picture here. */
export const imageContentTypes: ReadonlySet<string> = new Set(contentTypes.values())

/**
 * Reads the header of a picture: JPEG, PNG, GIF, WebP, AVIF or TIFF, of which the first page counts.
 *
 * @param source a path of the local disk, or the bytes
 * @returns undefined for everything else, for broken ones, and for those with too many pixels
 */
export function readImage(source: string | Uint8Array): Promise<ImageFacts | undefined> {
  return withImages(async (open) => {
    try {
      return factsOf(await open(source, { pages: -1 }).metadata())
    } catch {
      // The library has an error of its own for each way in which a file is no picture.
      return undefined
    }
  })
}

function factsOf({
  format,
  compression,
  autoOrient,
  pages = 1,
  pageHeight,
}: Metadata): ImageFacts | undefined {
  // HEIC is the same container around another codec, which the library cannot decode.
  if (format === 'heif' && compression !== 'av1') return undefined
  const contentType = contentTypes.get(format)
  if (contentType === undefined) return undefined
  const height = pageHeight ?? autoOrient.height
  return { contentType, width: autoOrient.width, height, frames: format === 'tiff' ? 1 : pages }
}
