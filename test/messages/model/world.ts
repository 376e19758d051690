import fc from 'fast-check'
import sql from 'sql-template-tag'
import { type Cast, cast, type Person } from '../../support/cast.ts'
import type { TestServer } from '../../support/server.ts'
import { Backstage, channel, say, tell } from '../place.ts'
import { words } from './words.ts'

/** A message, as its row and what was written say. */
export interface ModelMessage {
  readonly id: number
  readonly senderId: number
  readonly channelId: number | null
  readonly topic: string
  readonly participantIds: number[] | null
  readonly dateSent: Date
  /** What readers see of the content. */
  readonly text: string
  readonly has: ReadonlySet<string>
  /** Users mentioned by name, aloud. */
  readonly mentions: ReadonlySet<number>
}

/** A channel, as its row says. */
export interface ModelChannel {
  readonly id: number
  readonly name: string
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  readonly historyPublicToSubscribers: boolean
}

/** Everything that decides what a narrow finds: plain rows, read once. */
export interface World {
  readonly people: Cast
  readonly readers: readonly Person[]
  readonly messages: readonly ModelMessage[]
  readonly channels: readonly ModelChannel[]
  /** Flags by user and message, as `5 17`; those who have no row are not there. */
  readonly flags: ReadonlyMap<string, number>
  /** Whether it is muted, by user and channel; those who are not subscribed are not there. */
  readonly subscriptions: ReadonlyMap<string, boolean>
  /** Policies by user, channel and topic in lower case. */
  readonly policies: ReadonlyMap<string, number>
}

const topics = ['tea', 'Tea', 'cakes', '✔ cakes', '', 'the zebra']
const channelNames = ['general', 'sandbox', 'quiet', 'shared', 'kept', 'left', 'open', 'old']

const written = fc.record({
  sender: fc.nat(3),
  place: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...channelNames) },
    fc.constantFrom<readonly number[]>([0], [1], [2], [0, 1], [1, 2], [0, 1, 2]),
  ),
  topic: fc.constantFrom(...topics),
  words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
  bold: fc.boolean(),
  extra: fc.constantFrom('', '', '', 'link', 'file', 'mention', 'silent', 'everybody'),
})
type Written = typeof written extends fc.Arbitrary<infer Value> ? Value : never

const SHARES = { messages: 240, flags: 40 }

