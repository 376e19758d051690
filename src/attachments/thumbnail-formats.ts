import { uploadKey } from './file-names.ts'

/** A form in which uploaded images are shown small. */
export interface ThumbnailFormat {
  /** The last part of its address. */
  readonly name: string
  /** Pixels. */
  readonly maxWidth: number
  readonly maxHeight: number
  readonly format: 'webp' | 'jpg'
  /** Made of animations only, and moving. */
  readonly animated: boolean
  /** In place of an image that browsers do not show, and of its size: other images have none such. */
  readonly isTranscoded?: true
}

function form(
  maxWidth: number,
  maxHeight: number,
  format: 'webp' | 'jpg',
  animated = false,
): ThumbnailFormat {
  const name = `${maxWidth}x${maxHeight}${animated ? '-anim' : ''}.${format}`
  return { name, maxWidth, maxHeight, format, animated }
}

/** All of them (register: `server_thumbnail_formats`), the usual one first. */
export const thumbnailFormats: readonly ThumbnailFormat[] = [
  form(840, 560, 'webp'),
  form(840, 560, 'webp', true),
  form(840, 560, 'jpg'),
  form(300, 200, 'webp'),
  form(300, 200, 'webp', true),
  form(300, 200, 'jpg'),
]

/** Pixels that a transcoded image has at most on each side. */
const LARGEST_SIDE = 4096

/**
 * The form in which browsers show an image of a type that they do not know; null where they know it.
 *
 * @param image width and height in pixels
 */
export function transcodedFormat(image: {
  readonly contentType: string
  readonly width: number
  readonly height: number
}): ThumbnailFormat | null {
  if (image.contentType !== 'image/tiff') return null
  const scale = Math.min(1, LARGEST_SIDE / Math.max(image.width, image.height))
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)))
  return { ...form(width ?? 1, height ?? 1, 'webp'), isTranscoded: true }
}

/** Where the storage has a thumbnail, once it is made. */
export function thumbnailKey(
  pathId: string,
  { name, isTranscoded }: Pick<ThumbnailFormat, 'name' | 'isTranscoded'>,
): string {
  // The storage's names have one dot.
  return `thumbnails/${uploadKey(pathId)}/${isTranscoded ? 'transcoded.webp' : name}`
}

/** Where the storage may have thumbnails of an image. */
export function thumbnailKeys(pathId: string): string[] {
  const transcoded = { name: '', isTranscoded: true } as const
  return [...thumbnailFormats, transcoded].map((format) => thumbnailKey(pathId, format))
}
