import { describe, expect, it } from 'vitest'
import { isAllowedAddress, linkSchemes } from '../../src/markdown/link-schemes.ts'
import { html } from './cast.ts'

const link = (href: string, text = href): string => `<a href="${href}">${text}</a>`

const bare: [claim: string, input: string, output: string][] = [
  ['an address is a link', 'https://a.example/x', link('https://a.example/x')],
  ['a domain is a link', 'a.example', link('http://a.example', 'a.example')],
  ['a domain may have a path', 'a.example/x?y=1#z', link('http://a.example/x?y=1#z', 'a.example/x?y=1#z')],
  ['a mail address is a link', 'x@a.example', link('mailto:x@a.example', 'x@a.example')],
  ['a telephone number is a link', 'tel:+4930123', link('tel:+4930123')],
  ['a local server is a link', 'http://localhost:9991/x', link('http://localhost:9991/x')],
  [
    'punctuation stays outside',
    'see a.example, or b.example.',
    `see ${link('http://a.example', 'a.example')}, or ${link('http://b.example', 'b.example')}.`,
  ],
  ['brackets stay outside', '(https://a.example)', `(${link('https://a.example')})`],
  ['brackets inside stay inside', 'https://a.example/x_(y)', link('https://a.example/x_(y)')],
  ['angle brackets stay outside', '<https://a.example>', `&lt;${link('https://a.example')}&gt;`],
  ['stars end it', '*https://a.example*', `<em>${link('https://a.example')}</em>`],
  ['underscores belong to it', 'https://a.example/_x_', link('https://a.example/_x_')],
  ['ampersands are escaped', 'https://a.example/?a&b', link('https://a.example/?a&amp;b')],
  ['its text is as written', 'https://a.example/%C3%A4', link('https://a.example/%C3%A4')],
  ['names of files are text', 'main.rs readme.md x.py a.zip', 'main.rs readme.md x.py a.zip'],
  ['versions are text', '1.2.3 and e.g. this', '1.2.3 and e.g. this'],
  ['two slashes are text', '//a.example', '//a.example'],
  ['code has no links', '`https://a.example`', '<code>https://a.example</code>'],
]

const named: [claim: string, input: string, output: string][] = [
  ['a link has a text', '[t](https://a.example)', link('https://a.example', 't')],
  ['a text may hold markup', '[*t*](https://a.example)', link('https://a.example', '<em>t</em>')],
  ['an empty text shows the address', '[](https://a.example)', link('https://a.example')],
  ['titles are left out', '[t](https://a.example "x")', link('https://a.example', 't')],
  ['a domain is completed', '[t](a.example/x)', link('http://a.example/x', 't')],
  ['a mail address is completed', '[t](x@a.example)', link('mailto:x@a.example', 't')],
  ['a path of this server is kept', '[t](/user_uploads/2/ab/x.pdf)', link('/user_uploads/2/ab/x.pdf', 't')],
  ['a fragment is kept', '[t](#narrow/is/starred)', link('#narrow/is/starred', 't')],
  ['picture syntax is a link', '![t](https://a.example/x.png)', link('https://a.example/x.png', 't')],
  ['quotation marks are encoded', '[t](https://a.example/"x)', link('https://a.example/%22x', 't')],
  ['other words are no address', '[t](some-words)', '[t](some-words)'],
  ['no address is no link', '[t]() [*t*]( )', '[t]() [<em>t</em>]()'],
  ['an unclosed link is text', '[t](https', '[t](https'],
]

const own: [claim: string, input: string, output: string][] = [
  ['messages', 'https://chat.example/#narrow/channel/9-plans', '#narrow/channel/9-plans'],
  ['uploads', 'https://chat.example/user_uploads/2/x.png', 'user_uploads/2/x.png'],
]

const refused = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://a.example/x',
  'x-unknown:y',
  '//a.example/x',
]

describe('bare links', () => {
  it.each(bare)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(`<p>${output}</p>`)
  })
})

describe('links with a text', () => {
  it.each(named)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(`<p>${output}</p>`)
  })

  it.each([...linkSchemes])('may lead to %s', (scheme) => {
    expect(html(`[t](${scheme}:abc)`)).toBe(`<p>${link(`${scheme}:abc`, 't')}</p>`)
  })

  it.each(refused)('may not lead to %s', (target) => {
    expect(html(`[t](${target})`)).not.toMatch(/href="(?!https:\/\/a\.example\/x)/)
    expect(html(`[t](<${target}>)`)).not.toMatch(/href="(?!https:\/\/a\.example\/x)/)
  })
})

describe('a path of this server', () => {
  it('names no other host', () => {
    expect(isAllowedAddress('/user_uploads/x')).toBe(true)
    expect(isAllowedAddress('//a.example')).toBe(false)
    expect(isAllowedAddress('/\\a.example')).toBe(false)
    expect(isAllowedAddress('')).toBe(false)
  })
})

describe('links to this server become relative', () => {
  it.each(own)('%s', (_claim, url, href) => {
    expect(html(url)).toBe(`<p>${link(href, url)}</p>`)
    expect(html(`[t](${url})`)).toBe(`<p>${link(href, 't')}</p>`)
    expect(html(url, { serverUrl: 'https://chat.example/' })).toBe(`<p>${link(href, url)}</p>`)
  })

  it('but not other pages of it, nor other servers', () => {
    for (const url of ['https://chat.example/help', 'https://chat.example.evil.example/#narrow/x']) {
      expect(html(url)).toBe(`<p>${link(url)}</p>`)
    }
  })
})
