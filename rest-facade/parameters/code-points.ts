/**
 * Length of a text as the reference counts it: Unicode code points, not UTF-16 units.
 *
 * @returns the count; an unpaired surrogate counts as one
 */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Whether a text has more than `limit` code points. Cheap for the usual short text. */
export function exceeds(text: string, limit: number): boolean {
  return text.length > limit && codePoints(text) > limit
}
