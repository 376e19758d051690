import { capabilityMeanings } from '../../../src/contract/capabilities.ts'
import type { Person } from '../../support/cast.ts'
import type { KeptMessage } from '../../support/fold/messages.ts'
import type { FoldedEvent } from '../../support/fold/state.ts'
import { register, type TestQueue } from '../../support/queue.ts'
import type { Door } from './keeper.ts'

export const keptTypes = [
  'message',
  'update_message',
  'delete_message',
  'update_message_flags',
  'reaction',
  'submessage',
]
const MANY = 200

/** Clients of REST: a modern one, which knows every form of an event, and an old one, which knows none. */
export class RestDoor implements Door {
  readonly name: string
  readonly applyMarkdown: boolean
  readonly #reader: Person
  readonly #isModern: boolean
  #queue: TestQueue | undefined

  constructor(reader: Person, form: 'modern' | 'old') {
    this.#reader = reader
    this.#isModern = form === 'modern'
    this.applyMarkdown = this.#isModern
    this.name = `REST (${form})`
  }

  async open(): Promise<void> {
    const client_capabilities = Object.fromEntries(
      Object.keys(capabilityMeanings).map((name) => [name, this.#isModern]),
    )
    this.#queue = await register(this.#reader, keptTypes, {
      apply_markdown: this.applyMarkdown,
      client_gravatar: this.#isModern,
      client_capabilities,
      fetch_event_types: [],
    })
  }

  async read(): Promise<KeptMessage[]> {
    const window = { anchor: 'newest', num_before: MANY, num_after: 0 }
    const { messages } = await this.#reader
      .get('messages', {
        ...window,
        apply_markdown: this.applyMarkdown,
        client_gravatar: this.#isModern,
        allow_empty_topic_name: this.#isModern,
      })
      .succeeds()
    return messages
  }

  async take(): Promise<FoldedEvent[]> {
    return this.#queue?.take() ?? []
  }
}
