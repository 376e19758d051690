import { diffArrays } from 'diff'

/** Tags, words and what stands between them. */
const PIECES = /<[^>]*>|&[^;\s]+;|[\p{Letter}\p{Number}]+|\s+|./gsu
/** Texts with more differences than this are shown as if nothing were left of the old one. */
const MOST_DIFFERENCES = 1500

/**
 * What has become of a rendered text (reference: `content_html_diff`): the new HTML with new text in
 * spans, and with spans of the text that is gone where it was. Tags that are gone leave no trace, so that
 * the result is as well-formed as the new HTML.
 */
export function htmlDifference(before: string, after: string): string {
  const [old, fresh] = [piecesOf(before), piecesOf(after)]
  const changes = diffArrays(old, fresh, { maxEditLength: MOST_DIFFERENCES }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, added: true, removed: false },
  ]
  return changes
    .map(({ value, added, removed }) => {
      if (removed) return marked(value.filter(isText), 'highlight_text_deleted')
      return added ? marked(value, 'highlight_text_inserted') : value.join('')
    })
    .join('')
}

function piecesOf(html: string): string[] {
  return html.match(PIECES) ?? []
}

function isText(piece: string): boolean {
  return !piece.startsWith('<')
}

/** Puts each run of text into a span, and leaves tags as they are. */
function marked(pieces: readonly string[], className: string): string {
  let html = ''
  let text = ''
  const close = () => {
    // White space alone shows nothing.
    html += text.trim() === '' ? text : `<span class="${className}">${text}</span>`
    text = ''
  }
  for (const piece of pieces) {
    if (isText(piece)) text += piece
    else {
      close()
      html += piece
    }
  }
  close()
  return html
}
