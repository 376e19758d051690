import { randomBytes } from 'node:crypto'
import type { Core } from '../core.ts'
import { type MadePicture, smallSquare } from './square-pictures.ts'

/** A custom emoji's picture in the storage, as its row names it. */
export interface EmojiPicture {
  readonly fileName: string
  /** Of the first frame of an animated one. */
  readonly stillFileName: string | null
  /** For `keepFiles`, in the transaction that writes the row. */
  readonly keys: readonly string[]
}

const PIXELS = 64
const suffixes = { 'image/png': 'png', 'image/webp': 'webp' } as const

/**
 * Makes a custom emoji of an uploaded picture and stores it, before the transaction that keeps it
 * (`keepFiles` with its keys, within `core.files.orDiscard`).
 *
 * @throws CodedError BAD_IMAGE
 */
export async function storeEmojiPicture(
  { files }: Pick<Core, 'files'>,
  organizationId: number,
  bytes: Uint8Array,
): Promise<EmojiPicture> {
  const { picture, still } = await smallSquare(bytes, PIXELS)
  const name = randomBytes(12).toString('hex')
  const store = async (made: MadePicture, base: string) => {
    const fileName = `${base}.${suffixes[made.contentType]}`
    const key = emojiKey(organizationId, fileName)
    await files.writeBytes(key, made.bytes, made.contentType)
    return { fileName, key }
  }
  const whole = await store(picture, name)
  const first = still && (await store(still, `${name}-still`))
  return {
    fileName: whole.fileName,
    stillFileName: first?.fileName ?? null,
    keys: [whole.key, ...(first ? [first.key] : [])],
  }
}

/** Where the storage has a custom emoji's picture. */
export function emojiKey(organizationId: number, fileName: string): string {
  return `emoji/${organizationId}/${fileName}`
}

/** Where clients find a custom emoji's picture, relative to the organization's address. */
export function emojiPictureUrl(organizationId: number, fileName: string): string {
  return `/user_avatars/${organizationId}/emoji/images/${fileName}`
}
