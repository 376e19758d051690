const LENGTH_TO_SECONDS = 19
const ZERO = 48

/**
 * Reads a moment as PostgreSQL writes it for sessions in UTC, such as `2026-01-31 09:05:07.25+00`: three
 * times as fast as the driver's parser, which finds out about every form that there is.
 *
 * @param otherwise reads all other forms
 */
export function parseTimestamp(text: string, otherwise: (text: string) => unknown): unknown {
  const end = text.length - 3
  const isWhole = end === LENGTH_TO_SECONDS || text.charAt(LENGTH_TO_SECONDS) === '.'
  // Years of two digits would be taken for those of the last century.
  const hasFourDigits = text.charAt(4) === '-' && text.charAt(0) !== '0'
  if (!isWhole || !hasFourDigits || !text.endsWith('+00')) return otherwise(text)
  let milliseconds = 0
  for (let place = LENGTH_TO_SECONDS + 1, worth = 100; place < end && worth >= 1; place++, worth /= 10) {
    milliseconds += (text.charCodeAt(place) - ZERO) * worth
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds,
    ),
  )
}

function twoDigits(text: string, place: number): number {
  return (text.charCodeAt(place) - ZERO) * 10 + text.charCodeAt(place + 1) - ZERO
}
