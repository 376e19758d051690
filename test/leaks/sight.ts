import {
  knows,
  type Model,
  type ModelChannel,
  type ModelMessage,
  type ModelUser,
  type Reader,
  reads,
  readsMessage,
  seesUser,
} from './model.ts'
import { wordsIn } from './words.ts'

/** What the model says that one reader may see now. */
export class Sight {
  readonly model: Model
  readonly reader: Reader
  readonly known: readonly ModelChannel[]
  readonly readable: readonly ModelChannel[]
  /** Ascending. */
  readonly messages: readonly ModelMessage[]
  readonly users: readonly ModelUser[]

  constructor(model: Model, reader: Reader) {
    this.model = model
    this.reader = reader
    const channels = [...model.channels.values()]
    this.known = channels.filter((channel) => knows(model, reader, channel))
    this.readable = channels.filter((channel) => reads(model, reader, channel))
    this.messages = [...model.messages.values()]
      .filter((message) => readsMessage(model, reader, message))
      .sort((left, right) => left.id - right.id)
    this.users = reader ? [...model.users.values()].filter((user) => seesUser(model, reader, user)) : []
  }

  knows(channel: ModelChannel): boolean {
    return this.known.includes(channel)
  }

  isIn(channel: ModelChannel): boolean {
    return this.reader !== null && channel.subscribers.has(this.reader.id)
  }

  /** Messages in the reader's own history: what they received or took in, and may still read. */
  get history(): ModelMessage[] {
    return this.messages.filter(({ holders }) => this.reader !== null && holders.has(this.reader.id))
  }

  channelOf({ channelId }: ModelMessage): ModelChannel | undefined {
    return channelId === null ? undefined : this.model.channels.get(channelId)
  }

  /** A message as it is compared; who sent it as the reader may know them. */
  shown(message: ModelMessage): string {
    return `${message.id} ${message.content} by ${this.nameOf(message.senderId)}`
  }

  nameOf(userId: number): string {
    const user = this.model.users.get(userId)
    // System bots are of no organization, and known to all.
    if (!user) return 'a system bot'
    return this.reader === null || this.users.includes(user) ? user.name : 'Unknown user'
  }

  /** Topics of a channel with their newest readable messages. */
  topics(channel: ModelChannel): string[] {
    const newest = new Map<string, string>()
    for (const { id, channelId, topic } of this.messages) {
      if (channelId === channel.id) newest.set(topic.toLowerCase(), `${id} ${topic}`)
    }
    return [...newest.values()]
  }

  /** Words that must not come up anywhere: names of channels, and what was said, of which they may not know. */
  get forbidden(): Set<string> {
    const forbidden = new Set([
      ...[...this.model.channels.values()]
        .filter((one) => !this.knows(one))
        .flatMap(({ name }) => wordsIn(name)),
      ...[...this.model.messages.values()]
        .filter((one) => !this.messages.includes(one))
        .flatMap(({ content }) => wordsIn(content)),
    ])
    // What they know of may be named elsewhere, too; and what they may read may name others.
    const texts = [...this.known.map(({ name }) => name), ...this.messages.map(({ content }) => content)]
    for (const word of texts.flatMap(wordsIn)) forbidden.delete(word)
    return forbidden
  }
}

/** A system bot's name, or what anybody else is called. */
export function shownName(model: Model, userId: number, name: string): string {
  return model.users.has(userId) ? name : 'a system bot'
}