/** Makes an organization in which channels of every sort have random messages. */
export async function makeWorld(server: TestServer, seed: number): Promise<World> {
  const people = await cast(server)
  const { owner, ann, ben, guest } = people
  const readers = [owner, ann, ben, guest]
  const isPrivate = { invite_only: true }
  const some = [owner, ann]
  await channel(people, 'quiet', [ann])
  await channel(people, 'shared', [...some, guest], { ...isPrivate, history_public_to_subscribers: true })
  await channel(people, 'kept', some, { ...isPrivate, history_public_to_subscribers: false })
  await channel(people, 'left', [...some, ben, guest], isPrivate)
  const open = await channel(people, 'open', some)
  await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${open}`)
  const old = await channel(people, 'old', [owner, ann, ben])
  const all = fc.sample(written, { seed, numRuns: SHARES.messages })
  const said = new Map<number, { text: string; mentions: Set<number> }>()
  const half = all.length / 2
  for (const [i, message] of all.entries()) {
    if (i === half) await changePlaces(people)
    const text = textOf(message, people)
    const sender = senderOf(message, readers, i >= half, people)
    const id =
      typeof message.place === 'string'
        ? await say(sender, message.place, message.topic, text.content)
        : await tell(
            sender,
            message.place.map((place) => readers[place] ?? owner),
            text.content,
          )
    said.set(id, text)
  }
  await react(server, people, seed, readers)
  await new Backstage(server, people).archive(old)
  // Bots have said things of their own.
  await server.core.db.query(sql`DELETE FROM message WHERE NOT id = ANY(${[...said.keys()]}::int[])`)
  return { people, readers, ...(await readRows(server, people, said)) }
}

/** Who may send there: everybody else is replaced by somebody who may. */
function senderOf(
  { sender, place }: Written,
  readers: readonly Person[],
  isLate: boolean,
  people: Cast,
): Person {
  const chosen = readers[sender] ?? people.owner
  if (typeof place !== 'string') return chosen
  const allowed: Record<string, readonly Person[]> = {
    shared: isLate ? readers : [people.owner, people.ann, people.guest],
    kept: isLate ? [people.owner, people.ann, people.ben] : [people.owner, people.ann],
    left: isLate ? [people.owner, people.ann] : readers,
  }
  const may = allowed[place] ?? [people.owner, people.ann, people.ben]
  return may.includes(chosen) ? chosen : people.ann
}

function textOf({ words, bold, extra }: Written, { ann, ben }: Cast) {
  const text = words.join(' ')
  const content = bold ? words.map((word, i) => (i === 0 ? `**${word}**` : word)).join(' ') : text
  const mentions = new Set(extra === 'mention' ? [ben.id] : [])
  const more = {
    link: ' <https://parley.example/>',
    file: ' [f](/user_uploads/1/ab/f.txt)',
    mention: ` @**${ben.fullName}**`,
    silent: ` @_**${ann.fullName}**`,
    everybody: ' @**all**',
  }
  return { content: content + (more[extra as keyof typeof more] ?? ''), text, mentions }
}

/** Half-way some come and some go. */
async function changePlaces({ owner, ben, guest }: Cast): Promise<void> {
  for (const name of ['shared', 'kept']) {
    const subscriptions = [{ name }]
    await owner.post('users/me/subscriptions', { subscriptions, principals: [ben.id] }).succeeds()
  }
  for (const person of [ben, guest]) {
    await person.delete('users/me/subscriptions', { subscriptions: ['left'] }).succeeds()
  }
}

/** Random flags, reactions, and what people mute and follow. */
async function react(
  server: TestServer,
  people: Cast,
  seed: number,
  readers: readonly Person[],
): Promise<void> {
  const backstage = new Backstage(server, people)
  const { db } = server.core
  for (const person of [people.ann, people.ben]) await backstage.mute(person, people.sandbox)
  const treated = fc.tuple(
    fc.constantFrom(...readers.slice(1, 3)),
    fc.constantFrom(people.general, people.sandbox),
    fc.constantFrom(...topics),
    fc.integer({ min: 0, max: 3 }),
  )
  for (const [person, stream_id, topic, visibility_policy] of fc.sample(treated, { seed, numRuns: 12 })) {
    await person.post('user_topics', { stream_id, topic, visibility_policy }).succeeds()
  }
  const rows = await db.query<{ id: number }>(
    sql`SELECT id FROM message WHERE organization_id = ${people.organizationId} ORDER BY id`,
  )
  const change = fc.record({
    person: fc.constantFrom(...readers),
    messages: fc.uniqueArray(fc.constantFrom(...rows.map(({ id }) => id)), { minLength: 1, maxLength: 12 }),
    flag: fc.constantFrom('read', 'starred', 'collapsed'),
  })
  for (const { person, messages, flag } of fc.sample(change, { seed, numRuns: SHARES.flags })) {
    // Some of the messages are not theirs to star: then nothing changes.
    await person.post('messages/flags', { op: 'add', flag, messages })
  }
  const ids = fc.sample(fc.constantFrom(...rows.map(({ id }) => id)), { seed, numRuns: 30 })
  await db.query(sql`
    INSERT INTO reaction (message_id, user_id, type, emoji_code, emoji_name)
    SELECT DISTINCT unnest(${ids}::int[]), ${people.ann.id}::int, 'unicode_emoji'::reaction_type, '1f370', 'cake'`)
}

async function readRows(
  { core: { db } }: TestServer,
  { organizationId }: Cast,
  said: ReadonlyMap<number, { readonly text: string; readonly mentions: ReadonlySet<number> }>,
): Promise<Omit<World, 'people' | 'readers'>> {
  type Row = Omit<ModelMessage, 'text' | 'has' | 'mentions'> & { content: string; hasReaction: boolean }
  const messages = await db.query<Row>(sql`
    SELECT m.id, m.sender_id, m.channel_id, m.topic, g.participant_ids, m.date_sent, m.content,
      EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id) AS has_reaction
    FROM message m LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE m.organization_id = ${organizationId} ORDER BY m.id`)
  const flags = await db.query<{ userId: number; messageId: number; flags: number }>(
    sql`SELECT user_id, message_id, flags FROM user_message`,
  )
  const subscriptions = await db.query<{ userId: number; channelId: number; isMuted: boolean }>(
    sql`SELECT user_id, channel_id, is_muted FROM subscription WHERE active`,
  )
  const policies = await db.query<{
    userId: number
    channelId: number
    topic: string
    visibilityPolicy: number
  }>(sql`SELECT user_id, channel_id, topic, visibility_policy FROM user_topic`)
  const nothing = { text: '', mentions: new Set<number>() }
  return {
    messages: messages.map(({ content, hasReaction, ...message }) => {
      const has = new Set<string>()
      if (hasReaction) has.add('reaction')
      if (/https:|\]\(/.test(content)) has.add('link')
      if (content.includes('user_uploads')) has.add('attachment')
      return { ...message, ...(said.get(message.id) ?? nothing), has }
    }),
    channels: await db.query<ModelChannel>(
      sql`SELECT * FROM channel WHERE organization_id = ${organizationId}`,
    ),
    flags: new Map(flags.map((row) => [`${row.userId} ${row.messageId}`, row.flags])),
    subscriptions: new Map(subscriptions.map((row) => [`${row.userId} ${row.channelId}`, row.isMuted])),
    policies: new Map(
      policies.map((row) => [
        `${row.userId} ${row.channelId} ${row.topic.toLowerCase()}`,
        row.visibilityPolicy,
      ]),
    ),
  }
}
