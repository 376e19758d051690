import { describe, expect, it } from 'vitest'
import type { RenderOptions } from '../../src/markdown/context.ts'
import { insertPagePreviews, pagePreview, shownPagePreviews } from '../../src/markdown/page-previews.ts'
import { render } from './cast.ts'

const link = (href: string, text = href) => `<a href="${href}">${text}</a>`
const a = 'https://a.example/x'
const b = 'https://b.example/y?z=1&w=2'
const known = new Map([
  [a, '<div class="message_embed">A</div>'],
  [b, '<div class="message_embed">B</div>'],
])
const [shownA, shownB] = [...known.values()]
const linkB = link(b.replace('&', '&amp;'))

/** A text with the pages that are known in their places; pages of other addresses have no preview. */
function html(content: string, options: Partial<RenderOptions> = {}, pages = known): string {
  const rendered = render(content, { previewsPages: true, ...options })
  const all = new Map<string, string | null>(rendered.pages.map(({ address }) => [address, null]))
  const shown = insertPagePreviews(rendered.html, rendered.pages, new Map([...all, ...pages]))
  expect(shown.pending).toEqual([])
  return shown.html
}

const claims: [claim: string, input: string, output: string][] = [
  ['a page has its preview below its paragraph', `see ${a}`, `<p>see ${link(a)}</p>\n${shownA}`],
  ['a page alone keeps its link', a, `<p>${link(a)}</p>\n${shownA}`],
  ['a link with a text, too', `[t](${a})`, `<p>${link(a, 't')}</p>\n${shownA}`],
  [
    'text goes on behind it',
    `${a}\n\nb\n\n${b}`,
    `<p>${link(a)}</p>\n${shownA}\n<p>b</p>\n<p>${linkB}</p>\n${shownB}`,
  ],
  ['two of a paragraph come in order', `${b} ${a}`, `<p>${linkB} ${link(a)}</p>\n${shownB}\n${shownA}`],
  [
    'the same page is shown once',
    `${a} ${a}\n\n${a}`,
    `<p>${link(a)} ${link(a)}</p>\n${shownA}\n<p>${link(a)}</p>`,
  ],
  ['a heading may have one', `# ${a}\nb`, `<h1>${link(a)}</h1>\n${shownA}\n<p>b</p>`],
  ['a list item may have one', `* ${a}\n* b`, `<ul>\n<li>${link(a)}\n${shownA}\n</li>\n<li>b</li>\n</ul>`],
  [
    'a list item with two of which one has no preview',
    `* ${a} https://c.example ${b}\n* b`,
    `<ul>\n<li>${link(a)} ${link('https://c.example')} ${linkB}\n${shownA}\n${shownB}\n</li>\n<li>b</li>\n</ul>`,
  ],
  [
    'a list item with others in it',
    `* ${a}\n  * b`,
    `<ul>\n<li>${link(a)}\n${shownA}\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>`,
  ],
  [
    'what has no preview leaves a list as it is',
    '* https://c.example\n  * b',
    `<ul>\n<li>${link('https://c.example')}\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>`,
  ],
  [
    'files come before pages',
    `${a} [v](/user_uploads/2/ab/v.mp4)`,
    `<p>${link(a)} ${link('/user_uploads/2/ab/v.mp4', 'v')}</p>\n<div class="message_inline_image message_inline_video">` +
      '<a href="/user_uploads/2/ab/v.mp4" title="v"><video preload="metadata" src="/user_uploads/2/ab/v.mp4"></video></a></div>' +
      `\n${shownA}`,
  ],
  [
    'a spoiler keeps it inside',
    `\`\`\`spoiler\n${a}\n\`\`\``,
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n' +
      `<p>${link(a)}</p>\n${shownA}\n</div></div>`,
  ],
  ['a quote shows none', `> ${a}`, `<blockquote>\n<p>${link(a)}</p>\n</blockquote>`],
  [
    'a fenced quote shows none',
    `\`\`\`quote\n${a}\n\`\`\``,
    `<blockquote>\n<p>${link(a)}</p>\n</blockquote>`,
  ],
  ['code shows none', `\`${a}\``, `<p><code>${a}</code></p>`],
  ['nobody writes the mark of a place', '<!page>', '<p>&lt;!page&gt;</p>'],
  ['the mark in code is code', `${a} \`<!page>\``, `<p>${link(a)} <code>&lt;!page&gt;</code></p>\n${shownA}`],
]

