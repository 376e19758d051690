import { describe, expect, it } from 'vitest'
import { html } from './cast.ts'

const code = (content: string, language?: string): string =>
  `<div class="codehilite"${language === undefined ? '' : ` data-code-language="${language}"`}>` +
  `<pre><span></span><code>${content}</code></pre></div>`

const quote = (content: string): string => `<blockquote>\n${content}\n</blockquote>`

const spoiler = (title: string, content: string): string =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${title}` +
  `</div><div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`

const claims: [claim: string, input: string, output: string][] = [
  ['a fence without a word has no language', '```\nx\n```', code('x\n')],
  ['tildes fence too', '~~~\nx\n~~~', code('x\n')],
  ['a language has its canonical name', '```py\n \n```', code(' \n', 'Python')],
  ['a language is found whatever its case', '```JavaScript\n \n```', code(' \n', 'JavaScript')],
  ['an unknown language is kept as typed', '```MyLang\nx\n```', code('x\n', 'MyLang')],
  ['an unknown language is escaped', '```a"><b>\nx\n```', code('x\n', 'a&quot;&gt;&lt;b&gt;')],
  ['the word "text" means no language', '```text\nx\n```', code('x\n')],
  ['code is escaped and nothing else', '```\n<b> *x* :smile: "q"\n```', code('&lt;b&gt; *x* :smile: "q"\n')],
  ['code keeps blank lines and indentation', '```\n\n  x\n\n```', code('\n  x\n\n')],
  ['an unclosed fence runs to the end', '```\nx\n\ny', code('x\n\ny\n')],
  ['an empty fence is empty', '```\n```', code('')],
  ['a longer fence holds a shorter one', '````\n```\nx\n```\n````', code('```\nx\n```\n')],
  ['another fence is content', '```\n~~~\n```', code('~~~\n')],
  ['a fence interrupts a paragraph', 'a\n```\nx\n```\nb', `<p>a</p>\n${code('x\n')}\n<p>b</p>`],
  ['backticks behind backticks are no fence', '```a``` b', '<p><code>a</code> b</p>'],
  ['a quote holds markup', '```quote\n*x*\n```', quote('<p><em>x</em></p>')],
  ['the word "quote" may be capital', '```Quote\nx\n```', quote('<p>x</p>')],
  ['a quote holds blocks', '```quote\n* a\n\nb\n```', quote('<ul>\n<li>a</li>\n</ul>\n<p>b</p>')],
  ['a quote holds a different fence', '```quote\n~~~\nx\n~~~\n```', quote(code('x\n'))],
  ['a quote holds a quote of a shorter fence', '````quote\n```quote\nx\n```\n````', quote(quote('<p>x</p>'))],
  ['a spoiler has a title', '```spoiler Title\nx\n```', spoiler('<p>Title</p>\n', '<p>x</p>\n')],
  ['a title holds markup', '```spoiler *T*\nx\n```', spoiler('<p><em>T</em></p>\n', '<p>x</p>\n')],
  ['a spoiler may have no title', '```spoiler\nx\n```', spoiler('', '<p>x</p>\n')],
  ['a spoiler may be empty', '```spoiler a\n```', spoiler('<p>a</p>\n', '')],
  ['a spoiler holds code', '````spoiler a\n```\nx\n```\n````', spoiler('<p>a</p>\n', `${code('x\n')}\n`)],
]

describe('fences', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })

  it('take the default language where they name none', () => {
    const options = { defaultCodeBlockLanguage: 'ruby' }
    expect(html('```\n \n```', options)).toBe(code(' \n', 'Ruby'))
    expect(html('```text\nx\n```', options)).toBe(code('x\n'))
    expect(html('```go\n \n```', options)).toBe(code(' \n', 'Go'))
    expect(html('    x', options)).toBe(code('x\n'))
  })
})
