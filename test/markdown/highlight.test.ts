import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalLanguage } from '../../src/markdown/code-languages.ts'
import { highlight, highlightingWork } from '../../src/markdown/highlight/highlight.ts'
import { highlightedLanguages } from '../../src/markdown/highlight/modes.ts'
import { html } from './cast.ts'
import { codeFragments, repeated } from './hostile-fragments.ts'
import { faultOf } from './well-formed.ts'

/** What stands between the tags of a code block in this language. */
function highlighted(code: string, word: string): string {
  const rendered = html(`~~~~~~${word}\n${code}\n~~~~~~`)
  const start = rendered.indexOf('<code>') + '<code>'.length
  return rendered.slice(start, rendered.lastIndexOf('\n</code>'))
}

/** `k:def` for `<span class="k">def</span>`. */
function terse(rendered: string): string {
  return rendered.replace(/<span class="(\w+)">(.*?)<\/span>/g, '$1:$2')
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const textOf = (rendered: string): string =>
  rendered.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => entities[entity] ?? entity)

const claims: [word: string, code: string, output: string][] = [
  ['python', 'def f(x): # y', 'k:def nf:fp:(n:xp:): c:# y'],
  ['py', 'return None if x is True else "a"', 'k:return kc:None k:if n:x ow:is kc:True k:else s:"a"'],
  ['python3', '@cached', 'nd:@cached'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code.
  ['javascript', 'const a = `b${c}` // d', 'k:const nx:a o:= sx:`b${nx:csx:}` c:// d'],
  ['ts', 'let x: string = null', 'k:let nx:xp:: kt:string o:= kc:null'],
  ['c', '#include <a.h>', 'cp:#include &lt;a.h&gt;'],
  ['cpp', 'int f() { return 0x1f; }', 'kt:int nf:fp:() p:{ k:return m:0x1fp:; p:}'],
  ['java', '@Override public class A', 'nd:@Override k:public k:class nf:A'],
  ['rust', 'fn main() { println!("a") }', 'k:fn nf:mainp:() p:{ fm:println!p:(s:"a"p:) p:}'],
  ['golang', 'package main', 'kn:package n:main'],
  ['rb', 'def f # x', 'k:def nf:f c:# x'],
  ['sh', 'if true; then echo "$a"; fi', 'k:if kc:truep:; k:then nb:echo s:"nv:$as:"p:; k:fi'],
  ['sql', "SELECT 'x' -- y", "k:SELECT s:'x' c:-- y"],
  ['json', '{"a": [1, true, "b"]}', 'p:{nt:"a"p:: p:[m:1p:, kc:truep:, s:"b"p:]}'],
  ['yaml', 'a: "b" # c', 'nt:ap:: s:"b" c:# c'],
  ['html', '<a href="x">y</a>', 'p:&lt;nt:a na:href=s:"x"p:&gt;yp:&lt;/nt:ap:&gt;'],
  ['css', '.a { color: #fff }', 'nc:.a p:{ k:colorp:: kc:#fff p:}'],
  ['diff', '@@ -1 +1 @@\n-x\n+y', 'gu:@@ -1 +1 @@\ngd:-x\ngi:+y'],
  ['lean', 'def f := 1', 'def f := 1'],
  ['nosuch', 'def f(x)', 'def f(x)'],
  ['text', 'def f(x)', 'def f(x)'],
]

const names: [words: string, name: string][] = [
  ['python py python3 py3 Python PY', 'Python'],
  ['javascript js', 'JavaScript'],
  ['typescript ts', 'TypeScript'],
  ['c', 'C'],
  ['cpp c++', 'C++'],
  ['csharp c# cs', 'C#'],
  ['bash sh zsh shell', 'Bash'],
  ['console', 'Bash Session'],
  ['golang go', 'Go'],
  ['rust rs', 'Rust'],
  ['ruby rb', 'Ruby'],
  ['r', 'S'],
  ['constructor', 'constructor'],
  ['text', ''],
]

describe('code', () => {
  it.each(claims)('in %s has its tokens in spans: %s', (word, code, output) => {
    expect(terse(highlighted(code, word))).toBe(output)
  })

  it.each(names)('is named as the language is, whatever it was called: %s', (words, name) => {
    expect([...new Set(words.split(' ').map(canonicalLanguage))]).toEqual([name])
  })

  it('is highlighted across lines, and in the default language', () => {
    expect(terse(highlighted('/* a\n\nb */ int', 'c'))).toBe('c:/* a\n\nc:b */ kt:int')
    const rendered = html('```\ndef\n```', { defaultCodeBlockLanguage: 'python' })
    expect(rendered).toContain('<code><span class="k">def</span>\n</code>')
    expect(html('    def')).toContain('<code>def\n</code>')
  })

  it('is escaped in spans as elsewhere', () => {
    expect(highlighted('"<script>&"', 'python')).toBe('<span class="s">"&lt;script&gt;&amp;"</span>')
  })

  it('has plain lines where they are too long, and goes on below', () => {
    const long = `def ${'x'.repeat(300)}`
    expect(highlighted(`def\n${long}\ndef`, 'python')).toBe(
      `<span class="k">def</span>\n${long}\n<span class="k">def</span>`,
    )
  })

  it('is plain from where it has cost too much, the same each time', () => {
    const costly = `${'!!a '.repeat(60)}\n`.repeat(40)
    const rendered = highlighted(costly, 'verilog')
    expect(rendered.startsWith('<span')).toBe(true)
    expect(rendered.endsWith(`${'!!a '.repeat(60)}\n`)).toBe(true)
    expect(highlighted(costly, 'verilog')).toBe(rendered)
  })

  it('is plain where its brackets are nested without end', () => {
    expect(highlighted('('.repeat(100), 'c')).toContain('<span')
    expect(highlighted(`${'('.repeat(240)}\n`.repeat(3), 'c')).not.toContain('<span')
  })

  it('of a normal length is highlighted to its end', () => {
    const code = 'def f(self, x): return "%s" % self.g[x]  # what it is\n'.repeat(180)
    expect(highlighted(code, 'python')).toMatch(/what it is<\/span>\n*$/)
  })
})

describe('hostile code', () => {
  it.each(highlightedLanguages)('keeps its text, and gives well-formed HTML in %s', (language) => {
    const check = (code: string): void => {
      const rendered = highlight(code, language, { left: highlightingWork })
      expect(textOf(rendered)).toBe(code)
      expect(faultOf(rendered)).toBeNull()
    }
    for (const fragment of codeFragments) check(repeated(fragment).slice(0, 200))
    const composed = fc.array(fc.constantFrom(...codeFragments), { maxLength: 40 })
    fc.assert(
      fc.property(composed, (parts) => check(parts.join(''))),
      { numRuns: 10, seed: 1 },
    )
  })
})
