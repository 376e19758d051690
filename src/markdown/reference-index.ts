import type { LinkableChannel, MentionableGroup, MentionableUser, References } from './references.ts'

/** Looks up what a text refers to, without regard to the case of names. */
export class ReferenceIndex {
  readonly #usersById = new Map<number, MentionableUser>()
  readonly #usersByName = new Map<string, MentionableUser>()
  readonly #groups = new Map<string, MentionableGroup>()
  readonly #channels = new Map<string, LinkableChannel>()
  readonly #newestMessageIds = new Map<string, number>()

  constructor(references: References) {
    for (const user of references.users) {
      this.#usersById.set(user.id, user)
      const name = user.fullName.toLowerCase()
      const other = this.#usersByName.get(name)
      if (!other || isBetterMatch(user, other)) this.#usersByName.set(name, user)
    }
    for (const group of references.groups) this.#groups.set(group.name.toLowerCase(), group)
    for (const channel of references.channels) this.#channels.set(channel.name.toLowerCase(), channel)
    for (const { channelId, topic, newestMessageId } of references.topics) {
      this.#newestMessageIds.set(topicKey(channelId, topic), newestMessageId)
    }
  }

  /**
   * The user meant by a name, an id, or both; both must fit together. Of several users of one name
   * an active one is chosen, then the oldest.
   */
  user(name: string, id: number | null): MentionableUser | undefined {
    if (id === null) return this.#usersByName.get(name.toLowerCase())
    const user = this.#usersById.get(id)
    return name === '' || user?.fullName.toLowerCase() === name.toLowerCase() ? user : undefined
  }

  group(name: string): MentionableGroup | undefined {
    return this.#groups.get(name.toLowerCase())
  }

  channel(name: string): LinkableChannel | undefined {
    return this.#channels.get(name.toLowerCase())
  }

  newestMessageId(channelId: number, topic: string): number | undefined {
    return this.#newestMessageIds.get(topicKey(channelId, topic))
  }
}

function isBetterMatch(user: MentionableUser, other: MentionableUser): boolean {
  return user.isActive === other.isActive ? user.id < other.id : user.isActive
}

function topicKey(channelId: number, topic: string): string {
  return `${channelId} ${topic.toLowerCase()}`
}
