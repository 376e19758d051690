import { describe, expect, it } from 'vitest'
import { clientEmojiNames } from '../../src/markdown/client-emoji-names.ts'
import { emojiCodeOf, emojiCodesByName, emojiNamesByCode } from '../../src/markdown/emoji-names.ts'
import { html } from './cast.ts'

const unicode = (name: string, code: string, label = name): string =>
  `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`
const image = (name: string, url: string): string =>
  `<img alt=":${name}:" class="emoji" src="${url}" title="${name}">`

const claims: [claim: string, input: string, output: string][] = [
  ['a name is an emoji', ':smile:', unicode('smile', '1f604')],
  ['a character is an emoji', '😄', unicode('smile', '1f604')],
  ['an alias keeps its spelling', ':thumbsup:', unicode('thumbsup', '1f44d')],
  ['names may hold signs', ':+1:', unicode('+1', '1f44d')],
  ['names of bots are emoji', ':time_ticking:', unicode('time_ticking', '23f3', 'time ticking')],
  ['underscores are spaces to readers', ':red_circle:', unicode('red_circle', '1f534', 'red circle')],
  ['emoji need no space around', 'a:smile:b', `a${unicode('smile', '1f604')}b`],
  ['joined characters are one emoji', '👨‍👩‍👧', unicode('man-woman-girl', '1f468-200d-1f469-200d-1f467')],
  ['two letters are one flag', '🇩🇪', unicode('de', '1f1e9-1f1ea')],
  ['a keycap is one emoji', '#️⃣', unicode('hash', '0023-20e3')],
  ['a character with U+FE0F is an emoji', '❤️', unicode('heart', '2764')],
  ['a character without U+FE0F is an emoji', '❤', unicode('heart', '2764')],
  ['U+FE0E asks for text', '❤︎', '❤︎'],
  ['signs of old are text', '© ™ 1 #', '© ™ 1 #'],
  ['signs of old with U+FE0F are emoji', '©️', unicode('copyright', '00a9')],
  ['a skin tone stays text', '👍🏽', '👍🏽'],
  ['a sequence without an entry stays text', '👍‍👍', '👍‍👍'],
  ['an unknown name stays text', ':nosuch:', ':nosuch:'],
  ['times of day are text', '10:30:45', '10:30:45'],
  [
    'a custom emoji is a picture',
    ':partyparrot:',
    image('partyparrot', '/user_avatars/2/emoji/images/5.png'),
  ],
  ['custom names win', ':octopus:', image('octopus', '/user_avatars/2/emoji/images/6.png')],
  [
    'the extra emoji is a picture',
    ':zulip:',
    image('zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'),
  ],
  ['code shows no emoji', '`:smile: 😄`', '<code>:smile: 😄</code>'],
  [
    'links show emoji',
    '[:smile: 😄](http://b.c)',
    `<a href="http://b.c">${unicode('smile', '1f604')} ${unicode('smile', '1f604')}</a>`,
  ],
  ['addresses show none', 'http://b.c/:smile:/', '<a href="http://b.c/:smile:/">http://b.c/:smile:/</a>'],
  ['emoticons are text', ':) <3', ':) &lt;3'],
]

describe('emoji', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(`<p>${output}</p>`)
  })
})

describe('emoticons, where they are translated', () => {
  const smile = unicode('slightly_smiling_face', '1f642', 'slightly smiling face')
  const translated: [claim: string, input: string, output: string][] = [
    ['become emoji', ':)', smile],
    ['may stand before punctuation', 'ha :).', `ha ${smile}.`],
    ['may hold special characters', '<3', unicode('heart', '2764')],
    ['must stand free', 'a:) http://a.b/x:/ 10:0', 'a:) <a href="http://a.b/x:/">http://a.b/x:/</a> 10:0'],
    ['stay in code', '`:)`', '<code>:)</code>'],
  ]
  it.each(translated)('%s', (_claim, input, output) => {
    expect(html(input, { translateEmoticons: true })).toBe(`<p>${output}</p>`)
  })
})

describe('the tables of names', () => {
  it('give a code to every name and list it among the names of that code', () => {
    for (const [name, code] of emojiCodesByName()) expect(emojiNamesByCode().get(code)).toContain(name)
    const listed = [...emojiNamesByCode().values()].flat()
    expect(listed).toHaveLength(emojiCodesByName().size)
  })

  it('hold only names that can be written and codes in the form of clients', () => {
    expect(emojiNamesByCode().size).toBeGreaterThan(1900)
    for (const [code, names] of emojiNamesByCode()) {
      expect(code).toMatch(/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/)
      expect(code).not.toMatch(/fe0f|1f3f[b-f]/)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(name).toMatch(/^[a-z0-9_+-]+$/)
    }
  })

  it('add names of clients where no set has them, behind the others', () => {
    for (const [code, names] of Object.entries(clientEmojiNames)) {
      const added = names.split(' ')
      expect(emojiNamesByCode().get(code)?.slice(1)).toEqual(expect.arrayContaining(added))
      for (const name of added) expect(emojiCodesByName().get(name), name).toBe(code)
    }
    for (const [name, code] of [
      ['smile', '1f604'],
      ['x', '274c'],
      ['hourglass', '231b'],
    ] as const) {
      expect(emojiCodesByName().get(name)).toBe(code)
    }
  })

  it('put the canonical name first', () => {
    expect(emojiNamesByCode().get('1f44d')?.[0]).toBe('+1')
    expect(emojiNamesByCode().get('1f389')?.[0]).toBe('tada')
  })

  it('know codes by characters', () => {
    expect(emojiCodeOf('❤️')).toBe('2764')
    expect(emojiCodeOf('#️⃣')).toBe('0023-20e3')
  })
})
