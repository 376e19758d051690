import { Bag, Dice } from './dice.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { commonStories, commonWords } from './stories/common.ts'
import { directStories } from './stories/direct.ts'
import { leisureChannels } from './stories/leisure.ts'
import { workChannels } from './stories/work.ts'
import type { DemoChannel } from './story.ts'
import { castSize, type Line, tell } from './tell.ts'

export const demoChannels: readonly DemoChannel[] = [...workChannels, ...leisureChannels]

/** A message that is going to be sent. */
export interface ScriptedMessage extends Line {
  /** The same on every run. */
  readonly key: string
}

/** Messages that come one after the other: those of a topic, or of a conversation. */
export interface Thread {
  /** Null for direct messages. */
  readonly place: { readonly channel: DemoChannel; readonly topic: string } | null
  /** All who take part. */
  readonly people: readonly DemoPerson[]
  readonly messages: ScriptedMessage[]
}

const SEED = 20_261_120
/** Of so many stories in a channel, this share is about the channel's own matters. */
const OWN_STORIES = 0.65

/** The people who are in a channel. */
export function membersOf(channel: DemoChannel): readonly DemoPerson[] {
  if (channel.teams.length === 0) return demoPeople
  return demoPeople.filter(({ teams }) => teams.some((team) => channel.teams.includes(team)))
}

/**
 * Writes the conversations in channels: about so many messages, spread over all topics. A longer
 * script begins with the same messages as a shorter one.
 */
export function writeChannelThreads(messages: number): Thread[] {
  const dice = new Dice(SEED)
  const threads = demoChannels.flatMap((channel) =>
    channel.topics.map(
      (topic): Thread => ({ place: { channel, topic }, people: membersOf(channel), messages: [] }),
    ),
  )
  const common = new Bag(commonStories, dice)
  const ownStories = new Map(demoChannels.map((channel) => [channel, new Bag(channel.stories, dice)]))
  for (let count = 0; count < messages; ) {
    const thread = dice.one(threads)
    const own = thread.place?.channel
    const bag = own && dice.next() < OWN_STORIES ? ownStories.get(own) : common
    const story = (bag ?? common).draw()
    const people = dice.several(thread.people, castSize(story))
    const lines = tell(story, people, { ...commonWords, ...own?.words }, dice)
    for (const line of lines) thread.messages.push({ ...line, key: `demo ${count++}` })
  }
  return threads.filter((thread) => thread.messages.length > 0)
}

/** Writes conversations between two or three people: about so many messages. */
export function writeDirectThreads(messages: number): Thread[] {
  const dice = new Dice(SEED + 1)
  const stories = new Bag(directStories, dice)
  const threads = new Map<string, Thread>()
  for (let count = 0; count < messages; ) {
    const story = stories.draw()
    const people = dice.several(demoPeople, castSize(story))
    const name = people
      .map(({ account }) => account)
      .sort()
      .join(' ')
    const thread = threads.get(name) ?? { place: null, people, messages: [] }
    threads.set(name, thread)
    for (const line of tell(story, people, commonWords, dice)) {
      thread.messages.push({ ...line, key: `demo direct ${count++}` })
    }
  }
  return [...threads.values()]
}
