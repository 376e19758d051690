import { escapeText } from '../html.ts'
import { LineReader, type Work } from './line-reader.ts'
import type { Mode } from './mode.ts'
import { modeOf } from './modes.ts'
import { tokenClass } from './token-classes.ts'

/** Characters that the code blocks of one text together may make the highlighter look at. */
export const highlightingWork = 1_000_000
/** Lines that are longer stay plain: what a mode does with a line may grow faster than the line. */
const longestLine = 250
/** Brackets inside one another; modes walk through all that are open. */
const deepest = 200
/** A mode that does not move on after so many tries never will. */
const mostTries = 10

const indentUnit = 2

/**
 * Code as HTML, its tokens in spans of Pygments' short class names (reference: "Code, quote, math, spoiler
 * fences"). Code whose language has no mode, lines that are too long, and what is left when the work is used
 * up are plain text.
 *
 * @param language canonical name
 * @param work what the text's code may still cost; it becomes less
 */
export function highlight(code: string, language: string, work: Work): string {
  const mode = work.left > 0 ? modeOf(language) : undefined
  if (!mode || isTooDeep(code)) return escapeText(code)
  const lines = code.split('\n')
  const done: string[] = []
  try {
    const state = mode.startState?.(indentUnit)
    for (const line of lines) done.push(highlightLine(line, language, mode, state, work))
  } catch {
    // The work is used up, or the mode fails on this text, which is no reason to refuse it.
    done.push(...lines.slice(done.length).map(escapeText))
  }
  return done.join('\n')
}

function highlightLine(line: string, language: string, mode: Mode, state: unknown, work: Work): string {
  if (line === '') {
    mode.blankLine?.(state, indentUnit)
    return ''
  }
  if (line.length > longestLine) return escapeText(line)
  const reader = new LineReader(line, work)
  const spans = new Spans()
  for (let tries = 0; !reader.eol(); ) {
    const style = mode.token(reader, state)
    if (reader.pos > reader.start) {
      const text = reader.current()
      spans.add(text, tokenClass(language, style, text))
      reader.start = reader.pos
      tries = 0
    } else if (++tries === mostTries) throw new Error(`The mode of ${language} does not move on.`)
  }
  return spans.html()
}

/** Whether brackets are nested too deep, in either direction, wherever they stand. */
function isTooDeep(code: string): boolean {
  let depth = 0
  for (const character of code) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    if (Math.abs(depth) > deepest) return true
  }
  return false
}

/** The spans of one line; neighbours of one class become one. */
class Spans {
  #html = ''
  #text = ''
  #class = ''

  add(text: string, name: string): void {
    if (name === this.#class) this.#text += text
    else {
      this.#flush()
      this.#text = text
      this.#class = name
    }
  }

  html(): string {
    this.#flush()
    return this.#html
  }

  #flush(): void {
    const text = escapeText(this.#text)
    this.#html += this.#class === '' ? text : `<span class="${this.#class}">${text}</span>`
    this.#text = ''
    this.#class = ''
  }
}
