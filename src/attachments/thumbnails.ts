import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Files } from '../files/files.ts'
import { writeFileFrom } from '../files/incoming.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import { withImages } from '../pictures/image-library.ts'
import { uploadKey } from './file-names.ts'
import {
  type ThumbnailFormat,
  thumbnailFormats,
  thumbnailKey,
  transcodedFormat,
} from './thumbnail-formats.ts'

export const contentTypesOfThumbnails = { webp: 'image/webp', jpg: 'image/jpeg' } as const

/** Frames of an animation that its moving thumbnail has at most. */
const MOST_FRAMES = 100

/** The format of a name, if there are thumbnails of this file in it. */
export function thumbnailFormatOf(
  {
    contentType,
    imageWidth: width,
    imageHeight: height,
    imageFrames,
  }: Pick<Attachment, 'contentType' | 'imageWidth' | 'imageHeight' | 'imageFrames'>,
  name: string,
): ThumbnailFormat | undefined {
  if (width === null || height === null) return undefined
  const transcoded = transcodedFormat({ contentType, width, height })
  if (transcoded?.name === name) return transcoded
  const format = thumbnailFormats.find((one) => one.name === name)
  return format?.animated && imageFrames === 1 ? undefined : format
}

/** Makes thumbnails when they are first asked for, and keeps them in the storage. */
export class Thumbnails {
  readonly #db: Queryable
  readonly #files: Files
  /** Those that are being made, so that many who ask at once wait for one. */
  readonly #making = new Map<string, Promise<void>>()

  constructor(db: Queryable, files: Files) {
    this.#db = db
    this.#files = files
  }

  /**
   * The storage's key of a thumbnail, made now unless it was made before.
   *
   * @throws FileMissing when the image itself is gone, and errors of the library for one that breaks off
   */
  async make(attachment: Attachment, format: ThumbnailFormat): Promise<string> {
    const key = thumbnailKey(attachment.pathId, format)
    if (await this.#files.has(key)) return key
    const making = this.#making.get(key) ?? this.#write(attachment, format, key)
    this.#making.set(key, making)
    try {
      await making
    } finally {
      this.#making.delete(key)
    }
    return key
  }

  async #write(
    { pathId, size, imageFrames }: Attachment,
    format: ThumbnailFormat,
    key: string,
  ): Promise<void> {
    const original = await this.#files.read(uploadKey(pathId))
    await this.#files.incoming.within((source) =>
      this.#files.incoming.within(async (made) => {
        await writeFileFrom(original, source, size, () => new Error(`${pathId} is larger than it was.`))
        await withImages(async (open) => {
          const frames = format.animated ? Math.min(imageFrames ?? 1, MOST_FRAMES) : 1
          const small = open(source, { pages: frames })
            .autoOrient()
            .resize(format.maxWidth, format.maxHeight, { fit: 'inside', withoutEnlargement: true })
          await (format.format === 'webp' ? small.webp() : small.jpeg()).toFile(made)
        })
        await this.#files.writeDerived(key, made, contentTypesOfThumbnails[format.format])
        // Whoever deleted the image meanwhile could not remove what was not there yet.
        const [still] = await this.#db.query(sql`SELECT 1 FROM attachment WHERE path_id = ${pathId}`)
        if (!still) await this.#files.discard([key])
      }),
    )
  }
}

/** Whether an image has a thumbnail to show: always, because they are made when they are asked for. */
export function hasThumbnail({ imageWidth }: Pick<Attachment, 'imageWidth'>): boolean {
  return imageWidth !== null
}
