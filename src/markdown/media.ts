import { transcodedFormat } from '../attachments/thumbnail-formats.ts'
import { escapeAttribute } from './html.ts'
import type { UploadedPicture } from './references.ts'

/** An uploaded file as a text names it. */
export interface NamedUpload {
  /** Its address below `/user_uploads/`, decoded: by it the file is known. */
  readonly pathId: string
  /** The same, encoded as in addresses. */
  readonly encodedPath: string
  readonly fileName: string
}

const uploadForm = /^\/?user_uploads\/(\d{1,10}\/[^?#]{1,400})$/
const videoForm = /\.(?:mp4|webm|mov)$/i
const audioForm = /\.(?:aac|flac|mp3|wav)$/i

/**
 * The uploaded file that a link leads to.
 *
 * @param href as it stands in the HTML: relative for this server's own files
 * @returns null for all other addresses
 */
export function uploadOf(href: string): NamedUpload | null {
  const encodedPath = uploadForm.exec(href)?.[1]
  if (encodedPath === undefined) return null
  try {
    const pathId = decodeURIComponent(encodedPath)
    return { pathId, encodedPath, fileName: pathId.slice(pathId.lastIndexOf('/') + 1) }
  } catch {
    return null
  }
}

/** Whether a file is a video that browsers play, by its name. */
export function isVideo({ fileName }: NamedUpload): boolean {
  return videoForm.test(fileName)
}

/** Whether a file is a sound that browsers play, by its name. */
export function isAudio({ fileName }: NamedUpload): boolean {
  return audioForm.test(fileName)
}

/** Attributes with their values, as they stand in a tag. */
export const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')

const originalAt = ({ encodedPath }: NamedUpload) => `/user_uploads/${encodedPath}`

function pictureAttributes(upload: NamedUpload, picture: UploadedPicture): Record<string, string> {
  const transcoded = transcodedFormat(picture)
  const form = picture.isAnimated ? '840x560-anim.webp' : '840x560.webp'
  return {
    ...(picture.isAnimated && { 'data-animated': 'true' }),
    'data-original-content-type': picture.contentType,
    'data-original-dimensions': `${picture.width}x${picture.height}`,
    ...(transcoded && { 'data-transcoded-image': transcoded.name }),
    src: `/user_uploads/thumbnail/${upload.encodedPath}/${form}`,
  }
}

/** The preview of an uploaded image (reference: "Links, linkifiers, previews"). */
export function imagePreview(upload: NamedUpload, picture: UploadedPicture, title: string): string {
  const link = attributes({ href: originalAt(upload), title })
  return `<div class="message_inline_image"><a${link}><img${attributes(pictureAttributes(upload, picture))}></a></div>`
}

/** The preview of an uploaded video. */
export function videoPreview(upload: NamedUpload, title: string): string {
  const source = originalAt(upload)
  return (
    `<div class="message_inline_image message_inline_video"><a${attributes({ href: source, title })}>` +
    `<video${attributes({ preload: 'metadata', src: source })}></video></a></div>`
  )
}

/** An uploaded image within the text. */
export function inlineImage(upload: NamedUpload, picture: UploadedPicture, alt: string): string {
  const values = {
    alt,
    class: 'inline-image',
    'data-original-src': originalAt(upload),
    ...pictureAttributes(upload, picture),
  }
  return `<img${attributes(values)}>`
}

/** A player of an uploaded sound within the text. */
export function audioPlayer(upload: NamedUpload, title: string): string {
  return `<audio controls${attributes({ preload: 'metadata', src: originalAt(upload), title })}></audio>`
}