describe('previews of pages', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })

  it.each([
    ['this server', 'https://chat.example/help'],
    ['this server by another scheme of links', 'https://chat.example/#narrow/channel/9-plans'],
    ['an image', 'https://a.example/x.png'],
    ['a video', 'https://a.example/x.mp4'],
    ['a sound', 'https://a.example/x.mp3'],
    ['another scheme', 'ftp://a.example/x'],
    ['mail', 'x@a.example'],
    ['an address with a password', 'https://u:p@a.example/x'],
    ['an address that is too long', `https://a.example/${'x'.repeat(2000)}`],
  ])('are not asked for of %s', (_what, address) => {
    expect(render(`see [t](${address})`, { previewsPages: true }).pages).toEqual([])
  })

  it('are asked for only where they are wanted, beside images where those are not', () => {
    const addresses = (options: Partial<RenderOptions>) =>
      render(`${a} [t](/user_uploads/2/ab/x.png) https://youtu.be/aB3_-567890`, options).pages.map(
        ({ address }) => address,
      )
    expect(addresses({})).toEqual([])
    expect(addresses({ previewsPages: true })).toEqual([a, 'https://youtu.be/aB3_-567890'])
    const externalContentUrl = (address: string) => address
    expect(addresses({ previewsPages: true, externalContentUrl })).toEqual([a])
    expect(addresses({ previewsPages: true, externalContentUrl, inlineImagePreview: false })).toEqual([
      a,
      'https://youtu.be/aB3_-567890',
    ])
  })

  it('are none in a text with more than 24 links that could be previewed', () => {
    const pages = (count: number, more = '') =>
      render(Array.from({ length: count }, (_, i) => `https://a.example/${i}`).join(' ') + more, {
        previewsPages: true,
      }).pages
    expect(pages(24)).toHaveLength(24)
    expect(pages(24, ' https://a.example/0')).toHaveLength(24)
    expect(pages(25)).toEqual([])
    expect(pages(24, ' [v](/user_uploads/2/ab/v.mp4)')).toEqual([])
  })

  it('come one after another to the same HTML, in whatever order', () => {
    const content = `${a} ${b}\n\n* https://c.example ${a}\n* [t](https://d.example/)\n\nthe end`
    const addresses = render(content, { previewsPages: true }).pages.map(({ address }) => address)
    const all = new Map(addresses.map((address) => [address, `<div class="message_embed">${address}</div>`]))
    const whole = html(content, {}, all)
    for (const order of [addresses, addresses.toReversed(), [1, 3, 0, 2].map((i) => addresses[i] ?? '')]) {
      let { html: text, pages } = render(content, { previewsPages: true })
      for (const address of order) {
        const next = insertPagePreviews(text, pages, new Map([[address, all.get(address) ?? null]]))
        text = next.html
        pages = next.pending
      }
      expect(text).toBe(whole)
      expect(pages).toEqual([])
    }
  })
})

describe('the preview of a page', () => {
  const page = { title: 'T "1" <b>', description: "D & E's", imageSource: '/external_content/ab/cd' }

  it('shows its image, title and description', () => {
    expect(pagePreview(b, page)).toBe(
      '<div class="message_embed"><a class="message_embed_image" href="https://b.example/y?z=1&amp;w=2" ' +
        'style="background-image: url(/external_content/ab/cd)"></a><div class="data-container">' +
        '<div class="message_embed_title"><a href="https://b.example/y?z=1&amp;w=2" title="T &quot;1&quot; &lt;b&gt;">' +
        'T "1" &lt;b&gt;</a></div><div class="message_embed_description">D &amp; E\'s</div></div></div>',
    )
  })

  it('shows what there is', () => {
    expect(pagePreview(a, { ...page, title: null, description: null })).toBe(
      `<div class="message_embed"><a class="message_embed_image" href="${a}" ` +
        'style="background-image: url(/external_content/ab/cd)"></a><div class="data-container"></div></div>',
    )
  })

  it('is found again in HTML that has it', () => {
    const preview = pagePreview(b, page)
    const text = html(`${a} ${b}\n\n\`\`\`\n<div class="message_embed">\n\`\`\``, {}, new Map([[b, preview]]))
    const pages = [a, b, 'https://c.example'].map((address) => ({ address, at: 0 }))
    expect([...shownPagePreviews(text, pages)]).toEqual([[b, preview]])
  })
})
