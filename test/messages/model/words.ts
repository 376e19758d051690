/** Words of the random messages, by the one form that stands for all: null where a word counts for nothing. */
export const stems: Readonly<Record<string, string | null>> = {
  tea: 'tea',
  teas: 'tea',
  cake: 'cake',
  cakes: 'cake',
  bake: 'bake',
  baking: 'bake',
  baked: 'bake',
  run: 'run',
  running: 'run',
  zebra: 'zebra',
  the: null,
  and: null,
}

export const words: readonly string[] = Object.keys(stems)
/** Beginnings of words, as searches have them. */
export const beginnings: readonly string[] = ['te', 'cake', 'bak', 'ru', 'zeb', 'none']

/** The stems of a text's words. */
export function stemsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => stems[word] ?? []))
}
