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

/** Where the storage has a thumbnail, once it is made. */
export function thumbnailKey(pathId: string, { name }: ThumbnailFormat): string {
  // The storage's names have one dot.
  return `thumbnails/${uploadKey(pathId)}/${name}`
}

/** Where the storage may have thumbnails of an image. */
export function thumbnailKeys(pathId: string): string[] {
  return thumbnailFormats.map((format) => thumbnailKey(pathId, format))
}
