import type { Dice } from './dice.ts'
import type { DemoPerson } from './people.ts'
import type { Story } from './story.ts'

/** One message of a conversation. */
export interface Line {
  readonly speaker: DemoPerson
  readonly content: string
}

const SPEAKERS: readonly string[] = ['A', 'B', 'C', 'D']

/** How many people a story needs. */
export function castSize(story: Story): number {
  const text = story.join('\n')
  const isNamed = (speaker: string) => new RegExp(`^${speaker}:|\\{@?${speaker}\\}`, 'm').test(text)
  return SPEAKERS.filter(isNamed).length
}

/**
 * Tells a story once: with these people, and words drawn for it. A word stays the same within one
 * telling, so that everybody talks about the same thing; those that should differ are drawn by line.
 *
 * @param people at least as many as the story has speakers
 */
export function tell(
  story: Story,
  people: readonly DemoPerson[],
  words: Readonly<Record<string, readonly string[]>>,
  dice: Dice,
): Line[] {
  const kept = new Map<string, string>()
  const speakerOf = (letter: string): DemoPerson => {
    const person = people[SPEAKERS.indexOf(letter)]
    if (!person) throw new Error(`Nobody speaks for ${letter}.`)
    return person
  }
  const wordFor = (slot: string, original: string): string => {
    const choices = words[slot]
    if (!choices) return original
    if (drawnByLine.has(slot)) return dice.one(choices)
    const word = kept.get(slot) ?? dice.one(choices)
    kept.set(slot, word)
    return word
  }
  return story.map((line) => {
    const speaker = speakerOf(line.charAt(0))
    const content = line
      .slice(3)
      .replace(/\{(@?)([A-D])\}/g, (_, at: string, letter: string) => {
        const { name } = speakerOf(letter)
        return at ? `@**${name}**` : (name.split(' ')[0] ?? name)
      })
      .replace(/\{(\w+)\}/g, (original, slot: string) => wordFor(slot, original))
    return { speaker, content: content.charAt(0).toUpperCase() + content.slice(1) }
  })
}

/** Small words that several people would not all choose alike. */
const drawnByLine: ReadonlySet<string> = new Set(['emoji', 'thanks', 'good', 'yes', 'number', 'n', 'kind'])
