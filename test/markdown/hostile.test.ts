import { afterEach, describe, expect, it, vi } from 'vitest'
import { messageParser } from '../../src/markdown/parser.ts'
import { findReferences } from '../../src/markdown/references.ts'
import { html } from './cast.ts'
import { faultOf } from './well-formed.ts'

const fragments = [
  ...[
    '*',
    '**',
    '***',
    '*a ',
    '*a **b ',
    'a**b',
    '~~',
    '_',
    '`',
    '``a`',
    '[',
    '[a](',
    '[[a](b "',
    '[](<',
    '![',
    '*[',
  ],
  ...[
    '@**',
    '@**a',
    '@*a',
    '@**Ann Lee** ',
    '#**a>',
    '#**plans** ',
    ':a',
    ':smile:',
    '<time:',
    '<',
    '&#',
    '\\',
    '!',
    '😄',
    '👨‍',
  ],
  ...[
    '> ',
    '> a\n',
    '>```\na\n',
    '> - ',
    '- ',
    '- a\n',
    '  * a\n',
    '1. a\n',
    '```\n',
    '```quote\n',
    '~~~\n```quote\n',
    '|',
    '|\n|-\n',
  ],
  ...[
    '# ',
    '---\n',
    '    ',
    '\n',
    'a  \n',
    'http://',
    'https://a.b/',
    'http://a.b/[(',
    'a.',
    'a@',
    'x@y.',
    'tel:1',
    'a:b:',
    '://',
  ],
]

const size = 10000

/** How often the parser looks at a line, skips a token or checks an address in rendering a text. */
function workOf(text: string): number {
  const parser = messageParser()
  const spies = [
    vi.spyOn(parser.block.State.prototype, 'isEmpty'),
    vi.spyOn(parser.block.State.prototype, 'getLines'),
    vi.spyOn(parser.inline, 'skipToken'),
    vi.spyOn(parser.inline.State.prototype, 'scanDelims'),
    vi.spyOn(parser, 'validateLink'),
  ]
  html(text)
  return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
}

describe('hostile texts', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each(fragments)('cost work in proportion to their length: %j', (fragment) => {
    const whole = fragment.repeat(Math.ceil(size / fragment.length)).slice(0, size)
    const part = workOf(whole.slice(0, size / 4))
    vi.restoreAllMocks()
    expect(workOf(whole)).toBeLessThanOrEqual(part * 5 + 500)
  })

  it.each(fragments)('are rendered within a second: %j', (fragment) => {
    const text = fragment.repeat(Math.ceil(size / fragment.length)).slice(0, size)
    const started = performance.now()
    const rendered = html(text, { translateEmoticons: true })
    findReferences(text)
    expect(performance.now() - started).toBeLessThan(1000)
    expect(faultOf(rendered)).toBeNull()
  })

  it('nest only so deep, and lose no text', () => {
    for (const opening of ['> ', '- ', '1. ', '> - ', '```quote\n']) {
      const rendered = html(`${opening.repeat(2000)}the text`)
      expect(rendered).toContain('the text')
      expect(rendered.match(/<(?:blockquote|ul|ol|li)>/g)?.length ?? 0).toBeLessThanOrEqual(42)
      expect(faultOf(rendered)).toBeNull()
    }
    const emphasis = html(`${'*a '.repeat(2000)}the text${' a*'.repeat(2000)}`)
    expect(emphasis.match(/<em>/g)?.length ?? 0).toBeLessThanOrEqual(40)
    expect(faultOf(emphasis)).toBeNull()
  })
})
