import { textLimits } from '../contract/limits.ts'
import { attributes } from './media.ts'

const videoForm = /\/([^/]*\.(?:mov|mp4|webm))$/i
const soundForm = /\/([^/]*\.(?:aac|flac|mp3|wav))$/i
const imageForm = /\/([^/]*\.(?:avif|bmp|gif|jpe|jpeg|jpg|png|webp))$/i
const youtubeIdForm = /^[\w-]{11}$/
const youtubeHosts: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'www.youtube-nocookie.com',
])

/** The name of the file where an address of the web ends in that of an image; null for all others. */
export function remoteImageName(address: string): string | null {
  const url = webAddress(address)
  return (url && imageForm.exec(url.pathname)?.[1]) ?? null
}

/** The same for a video. */
export function remoteVideoName(address: string): string | null {
  const url = webAddress(address)
  return (url && videoForm.exec(url.pathname)?.[1]) ?? null
}

/** The same for a sound. */
export function remoteSoundName(address: string): string | null {
  const url = webAddress(address)
  return (url && soundForm.exec(url.pathname)?.[1]) ?? null
}

/** The video that an address at YouTube shows; null for all others. */
export function youtubeIdOf(address: string): string | null {
  const url = webAddress(address)
  if (!url) return null
  const [, first = '', second = ''] = url.pathname.split('/')
  let id: string | null = null
  if (url.hostname === 'youtu.be') id = first
  else if (youtubeHosts.has(url.hostname)) {
    id = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : url.searchParams.get('v')
  }
  return id !== null && youtubeIdForm.test(id) ? id : null
}

/** Whether an address may be that of a page of another server, which can be previewed: by its looks. */
export function isPageAddress(address: string, serverUrl: string | undefined): boolean {
  const url = address.length <= textLimits.shownAddress ? webAddress(address) : null
  return (
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    ![imageForm, videoForm, soundForm].some((form) => form.test(url.pathname)) &&
    (serverUrl === undefined || url.origin !== new URL(serverUrl).origin)
  )
}

/** Where YouTube has a still of a video. */
export function youtubeStillOf(id: string): string {
  return `https://i.ytimg.com/vi/${id}/mqdefault.jpg`
}

/** The preview of an image of another server (reference: "Links, linkifiers, previews"). */
export function remoteImagePreview(address: string, title: string, source: string): string {
  const link = attributes({ href: address, title })
  return `<div class="message_inline_image"><a${link}><img${attributes({ src: source })}></a></div>`
}

/** The preview of a video of another server. */
export function remoteVideoPreview(address: string, title: string, source: string): string {
  const video = attributes({ preload: 'metadata', src: source })
  return (
    `<div class="message_inline_image message_inline_video"><a${attributes({ href: address, title })}>` +
    `<video${video}></video></a></div>`
  )
}

/** A player of a sound of another server within the text. */
export function remoteSoundPlayer(address: string, title: string, source: string): string {
  const values = { 'data-original-url': address, preload: 'metadata', src: source, title }
  return `<audio controls${attributes(values)}></audio>`
}

/** The preview of a video at YouTube. */
export function youtubePreview(address: string, id: string, source: string): string {
  const link = attributes({ 'data-id': id, href: address })
  return `<div class="youtube-video message_inline_image"><a${link}><img${attributes({ src: source })}></a></div>`
}

function webAddress(address: string): URL | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null
}
