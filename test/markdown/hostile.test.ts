import { afterEach, describe, expect, it, vi } from 'vitest'
import { findReferences } from '../../src/markdown/find-references.ts'
import { messageParser } from '../../src/markdown/parser.ts'
import { html } from './cast.ts'
import { hostileFragments, linkifiers, repeated } from './hostile-fragments.ts'
import { faultOf } from './well-formed.ts'

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

  it.each(hostileFragments)('cost work in proportion to their length: %j', (fragment) => {
    const whole = repeated(fragment)
    const part = workOf(whole.slice(0, whole.length / 4))
    vi.restoreAllMocks()
    expect(workOf(whole)).toBeLessThanOrEqual(part * 5 + 500)
  })

  it.each(hostileFragments)('give HTML in proportion to their length, and well-formed: %j', (fragment) => {
    const text = repeated(fragment)
    const rendered = html(text, { translateEmoticons: true, linkifiers })
    expect(rendered.length).toBeLessThan(text.length * 100)
    expect(faultOf(rendered)).toBeNull()
    const names = Object.values(findReferences(text)).flat()
    expect(names.length).toBeLessThanOrEqual(text.length)
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
