import { expect } from 'vitest'
import type { Person } from '../../support/cast.ts'
import { foldMessages, type KeptMessage } from '../../support/fold/messages.ts'
import type { FoldedEvent } from '../../support/fold/state.ts'

/** The door through which a client reads messages and is told of what becomes of them. */
export interface Door {
  readonly name: string
  readonly applyMarkdown: boolean
  /** From here on the client is told. */
  open(): Promise<void>
  /** All messages of the reader's own history, in the REST reference's spelling, ascending. */
  read(): Promise<KeptMessage[]>
  /** What it has been told since it last asked, in the same spelling. */
  take(): Promise<FoldedEvent[]>
}

/** A client that reads its messages once, and changes them by what it is told alone. */
export class Keeper {
  readonly #reader: Person
  readonly #door: Door
  readonly #channelNames: ReadonlyMap<number, string>
  readonly #kept = new Map<number, KeptMessage>()
  /** What it has been told of so far, such as `update_message`. */
  readonly told: FoldedEvent[] = []

  constructor(reader: Person, door: Door, channelNames: ReadonlyMap<number, string>) {
    this.#reader = reader
    this.#door = door
    this.#channelNames = channelNames
  }

  get doorName(): string {
    return this.#door.name
  }

  async begin(): Promise<void> {
    await this.#door.open()
    for (const message of await this.#door.read()) this.#kept.set(message.id, message)
  }

  /**
   * Takes what it was told and looks whether that has left it with its messages as they are. Of messages that it
   * did not have and that have come to it by a move, a star or a reaction it is told by their ids: it reads those.
   */
  async isCurrent(since: string): Promise<void> {
    const events = await this.#door.take()
    const { applyMarkdown, name } = this.#door
    const view = { applyMarkdown, channelNames: this.#channelNames }
    for (const event of events) foldMessages(this.#kept, event, view)
    this.told.push(...events)
    const named = new Set(
      events.flatMap((event) => event.message_ids ?? event.messages ?? event.message_id ?? []),
    )
    const fresh = await this.#door.read()
    for (const message of fresh) {
      if (named.has(message.id) && !this.#kept.has(message.id)) this.#kept.set(message.id, message)
    }
    const kept = [...this.#kept.values()].sort((left, right) => left.id - right.id)
    const title = `${this.#reader.fullName} over ${name} after ${since}`
    expect(kept.map(comparable), title).toEqual(fresh.map(comparable))
  }
}

/** Flags are a set. */
const comparable = (message: KeptMessage) => ({ ...message, flags: [...message.flags].sort() })
