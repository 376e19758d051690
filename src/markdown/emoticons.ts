/** Emoticons and the codes of the emoji they stand for. */
const codes: Readonly<Record<string, string>> = {
  ':)': '1f642',
  ':-)': '1f642',
  '(:': '1f642',
  ':(': '1f641',
  ':-(': '1f641',
  ';)': '1f609',
  ';-)': '1f609',
  ':D': '1f600',
  ':-D': '1f600',
  ':P': '1f61b',
  ':-P': '1f61b',
  ':p': '1f61b',
  ':o': '1f62e',
  ':O': '1f62e',
  ':|': '1f610',
  ':-|': '1f610',
  ':/': '1f615',
  ':-/': '1f615',
  ":'(": '1f622',
  '<3': '2764',
  '</3': '1f494',
}

/** Source of a pattern that matches any emoticon; longer ones come before what they start with. */
export const emoticonPattern = Object.keys(codes)
  .sort((one, other) => other.length - one.length)
  .map((emoticon) => emoticon.replace(/[()|/]/g, '\\$&'))
  .join('|')

/** The code of an emoticon's emoji, or undefined for other text. */
export function emoticonCode(text: string): string | undefined {
  return Object.hasOwn(codes, text) ? codes[text] : undefined
}
