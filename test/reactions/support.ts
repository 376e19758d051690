import type { Parameters } from '../support/actor.ts'
import type { Person } from '../support/cast.ts'

/** Reacts to a message over REST. */
export const react = (person: Person, messageId: number, emoji_name: string, more: Parameters = {}) =>
  person.post(`messages/${messageId}/reactions`, { emoji_name, ...more })

/** Takes a reaction back over REST. */
export const unreact = (person: Person, messageId: number, which: Parameters) =>
  person.delete(`messages/${messageId}/reactions`, which)

/** A message's reactions as somebody reads them over REST. */
export async function reactionsOf(reader: Person, messageId: number): Promise<Record<string, unknown>[]> {
  return (await reader.get(`messages/${messageId}`).succeeds()).message.reactions
}

/** The Unicode emoji that most tests react with. */
export const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
