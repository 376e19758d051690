import { CodedError } from '../contract/coded-error.ts'
import { withImages } from './image-library.ts'
import { readImage } from './read-image.ts'

/** A picture as it is kept and shown. */
export interface MadePicture {
  readonly bytes: Uint8Array
  readonly contentType: 'image/png' | 'image/webp'
}

const badImage = () => new CodedError('BAD_IMAGE', 'The file is no image of a supported format')
const noColor = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Squares of some sizes, cut from the middle of a picture, upright and without what its file told of camera
 * and place.
 *
 * @param pixels the width of each
 * @throws CodedError BAD_IMAGE
 */
export async function squares(bytes: Uint8Array, pixels: readonly number[]): Promise<MadePicture[]> {
  if (!(await readImage(bytes))) throw badImage()
  return orBadImage(
    withImages(async (open) => {
      const made: MadePicture[] = []
      for (const size of pixels) {
        const picture = open(bytes).autoOrient().resize(size, size, { fit: 'cover' }).png()
        made.push({ bytes: await picture.toBuffer(), contentType: 'image/png' })
      }
      return made
    }),
  )
}

/**
 * A picture that fits into a box, its proportions kept.
 *
 * @throws CodedError BAD_IMAGE
 */
export async function fitted(bytes: Uint8Array, width: number, height: number): Promise<MadePicture> {
  if (!(await readImage(bytes))) throw badImage()
  return orBadImage(
    withImages(async (open) => {
      const size = { width, height, fit: 'inside', withoutEnlargement: true } as const
      return { bytes: await open(bytes).autoOrient().resize(size).png().toBuffer(), contentType: 'image/png' }
    }),
  )
}

/**
 * A small square picture that may move, and its first frame if it does. What is not square gets a transparent
 * margin.
 *
 * @throws CodedError BAD_IMAGE
 */
export async function smallSquare(
  bytes: Uint8Array,
  pixels: number,
): Promise<{ readonly picture: MadePicture; readonly still: MadePicture | null }> {
  const facts = await readImage(bytes)
  if (!facts) throw badImage()
  const size = { width: pixels, height: pixels, fit: 'contain', background: noColor } as const
  return orBadImage(
    withImages(async (open) => {
      const first: MadePicture = {
        bytes: await open(bytes).autoOrient().resize(size).png().toBuffer(),
        contentType: 'image/png',
      }
      if (facts.frames === 1) return { picture: first, still: null }
      const moving = await open(bytes, { animated: true }).resize(size).webp().toBuffer()
      return { picture: { bytes: moving, contentType: 'image/webp' }, still: first }
    }),
  )
}

/** A picture whose header is sound can still break in the middle. */
async function orBadImage<Result>(making: Promise<Result>): Promise<Result> {
  return making.catch(() => {
    throw badImage()
  })
}
