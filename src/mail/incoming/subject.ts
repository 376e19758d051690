/** What mail programs put before the subject of an answer, in the languages in which they do. */
const answer = /^(?:re|aw|antw|sv|vs|odp|ynt|rv|回复|答复|返信)(?:\[\d+\])?\s*[:：]\s*/iu
/** The same for what is passed on. */
const forward = /^(?:fwd?|wg|tr|doorst|vl|pd|enc|转发)(?:\[\d+\])?\s*[:：]\s*/iu
/** What no topic can have, and ends of lines. */
const UNPRINTABLE = /[\p{Control}\p{Surrogate}\p{Unassigned}\p{Zl}\p{Zp}]+/gu

/** What a mail's subject says. */
export interface Subject {
  /** Without what mail programs put before it; may be empty. */
  readonly text: string
  readonly isAnswer: boolean
  /** Passed on: what it quotes is what it is about. */
  readonly isForward: boolean
}

/** Takes a subject apart. */
export function readSubject(written: string): Subject {
  let text = written.replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
  let isAnswer = false
  let isForward = false
  for (;;) {
    const prefix = answer.exec(text) ?? forward.exec(text)
    if (!prefix) return { text, isAnswer, isForward }
    // The outermost word says what this mail is.
    if (!isAnswer && !isForward) {
      isForward = forward.test(text)
      isAnswer = !isForward
    }
    text = text.slice(prefix[0].length)
  }
}
