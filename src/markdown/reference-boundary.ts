/**
 * Whether a mention or a channel link may start here: at the start, after white space or after one
 * of a few opening characters (reference: "Mentions").
 * @param position index of the `@` or `#` in the text
 */
export function canStartReference(text: string, position: number): boolean {
  return position === 0 || /[\s'"({[/<]/.test(text.charAt(position - 1))
}
