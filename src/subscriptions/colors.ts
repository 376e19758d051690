/** What new subscriptions are coloured with, in this order; 24, told apart even when pale. */
export const channelColors: readonly string[] = [
  '#7cb8e8',
  '#f2a65a',
  '#8fce7e',
  '#e58fb1',
  '#b39ddb',
  '#f4d35e',
  '#6fcfc0',
  '#ef8a80',
  '#a3b18a',
  '#90a8ed',
  '#d9ae94',
  '#c6e377',
  '#dd9be8',
  '#79c7de',
  '#f7bd8b',
  '#86d8a4',
  '#f29ac4',
  '#c4b5a0',
  '#9fd0f5',
  '#e8c547',
  '#a8e0c8',
  '#d4899c',
  '#b8c4d6',
  '#cbb0f0',
]

/**
 * The next colours for somebody: those of the palette that are unused, and from its beginning once
 * all are used.
 *
 * @param used colours of the user's subscriptions; the chosen ones are added
 */
export function nextColor(used: Set<string>): string {
  let color = channelColors.find((candidate) => !used.has(candidate))
  if (color === undefined) {
    // One round of the palette is over; what is chosen now counts for the next.
    used.clear()
    color = channelColors[0] ?? '#c2c2c2'
  }
  used.add(color)
  return color
}
