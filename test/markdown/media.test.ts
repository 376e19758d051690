import { describe, expect, it } from 'vitest'
import { html } from './cast.ts'

const address = '/user_uploads/2/ab/x.png'
const picture =
  'data-original-content-type="image/png" data-original-dimensions="800x600" ' +
  'src="/user_uploads/thumbnail/2/ab/x.png/840x560.webp"'
const preview = (title: string) =>
  `<div class="message_inline_image"><a href="${address}" title="${title}"><img ${picture}></a></div>`
const link = (text: string, href = address) => `<a href="${href}">${text}</a>`
const movie = '/user_uploads/2/ab/v.mp4'
const video = (title: string) =>
  `<div class="message_inline_image message_inline_video"><a href="${movie}" title="${title}">` +
  `<video preload="metadata" src="${movie}"></video></a></div>`

const claims: [claim: string, input: string, output: string][] = [
  [
    'an image link has a preview after its paragraph',
    `a [t](${address})`,
    `<p>a ${link('t')}</p>\n${preview('t')}`,
  ],
  ['an image link alone gives way to its preview', `[t](${address})`, preview('t')],
  ['a bare address is titled by the file', `https://chat.example${address}`, preview('x.png')],
  [
    'the same file is shown once',
    `a [t](${address}) [u](${address})\n\n[v](${address})`,
    `<p>a ${link('t')} ${link('u')}</p>\n${preview('t')}\n<p>${link('v')}</p>`,
  ],
  ['a heading may have one', `# [t](${address})`, `<h1>${link('t')}</h1>\n${preview('t')}`],
  [
    'a list item may have one',
    `* a [t](${address})`,
    `<ul>\n<li>a ${link('t')}\n${preview('t')}\n</li>\n</ul>`,
  ],
  ['a quote has none', `> [t](${address})`, `<blockquote>\n<p>${link('t')}</p>\n</blockquote>`],
  [
    'a fenced quote has none',
    `\`\`\`quote\n[t](${address})\n\`\`\``,
    `<blockquote>\n<p>${link('t')}</p>\n</blockquote>`,
  ],
  ['code has none', `\`${address}\``, `<p><code>${address}</code></p>`],
  [
    'an animated image moves',
    '[t](/user_uploads/2/cd/y.gif)',
    '<div class="message_inline_image"><a href="/user_uploads/2/cd/y.gif" title="t"><img data-animated="true" ' +
      'data-original-content-type="image/gif" data-original-dimensions="20x10" ' +
      'src="/user_uploads/thumbnail/2/cd/y.gif/840x560-anim.webp"></a></div>',
  ],
  ['a video has a preview and keeps its link', `[t](${movie})`, `<p>${link('t', movie)}</p>\n${video('t')}`],
  [
    'an unknown file has none',
    '[t](/user_uploads/2/no/x.png)',
    `<p>${link('t', '/user_uploads/2/no/x.png')}</p>`,
  ],
  [
    'image syntax shows an uploaded image in the text',
    `a ![t*s*](${address}) b`,
    `<p>a <img alt="ts" class="inline-image" data-original-src="${address}" ${picture}> b</p>`,
  ],
  [
    'image syntax in a quote, too',
    `> ![t](${address})`,
    `<blockquote>\n<p><img alt="t" class="inline-image" data-original-src="${address}" ${picture}></p>\n</blockquote>`,
  ],
  [
    'image syntax plays an uploaded sound',
    '![t](/user_uploads/2/ab/s.mp3)',
    '<p><audio controls preload="metadata" src="/user_uploads/2/ab/s.mp3" title="t"></audio></p>',
  ],
  [
    'image syntax of another address is a link',
    '![t](https://a.example/x.png)',
    `<p>${link('t', 'https://a.example/x.png')}</p>`,
  ],
  [
    'image syntax of an unknown file is a link',
    '![t](/user_uploads/2/no/x.png)',
    `<p>${link('t', '/user_uploads/2/no/x.png')}</p>`,
  ],
]

describe('uploaded files', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })

  it('have no previews where the organization wants none', () => {
    const options = { inlineImagePreview: false }
    expect(html(`[t](${address})`, options)).toBe(`<p>${link('t')}</p>`)
    expect(html(`![t](${address})`, options)).toContain('class="inline-image"')
  })

  it('have no previews when there are more than 24', () => {
    const movies = (count: number) =>
      html(Array.from({ length: count }, (_, i) => `[t](/user_uploads/2/ab/${i}.mp4)`).join(' '))
    expect(movies(24).match(/<video/g)).toHaveLength(24)
    expect(movies(25)).not.toContain('<video')
  })
})
