import type { Person } from '../../support/cast.ts'
import { stemsOf } from './words.ts'
import type { ModelChannel, ModelMessage, World } from './world.ts'

/** A term of a random narrow. */
export interface ModelTerm {
  readonly operator: string
  readonly operand: unknown
  readonly negated: boolean
}

/** Where a random window is. */
export interface ModelWindow {
  readonly anchor:
    | { readonly kind: 'newest' | 'oldest' | 'first unread' }
    | { readonly id: number }
    | { readonly date: Date }
  readonly numBefore: number
  readonly numAfter: number
  readonly includeAnchor: boolean
}

/** What a window is to show. */
export interface ModelReply {
  readonly ids: readonly number[]
  readonly anchorId: number | null
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

const READ = 1

/** The reference's rules on narrows, message by message. Says null for a narrow that means nothing. */
export class NarrowModel {
  readonly #world: World
  readonly #reader: Person
  readonly #terms: readonly ModelTerm[] | null

  constructor(world: World, reader: Person, terms: readonly ModelTerm[]) {
    this.#world = world
    this.#reader = reader
    const resolved = this.#withResolved(terms)
    this.#terms = resolved && this.#isOfBothKinds(resolved) ? null : resolved
  }

  get isBad(): boolean {
    return this.#terms === null
  }

  /** Those of the reader's own history that match, ascending. */
  get matching(): ModelMessage[] {
    return this.#world.messages.filter((message) => this.#isOwn(message) && this.#matches(message))
  }

  window({ anchor, numBefore, numAfter, includeAnchor }: ModelWindow): ModelReply {
    const found = this.#world.messages.filter(
      (message) => this.#isSearched(message) && this.#matches(message),
    )
    const at = this.#anchor(anchor, found)
    const ids = found.map(({ id }) => id)
    const below = at === 'newest' ? ids : at === 'oldest' ? [] : ids.filter((id) => id < at)
    const above = at === 'newest' ? [] : at === 'oldest' ? ids : ids.filter((id) => id > at)
    const before = numBefore === 0 ? [] : below.slice(-numBefore)
    const after = above.slice(0, numAfter)
    const foundAnchor = typeof at === 'number' && includeAnchor && ids.includes(at)
    return {
      ids: [...before, ...(foundAnchor ? [at] : []), ...after],
      anchorId: at === 'newest' ? null : at === 'oldest' ? 0 : at,
      foundAnchor,
      foundOldest: at === 'oldest' || before.length < numBefore,
      foundNewest: at === 'newest' || after.length < numAfter,
    }
  }

  #anchor(anchor: ModelWindow['anchor'], found: readonly ModelMessage[]): number | 'newest' | 'oldest' {
    if ('id' in anchor) return anchor.id
    if ('date' in anchor) return found.find(({ dateSent }) => dateSent >= anchor.date)?.id ?? 'newest'
    if (anchor.kind !== 'first unread') return anchor.kind
    const unread = (message: ModelMessage) => ((this.#flags(message) ?? READ) & READ) === 0
    return this.matching.find((message) => unread(message) && !this.#isMuted(message))?.id ?? 'newest'
  }

  #flags({ id }: ModelMessage): number | undefined {
    return this.#world.flags.get(`${this.#reader.id} ${id}`)
  }

  #channel(message: ModelMessage): ModelChannel | undefined {
    return this.#world.channels.find(({ id }) => id === message.channelId)
  }

