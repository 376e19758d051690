import { pollIn } from './read-widget.ts'
import type { MessageSubmessage } from './submessage-rows.ts'

/** An option of a poll. */
export interface PollOption {
  /** As clients name it. */
  readonly key: string
  readonly text: string
  /** Ascending. */
  readonly voterIds: readonly number[]
}

/** A poll as it stands. */
export interface Poll {
  readonly question: string
  readonly options: readonly PollOption[]
}

/** The key of an option, as clients make it: of the author's first options the sender is `canned`. */
export function optionKey(sender: number | 'canned', position: number): string {
  return `${sender},${position}`
}

/** What a message's poll has come to; null when it has none. */
export function pollOf(submessages: readonly MessageSubmessage[]): Poll | null {
  const poll = pollIn(submessages)
  if (!poll) return null
  let { question } = poll
  const options = new Map(
    poll.options.map((text, i) => [optionKey('canned', i), { text, voters: new Set<number>() }]),
  )
  for (const { senderId, change } of poll.changes) {
    if (change.type === 'question') question = change.question
    else if (change.type === 'new_option') {
      const key = optionKey(senderId, change.idx)
      // Two people may have thought of the same: the first counts.
      const isThere = [...options.values()].some(({ text }) => text === change.option)
      if (!isThere && !options.has(key)) options.set(key, { text: change.option, voters: new Set() })
    } else {
      const voters = options.get(change.key)?.voters
      if (change.vote === 1) voters?.add(senderId)
      else voters?.delete(senderId)
    }
  }
  return {
    question,
    options: [...options].map(([key, { text, voters }]) => ({
      key,
      text,
      voterIds: [...voters].sort((left, right) => left - right),
    })),
  }
}
