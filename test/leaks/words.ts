/** The words in a text by which channels and messages can be told from all others (World.word). */
export function wordsIn(text: string): string[] {
  return text.match(/w\d+x\d+/g) ?? []
}
