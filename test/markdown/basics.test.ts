import { describe, expect, it } from 'vitest'
import { html } from './cast.ts'

const lines = (...parts: string[]): string => parts.join('\n')

const inline: [claim: string, input: string, output: string][] = [
  ['a newline breaks the line', 'one\ntwo', '<p>one<br>\ntwo</p>'],
  ['a blank line starts a paragraph', 'one\n\ntwo', '<p>one</p>\n<p>two</p>'],
  ['one star is emphasis', '*x*', '<p><em>x</em></p>'],
  ['two stars are strong', '**x**', '<p><strong>x</strong></p>'],
  ['three stars are strong emphasis', '***x***', '<p><strong><em>x</em></strong></p>'],
  ['emphasis nests in strong', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['strong nests in emphasis', '*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
  ['emphasis reaches into words', 'un*believ*able', '<p>un<em>believ</em>able</p>'],
  ['stars between spaces are text', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['stars without a partner are text', '**x', '<p>**x</p>'],
  ['single underscores are text', '_x_', '<p>_x_</p>'],
  ['double underscores are text', '__x__', '<p>__x__</p>'],
  ['underscores in names are text', 'a_long_name', '<p>a_long_name</p>'],
  ['double tildes strike out', '~~x~~', '<p><del>x</del></p>'],
  ['single tildes are text', '~x~', '<p>~x~</p>'],
  ['code is escaped', '`a<b`', '<p><code>a&lt;b</code></p>'],
  ['code may hold backticks', '`` a`b ``', '<p><code>a`b</code></p>'],
  ['code is taken as it is', '`*a* :smile: @**Ann Lee**`', '<p><code>*a* :smile: @**Ann Lee**</code></p>'],
  ['an unclosed backtick is text', '`a', '<p>`a</p>'],
  ['backslashes are text', '¯\\_(ツ)_/¯', '<p>¯\\_(ツ)_/¯</p>'],
  ['HTML is escaped', '<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
  ['entities are escaped', '&lt;', '<p>&amp;lt;</p>'],
  ['quotation marks stay', '"it\'s"', '<p>"it\'s"</p>'],
  ['definitions are text', '[ref][x]\n\n[x]: y', '<p>[ref][x]</p>\n<p>[x]: y</p>'],
  ['/me is kept', '/me waves', '<p>/me waves</p>'],
  ['a single dollar is text', '$5 and $6', '<p>$5 and $6</p>'],
  ['no text gives no HTML', '', ''],
]

const blocks: [claim: string, input: string, output: string][] = [
  ['two hashes and a space head a section', '## T', '<h2>T</h2>'],
  ['six hashes are the most', '###### T\n\n####### T', '<h6>T</h6>\n<p>####### T</p>'],
  ['hashes without a space are text', '#T', '<p>#T</p>'],
  ['hashes without a text are text', '##', '<p>##</p>'],
  ['headings hold markup', '# *x*', '<h1><em>x</em></h1>'],
  ['three dashes alone are a rule', '---', '<hr>'],
  ['three dashes below a text are a rule', 'x\n---', '<p>x</p>\n<hr>'],
  [
    'an indented line is code',
    '    a<b',
    '<div class="codehilite"><pre><span></span><code>a&lt;b\n</code></pre></div>',
  ],
  ['a quote holds paragraphs', '> q', '<blockquote>\n<p>q</p>\n</blockquote>'],
  ['lines of a quote are one quote', '> a\n> b', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
  ['quotes nest', '> > q', '<blockquote>\n<blockquote>\n<p>q</p>\n</blockquote>\n</blockquote>'],
  ['text right below a quote continues it', '> a\nb', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
  ['a blank line ends a quote', '> a\n\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
  ['quotes hold blocks', '> # T\n> - a', '<blockquote>\n<h1>T</h1>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>'],
  [
    'code in a quote ends with the quote',
    '> ```\n> a\nb',
    '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>\n<p>b</p>',
  ],
  [
    'tables have heads, bodies and alignment',
    '|a|b|\n|:--:|--|\n|1|2|',
    lines(
      ...[
        '<table>',
        '<thead>',
        '<tr>',
        '<th style="text-align: center;">a</th>',
        '<th>b</th>',
        '</tr>',
        '</thead>',
      ],
      ...[
        '<tbody>',
        '<tr>',
        '<td style="text-align: center;">1</td>',
        '<td>2</td>',
        '</tr>',
        '</tbody>',
        '</table>',
      ],
    ),
  ],
]

const lists: [claim: string, input: string, output: string][] = [
  ['a star makes an item', '* a', '<ul>\n<li>a</li>\n</ul>'],
  ['all bullets make one list', '* a\n- b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
  ['a list may follow a text', 'x\n* a', '<p>x</p>\n<ul>\n<li>a</li>\n</ul>'],
  ['a numbered list may follow a text', 'x\n3. a', '<p>x</p>\n<ol start="3">\n<li>a</li>\n</ol>'],
  ['a year in a wrapped line is text', 'in\n1999. Then', '<p>in<br>\n1999. Then</p>'],
  ['numbers start where written', '3. a\n3. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['number one is not written out', '1. a\n1. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['two spaces nest', '* a\n  * b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
  ['two spaces nest below numbers', '1. a\n  * b', '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  ['one space does not nest', '* a\n * b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  [
    'nested lists end at their indentation',
    '* a\n  * b\n* c',
    '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>',
  ],
  ['bullets and numbers are two lists', '* a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
  ['wide numbers keep their text whole', '10. abc', '<ol start="10">\n<li>abc</li>\n</ol>'],
  ['a marker without a text is text', '*\n-', '<p>*<br>\n-</p>'],
  ['items go on in the next line', '* a\nb', '<ul>\n<li>a<br>\nb</li>\n</ul>'],
  ['a quote ends a list', '* a\n> q', '<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>q</p>\n</blockquote>'],
  [
    'a quote ends a quoted list',
    '> * a\n> > q',
    '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>q</p>\n</blockquote>\n</blockquote>',
  ],
  [
    'a quote in an item is the item’s',
    '* a\n  > q',
    '<ul>\n<li>a\n<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>',
  ],
  ['parted items hold paragraphs', '* a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
  [
    'code in an item starts on its own line',
    '* a\n  ```\n  x\n  ```',
    '<ul>\n<li>a\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n</li>\n</ul>',
  ],
]

describe('text within a block', () => {
  it.each(inline)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })
})

describe('blocks', () => {
  it.each(blocks)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })
})

describe('lists', () => {
  it.each(lists)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(output)
  })
})
