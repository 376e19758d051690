import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { channel, say, systemGroup, tell } from './place.ts'

const server = testServer()

/** A message as the model knows it. */
interface Modelled {
  readonly id: number
  readonly place: 'open' | 'quiet' | 'kept' | 'letter'
  readonly topic: string
  readonly sender: number
  /** Whether the reader received it. */
  readonly isOwn: boolean
  readonly isUnread: boolean
  readonly isStarred: boolean
}

let people: Cast
let reader: Person
const messages: Modelled[] = []

const places = ['open', 'quiet', 'kept', 'letter'] as const
const topics = ['tea', 'cake', '']

/** Random messages, some from before the reader joined a channel with protected history. */
beforeAll(async () => {
  people = await cast(server)
  const { ann, ben, owner } = people
  reader = ben
  await channel(people, 'open', [ann, ben, owner])
  await channel(people, 'quiet', [ann, owner])
  await channel(people, 'kept', [ann, owner], {
    invite_only: true,
    history_public_to_subscribers: false,
    can_subscribe_group: await systemGroup(server, people, 'role:members'),
  })
  const plan = fc.sample(
    fc.record({
      place: fc.constantFrom(...places),
      topic: fc.constantFrom(...topics),
      sender: fc.constantFrom(ann, owner),
      isRead: fc.boolean(),
      isStarred: fc.boolean(),
    }),
    { numRuns: 80, seed: 7 },
  )
  const flagged = { read: [] as number[], starred: [] as number[] }
  for (const [i, { place, topic, sender, isRead, isStarred }] of plan.entries()) {
    if (i === plan.length / 2) {
      await ben.post('users/me/subscriptions', { subscriptions: [{ name: 'kept' }] }).succeeds()
    }
    const isLetter = place === 'letter'
    const id = isLetter ? await tell(ann, [ben], 'Hi') : await say(sender, place, topic, 'Hi')
    const isOwn = isLetter || place === 'open' || (place === 'kept' && i >= plan.length / 2)
    if (isOwn && isRead) flagged.read.push(id)
    if (isOwn && isStarred) flagged.starred.push(id)
    messages.push({
      id,
      place,
      topic: isLetter ? '' : topic,
      sender: isLetter ? ann.id : sender.id,
      isOwn,
      isUnread: isOwn && !isRead,
      isStarred: isOwn && isStarred,
    })
  }
  for (const flag of ['read', 'starred'] as const) {
    await ben.post('messages/flags', { op: 'add', flag, messages: flagged[flag] }).succeeds()
  }
})

/** Terms of a narrow, each with what it means to the model. */
const terms = {
  open: { operator: 'channel', operand: 'open', test: ({ place }: Modelled) => place === 'open' },
  quiet: { operator: 'channel', operand: 'quiet', test: ({ place }: Modelled) => place === 'quiet' },
  kept: { operator: 'channel', operand: 'kept', test: ({ place }: Modelled) => place === 'kept' },
  tea: { operator: 'topic', operand: 'TEA', test: ({ topic }: Modelled) => topic === 'tea' },
  empty: {
    operator: 'topic',
    operand: '',
    test: ({ place, topic }: Modelled) => place !== 'letter' && topic === '',
  },
  sender: {
    operator: 'sender',
    operand: 'ann@parley.example',
    test: ({ sender }: Modelled) => sender === people.ann.id,
  },
  dm: { operator: 'dm', operand: 'ann@parley.example', test: ({ place }: Modelled) => place === 'letter' },
  starred: { operator: 'is', operand: 'starred', test: ({ isStarred }: Modelled) => isStarred },
  unread: { operator: 'is', operand: 'unread', test: ({ isUnread }: Modelled) => isUnread },
}
type TermName = keyof typeof terms

const aNarrow = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom(...(Object.keys(terms) as TermName[])),
      negated: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  )
  // Those which no message can match are refused, and tested elsewhere.
  .filter((narrow) => {
    const positive = narrow.filter(({ negated }) => !negated).map(({ name }) => name)
    return (
      !positive.includes('dm') ||
      !positive.some((name) => ['open', 'quiet', 'kept', 'tea', 'empty'].includes(name))
    )
  })

type Narrow = { readonly name: TermName; readonly negated: boolean }[]

/** The reference's rules, in the plainest form: which messages are searched, and which match. */
function matching(narrow: Narrow): Modelled[] {
  const positive = narrow.filter(({ negated }) => !negated).map(({ name }) => name)
  const needsOwn = narrow.some(({ name }) => name === 'starred' || name === 'unread')
  const isWhole = !needsOwn && positive.some((name) => name === 'open' || name === 'quiet')
  return messages
    .filter(({ isOwn }) => isWhole || isOwn)
    .filter((message) => narrow.every(({ name, negated }) => terms[name].test(message) !== negated))
}

const anAnchor = fc.oneof(
  fc.constantFrom('newest' as const, 'oldest' as const, 'first_unread' as const),
  fc.integer({ min: -1, max: 90 }).map((offset) => ({ offset })),
)
type Anchor = 'newest' | 'oldest' | 'first_unread' | { readonly offset: number }

interface Range {
  readonly anchor: Anchor
  readonly num_before: number
  readonly num_after: number
  readonly include_anchor: boolean
}

const firstId = () => messages[0]?.id ?? 0

/** What the reference's range rules give. */
function modelWindow(narrow: Narrow, { anchor, num_before, num_after, include_anchor }: Range) {
  const found = matching(narrow)
  const unread = matching([...narrow, { name: 'unread', negated: false }]).filter(({ isOwn }) => isOwn)
  const id =
    typeof anchor === 'object'
      ? firstId() + anchor.offset
      : anchor === 'newest'
        ? Infinity
        : anchor === 'oldest'
          ? 0
          : (unread[0]?.id ?? Infinity)
  const before = found.filter((message) => message.id < id)
  const after = found.filter((message) => message.id > id)
  const shownBefore = before.slice(Math.max(0, before.length - num_before))
  const shownAnchor = include_anchor ? found.filter((message) => message.id === id) : []
  const shown = [...shownBefore, ...shownAnchor, ...after.slice(0, num_after)]
  return {
    ids: shown.map((message) => message.id),
    anchor: id === Infinity ? 10_000_000_000_000_000 : id,
    found_anchor: shownAnchor.length > 0,
    found_oldest: id === 0 || before.length < num_before,
    found_newest: id === Infinity || after.length < num_after,
  }
}

describe('GET /messages', () => {
  it('answers as a plain model does, whatever the window', async () => {
    const counts = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(100))
    await fc.assert(
      fc.asyncProperty(
        aNarrow,
        anAnchor,
        counts,
        counts,
        fc.boolean(),
        async (narrow, anchor, before, after, include) => {
          const range = {
            anchor,
            num_before: before,
            num_after: after,
            // The anchor can be left out only at an end.
            include_anchor: include || (before > 0 && after > 0),
          }
          const reply = await reader
            .get('messages', {
              ...range,
              anchor: typeof anchor === 'object' ? firstId() + anchor.offset : anchor,
              narrow: narrow.map(({ name, negated }) => {
                const { operator, operand } = terms[name]
                return { operator, operand, negated }
              }),
            })
            .succeeds()
          const { messages: shown, anchor: used, found_anchor, found_oldest, found_newest } = reply
          const ids = shown.map(({ id }: { id: number }) => id)
          expect({ ids, anchor: used, found_anchor, found_oldest, found_newest }).toEqual(
            modelWindow(narrow, range),
          )
        },
      ),
      { numRuns: 300 },
    )
  }, 240_000)
})
