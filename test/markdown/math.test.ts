import { describe, expect, it } from 'vitest'
import { html } from './cast.ts'
import { faultOf } from './well-formed.ts'

const source = (tex: string) => `<annotation encoding="application/x-tex">${tex}</annotation>`
const error = (text: string) => `<span class="tex-error">${text}</span>`

describe('formulas', () => {
  it.each([
    [
      'within a line',
      'a $$x^2$$ b',
      /^<p>a <span class="katex"><span class="katex-mathml"><math .* b<\/p>$/,
      'x^2',
    ],
    ['their stars are their own', '*a* $$b*c$$ *d*', /^<p><em>a<\/em> <span.* <em>d<\/em><\/p>$/, 'b*c'],
    [
      'as a block',
      '```math\nx<1\n```',
      /^<p><span class="katex-display"><span class="katex">.*<\/p>$/,
      'x&lt;1',
    ],
    ['the word may be latex', '```latex\nx\n```', /^<p><span class="katex-display">.*<\/p>$/, 'x'],
    ['the word may be tex, with tildes', '~~~ TeX\nx\n~~~', /^<p><span class="katex-display">.*<\/p>$/, 'x'],
    ['a block may have lines', '```math\na\n+ b\n```', /^<p><span class="katex-display">.*<\/p>$/s, 'a\n+ b'],
    ['in a list', '* $$x$$', /^<ul>\n<li><span class="katex">.*<\/li>\n<\/ul>$/, 'x'],
    ['an escaped dollar is theirs', '$$a\\$b$$', /^<p><span class="katex">.*<\/p>$/, 'a\\$b'],
  ])('are typeset, with their source: %s', (_claim, input, form, tex) => {
    const rendered = html(input)
    expect(rendered).toMatch(form)
    expect(rendered).toContain(source(tex))
    expect(faultOf(rendered)).toBeNull()
  })

  it.each([
    ['within a line keeps its dollars', 'a $$\\frac{<$$ b', `<p>a ${error('$$\\frac{&lt;$$')} b</p>`],
    ['as a block does not', '```math\n\\frac{\n```', `<p>${error('\\frac{')}</p>`],
    ['an unknown command', '$$\\nosuch$$', `<p>${error('$$\\nosuch$$')}</p>`],
    ['a macro of the writer’s own', '$$\\def\\a{x}\\a$$', `<p>${error('$$\\def\\a{x}\\a$$')}</p>`],
    ['a character that the fonts lack', '$$😀$$', `<p>${error('$$😀$$')}</p>`],
  ])('that are none are shown as such: %s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })

  it.each([
    ['a single dollar', '$5 and $6'],
    ['no formula at all', '$$$$ and $$'],
    ['three dollars', '$$$x$$$'],
    ['two lines', '$$a\nb$$'],
  ])('are not there: %s', (_claim, input) => {
    expect(html(input)).not.toMatch(/katex|tex-error/)
  })

  it('are not read in code', () => {
    expect(html('`$$x$$`')).toBe('<p><code>$$x$$</code></p>')
  })

  it('have a bound together, and one that stands there often counts once', () => {
    const often = html('$$x^2$$ '.repeat(1000))
    expect(often.match(/class="katex"/g)).toHaveLength(1000)
    const distinct = Array.from({ length: 500 }, (_, i) => `$$x_{${i}}$$`).join(' ')
    const shown = html(distinct)
    expect(shown).toContain('class="katex"')
    expect(shown).toContain(error('$$x_{499}$$'))
    expect(html(`$$${'x+'.repeat(2000)}y$$`)).toContain('tex-error')
  })
})