  get #isGuest(): boolean {
    return this.#reader.id === this.#world.people.guest.id
  }

  #mayRead(channel: ModelChannel): boolean {
    const isIn = this.#world.subscriptions.has(`${this.#reader.id} ${channel.id}`)
    return channel.isWebPublic || isIn || (!channel.inviteOnly && !this.#isGuest)
  }

  #isReadable(message: ModelMessage): boolean {
    const channel = this.#channel(message)
    const isReceived = this.#flags(message) !== undefined
    if (!channel) return isReceived
    const isShared = channel.historyPublicToSubscribers || channel.isWebPublic
    return this.#mayRead(channel) && (isShared || isReceived)
  }

  #isOwn(message: ModelMessage): boolean {
    return this.#flags(message) !== undefined && this.#isReadable(message)
  }

  #isSearched(message: ModelMessage): boolean {
    const terms = this.#terms ?? []
    const isPersonal = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved')
    if (isPersonal) return this.#isOwn(message)
    const wider = terms.filter(({ negated }) => !negated)
    for (const { operator, operand } of wider) {
      const channel =
        operator === 'channel' &&
        this.#world.channels.find(({ id, name }) => id === operand || name === operand)
      if (!channel || !this.#mayRead(channel)) continue
      if (channel.historyPublicToSubscribers || channel.isWebPublic) return message.channelId === channel.id
    }
    if (
      !this.#isGuest &&
      wider.some(({ operator, operand }) => operator === 'channels' && operand === 'public')
    ) {
      return this.#channel(message)?.inviteOnly === false
    }
    return this.#isOwn(message)
  }

  #matches(message: ModelMessage): boolean {
    const terms = this.#terms ?? []
    const searches = terms
      .filter(({ operator }) => operator === 'search')
      .map(({ operand }) => String(operand))
    if (searches.length > 0 && !this.#isFoundBy(message, searches.join(' '))) return false
    return terms.every((term) => {
      if (term.operator === 'search' || term.operator === 'near') return true
      return this.#meets(message, term.operator, term.operand) !== term.negated
    })
  }

  #meets(message: ModelMessage, operator: string, operand: unknown): boolean {
    const { channelId, participantIds } = message
    const channel = this.#channel(message)
    const self = this.#reader.id
    switch (operator) {
      case 'channel':
        return channel !== undefined && (channel.id === operand || channel.name === operand)
      case 'channels':
        if (operand === 'public') return channel?.inviteOnly === false
        return (operand === 'archived' ? channel?.isArchived : channel?.isWebPublic) === true
      case 'topic':
        return channelId !== null && message.topic.toLowerCase() === String(operand).toLowerCase()
      case 'dm': {
        const wanted = [...new Set([self, ...(operand as number[])])].sort((left, right) => left - right)
        return (operand as number[]).length > 0 && participantIds?.join() === wanted.join()
      }
      case 'dm-including':
        return participantIds?.includes(operand as number) === true && participantIds.includes(self)
      case 'group-pm-with':
        return (
          participantIds !== null && participantIds.length > 2 && participantIds.includes(operand as number)
        )
      case 'sender':
        return message.senderId === operand
      case 'mentions':
        return message.mentions.has(operand as number)
      case 'id':
        return message.id === operand
      case 'has':
        return message.has.has(String(operand))
      case 'in':
        return operand === 'all' || !this.#isMuted(message)
      case 'is':
        return this.#is(message, String(operand))
    }
    throw new Error(`The model does not know ${operator}.`)
  }

  #is(message: ModelMessage, operand: string): boolean {
    const flags = this.#flags(message) ?? 0
    const bits = { starred: 2, mentioned: 8 | 16 | 32, alerted: 64 }[operand]
    if (bits !== undefined) return (flags & bits) !== 0
    if (operand === 'unread') return (flags & READ) === 0
    if (operand === 'dm') return message.channelId === null
    if (operand === 'muted') return this.#isMuted(message)
    if (operand === 'followed') return this.#policy(message) === 3
    return message.channelId !== null && message.topic.startsWith('✔ ')
  }

  #policy({ channelId, topic }: ModelMessage): number | undefined {
    return this.#world.policies.get(`${this.#reader.id} ${channelId} ${topic.toLowerCase()}`)
  }

  #isMuted(message: ModelMessage): boolean {
    if (message.channelId === null) return false
    const policy = this.#policy(message)
    if (policy !== undefined) return policy === 1
    return this.#world.subscriptions.get(`${this.#reader.id} ${message.channelId}`) === true
  }

  #isFoundBy({ topic, text }: ModelMessage, search: string): boolean {
    const there = stemsOf(`${topic} ${text}`)
    const phrases = [...search.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase)
    const rest = search.replace(/"[^"]*"/g, ' ').split(' ')
    const beginnings = rest.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
    const whole = [...rest.filter((word) => !word.endsWith('*')), ...phrases].join(' ')
    const counts = beginnings.length + phrases.length + stemsOf(whole).size
    return (
      counts > 0 &&
      [...stemsOf(whole)].every((stem) => there.has(stem)) &&
      beginnings.every((start) => [...there].some((stem) => stem.startsWith(start))) &&
      phrases.every((phrase) => topic.toLowerCase().includes(phrase) || text.includes(phrase))
    )
  }

  /** The terms with the conversation of `with` in place of the one that is named. */
  #withResolved(terms: readonly ModelTerm[]): readonly ModelTerm[] | null {
    const found = terms.filter(({ operator }) => operator === 'with')
    if (found.length === 0) return terms
    if (found.length > 1) return null
    const others = terms.filter(({ operator }) => operator !== 'with')
    const message = this.#world.messages.find(({ id }) => id === found[0]?.operand)
    if (message && this.#isReadable(message)) {
      const kept = others.filter(({ operator }) => !['channel', 'topic', 'dm'].includes(operator))
      const is = (operator: string, operand: unknown) => ({ operator, operand, negated: false })
      return message.channelId === null
        ? [...kept, is('dm', message.participantIds)]
        : [...kept, is('channel', message.channelId), is('topic', message.topic)]
    }
    const names = (name: string) => others.some(({ operator, negated }) => operator === name && !negated)
    return names('dm') || (names('channel') && names('topic')) ? others : null
  }

  #isOfBothKinds(terms: readonly ModelTerm[]): boolean {
    const is = ({ operator, operand, negated }: ModelTerm) => `${negated ? 'not ' : ''}${operator} ${operand}`
    const ofChannels = terms.some((term) =>
      /^(channel|channels|topic) |^is resolved|^not is dm/.test(is(term)),
    )
    const direct = terms.some((term) => /^(dm|dm-including|group-pm-with) |^is dm/.test(is(term)))
    return ofChannels && direct
  }
}
