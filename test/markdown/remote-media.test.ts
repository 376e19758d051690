import { describe, expect, it } from 'vitest'
import { html as render } from './cast.ts'

const externalContentUrl = (address: string) => `/external_content/of/${address}`
const html = (content: string, options = {}) => render(content, { externalContentUrl, ...options })

const link = (href: string, text = href) => `<a href="${href}">${text}</a>`
const image = 'https://a.example/b/c.png'
const preview = (href: string, title: string) =>
  `<div class="message_inline_image"><a href="${href}" title="${title}"><img src="${externalContentUrl(href)}"></a></div>`
const video = 'https://www.youtube.com/watch?v=aB3_-567890'
const still = externalContentUrl('https://i.ytimg.com/vi/aB3_-567890/mqdefault.jpg')
const youtube = (href: string) =>
  `<div class="youtube-video message_inline_image"><a data-id="aB3_-567890" href="${href}"><img src="${still}"></a></div>`

const movie = 'https://a.example/b/v.MP4?x=1'
const movieSource = externalContentUrl(movie)
const moviePreview = (title: string) =>
  `<div class="message_inline_image message_inline_video"><a href="${movie}" title="${title}">` +
  `<video preload="metadata" src="${movieSource}"></video></a></div>`
const sound = 'https://a.example/s.mp3'

const claims: [claim: string, input: string, output: string][] = [
  ['an image alone is its preview', image, preview(image, 'c.png')],
  [
    'an image with a text is titled by it',
    `a [t](${image})`,
    `<p>a ${link(image, 't')}</p>\n${preview(image, 't')}`,
  ],
  [
    'the same image is shown once',
    `a ${image}\n\n${image}`,
    `<p>a ${link(image)}</p>\n${preview(image, 'c.png')}\n<p>${link(image)}</p>`,
  ],
  [
    'an address may have a query',
    'https://a.example/c.JPG?x=1#y',
    preview('https://a.example/c.JPG?x=1#y', 'c.JPG'),
  ],
  ['a vector graphic is a link', 'https://a.example/c.svg', `<p>${link('https://a.example/c.svg')}</p>`],
  ['a page is a link', 'https://a.example/c.png/', `<p>${link('https://a.example/c.png/')}</p>`],
  ['another scheme is a link', 'ftp://a.example/c.png', `<p>${link('ftp://a.example/c.png')}</p>`],
  ['a quote shows none', `> ${image}`, `<blockquote>\n<p>${link(image)}</p>\n</blockquote>`],
  ['a video at YouTube keeps its link', video, `<p>${link(video)}</p>\n${youtube(video)}`],
  [
    'a short address is one',
    'https://youtu.be/aB3_-567890',
    `<p>${link('https://youtu.be/aB3_-567890')}</p>\n${youtube('https://youtu.be/aB3_-567890')}`,
  ],
  ['a video has a preview and keeps its link', movie, `<p>${link(movie)}</p>\n${moviePreview('v.MP4')}`],
  [
    'a video with a text is titled by it',
    `[t](${movie})`,
    `<p>${link(movie, 't')}</p>\n${moviePreview('t')}`,
  ],
  ...['webm', 'mov'].map((ending): [string, string, string] => [
    `a video may end in ${ending}`,
    `https://a.example/v.${ending}`,
    `<p>${link(`https://a.example/v.${ending}`)}</p>\n` +
      `<div class="message_inline_image message_inline_video"><a href="https://a.example/v.${ending}" title="v.${ending}">` +
      `<video preload="metadata" src="${externalContentUrl(`https://a.example/v.${ending}`)}"></video></a></div>`,
  ]),
  ['another film is a link', 'https://a.example/v.avi', `<p>${link('https://a.example/v.avi')}</p>`],
  ['a video in a quote is a link', `> ${movie}`, `<blockquote>\n<p>${link(movie)}</p>\n</blockquote>`],
  [
    'image syntax plays a sound, and says where it is from',
    `a ![t](${sound}) b`,
    `<p>a <audio controls data-original-url="${sound}" preload="metadata" src="${externalContentUrl(sound)}" title="t"></audio> b</p>`,
  ],
  [
    'a sound without a text is titled by its name',
    '![](https://a.example/x/s.flac)',
    '<p><audio controls data-original-url="https://a.example/x/s.flac" preload="metadata" ' +
      `src="${externalContentUrl('https://a.example/x/s.flac')}" title="s.flac"></audio></p>`,
  ],
  ['a linked sound is a link', sound, `<p>${link(sound)}</p>`],
  [
    'a channel there is none',
    'https://www.youtube.com/@someone',
    `<p>${link('https://www.youtube.com/@someone')}</p>`,
  ],
  [
    'YouTube in a path is none',
    'https://a.example/youtube.com/watch?v=aB3_-567890',
    `<p>${link('https://a.example/youtube.com/watch?v=aB3_-567890')}</p>`,
  ],
]

describe('images and videos of other servers', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })

  it('are links where the server fetches nothing, and where the organization wants no previews', () => {
    expect(render(image)).toBe(`<p>${link(image)}</p>`)
    expect(render(`${movie} ![t](${sound})`)).toBe(`<p>${link(movie)} ${link(sound, 't')}</p>`)
    expect(html(`${image} ${video} ${movie} ![t](${sound})`, { inlineImagePreview: false })).toBe(
      `<p>${link(image)} ${link(video)} ${link(movie)} ${link(sound, 't')}</p>`,
    )
  })

  it('are links when there are more than 24', () => {
    const many = (count: number) =>
      html(Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`).join(' '))
    expect(many(24).match(/<img/g)).toHaveLength(24)
    expect(many(25)).not.toContain('<img')
  })
})
