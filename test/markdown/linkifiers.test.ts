import { describe, expect, it } from 'vitest'
import { findLinks, TextLinkifier } from '../../src/markdown/text-linkifier.ts'
import { html } from './cast.ts'

const linkifiers = [
  new TextLinkifier('#(?P<id>[0-9]+)', 'https://t.example/{id}'),
  new TextLinkifier('(?P<org>[a-z]+)#(?P<id>[0-9]+)', 'https://o.example/{org}/{id}'),
  new TextLinkifier('q:(?P<words>[a-z ]+);', 'https://s.example/{?words}'),
  new TextLinkifier('v(?P<major>\\d+)(\\.(?P<minor>\\d+))?', 'https://v.example/{major}{/minor}'),
  new TextLinkifier('go/(?P<path>\\S+)', '{+path}'),
]
const link = (href: string, text: string) => `<a href="${href}">${text}</a>`
const one = link('https://t.example/1', '#1')

const claims: [claim: string, input: string, output: string][] = [
  ['a match becomes a link', 'see #1', `see ${one}`],
  ['matches may touch white space and punctuation', '#1 (#1), "#1": #1', `${one} (${one}), "${one}": ${one}`],
  ['a letter, digit or underscore beside it keeps it text', '#1a x_#1 #1_ é#1 ä#1', '#1a x_#1 #1_ é#1 ä#1'],
  ['the first in the organization’s order wins', 'a#12', link('https://o.example/a/12', 'a#12')],
  ['values are encoded', 'q:a b;', link('https://s.example/?words=a%20b', 'q:a b;')],
  [
    'a group that is not there is left out',
    'v1 v1.2',
    `${link('https://v.example/1', 'v1')} ${link('https://v.example/1/2', 'v1.2')}`,
  ],
  [
    'markup goes on beside it',
    '*#1* **#1** ~~#1~~',
    `<em>${one}</em> <strong>${one}</strong> <del>${one}</del>`,
  ],
  ['code is left alone', '`#1`', '<code>#1</code>'],
  [
    'links are left alone',
    '[#1](https://a.example) https://a.example/#1',
    `${link('https://a.example', '#1')} ${link('https://a.example/#1', 'https://a.example/#1')}`,
  ],
  ['an address that links may not have stays text', 'go/javascript:alert(1)', 'go/javascript:alert(1)'],
  ['its own text is not read again', 'q:smile;', link('https://s.example/?words=smile', 'q:smile;')],
]

describe('linkifiers', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input, { linkifiers })).toBe(`<p>${output}</p>`)
  })

  it('apply in quotes, lists and tables', () => {
    for (const text of ['> #1', '* #1', '# #1', '|#1|\n|-|', '```quote\n#1\n```']) {
      expect(html(text, { linkifiers })).toContain(one)
    }
    expect(html('```\n#1\n```', { linkifiers })).not.toContain('<a')
  })

  it('find all matches in a long text, wherever its parts are looked through', () => {
    const text = `${'word '.repeat(180)}#1 `.repeat(10)
    const starts = findLinks(text, linkifiers).map(({ start }) => start)
    expect(starts).toEqual(Array.from({ length: 10 }, (_, i) => i * 903 + 900))
    const near = Array.from({ length: 60 }, (_, i) => 470 + i * 10).map(
      (length) => `${'x'.repeat(length)} #1 `,
    )
    for (const line of near) expect(findLinks(line + line, linkifiers)).toHaveLength(2)
  })
})
