import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { channel, say } from '../../messages/place.ts'
import type { Reply, Request } from '../../support/actor.ts'
import type { Cast, Person } from '../../support/cast.ts'
import type { TestServer } from '../../support/server.ts'
import { type OtherServer, page } from '../../support/web.ts'

/** What happens to messages. Of each step somebody is drawn who does it, and what it is done to. */
const steps = {
  send: (story, draw) => draw(story.writers).post('messages', { type: 'channel', ...story.place(draw) }),
  'send a link': (story, draw) => story.sendLink(draw),
  tell: ({ people }, draw) =>
    people.ann.post('messages', {
      type: 'direct',
      to: [people.ben.id, ...draw([[], [people.guest.id]])],
      content: draw(texts),
    }),
  edit: (_, draw, message) => message.author.patch(message.path, { content: `${draw(texts)} again` }),
  'edit and rename': (_, draw, message) =>
    message.author.patch(message.path, { content: draw(texts), topic: draw(topics), ...spread(draw) }),
  rename: ({ people }, draw, message) =>
    people.owner.patch(message.path, { topic: draw(topics), ...spread(draw) }),
  move: (story, draw, message) =>
    story.people.owner.patch(message.path, {
      stream_id: draw(story.channelIds),
      ...draw([{}, { topic: draw(topics) }]),
      ...spread(draw),
    }),
  resolve: ({ people }, _, { path, topic }) =>
    people.owner.patch(path, {
      topic: topic.startsWith('✔ ') ? topic.replace(/^[✔ ]+/, '') : `✔ ${topic}`,
      propagate_mode: 'change_all',
    }),
  delete: ({ people }, _, message) => people.owner.delete(message.path),
  'delete a topic': (story, draw) =>
    story.people.owner.post(`streams/${draw(story.channelIds)}/delete_topic`, { topic_name: draw(topics) }),
  flag: (story, draw, { id }) =>
    draw(story.readers).post('messages/flags', {
      messages: [id],
      op: draw(['add', 'remove']),
      flag: draw(['starred', 'read', 'collapsed']),
    }),
  react: (story, draw, { path }) =>
    draw(story.readers).post(`${path}/reactions`, { emoji_name: draw(['tada', 'zulip']) }),
  'take back': (story, draw, { path }) =>
    draw(story.readers).delete(`${path}/reactions`, { emoji_name: draw(['tada', 'zulip']) }),
  vote: (story, draw, { id }) =>
    draw(story.readers).post('submessage', {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: draw([1, -1]) }),
    }),
} satisfies Record<string, (story: Story, draw: Draw, message: Touched) => Request>

export type StepName = keyof typeof steps
const names = Object.keys(steps) as StepName[] // keys() widens.
/** To draw from: more comes than goes, and of what is often refused there is more. */
export const stepNames: readonly StepName[] = [
  ...names,
  ...names.filter((name) => !name.startsWith('delete')),
  ...(['flag', 'flag', 'react', 'vote'] as const),
]

/** Draws one of some things. */
export type Draw = <Thing>(things: readonly Thing[]) => Thing

interface Touched {
  readonly id: number
  readonly path: string
  readonly author: Person
  readonly topic: string
}

const topics = ['tea', 'Tea', 'cake', '', '✔ tea', 'see https://example.com']
const texts = [
  'Hi',
  '@**Ben Ito** hi',
  '@**all** hi',
  '/me waves',
  'a word',
  '@**topic** hi',
  '/poll Tea?\nyes\nno',
]

/** How far a move reaches, and whether it is told of. */
const spread = (draw: Draw) => ({
  propagate_mode: draw(['change_one', 'change_later', 'change_all']),
  send_notification_to_new_thread: draw([true, false]),
  send_notification_to_old_thread: draw([true, false]),
})

/** An organization in which things happen to messages. */
export class Story {
  readonly people: Cast
  readonly readers: readonly Person[]
  readonly writers: readonly Person[]
  /** By id, as far as there are any. */
  readonly channelNames: ReadonlyMap<number, string>
  readonly #server: TestServer
  readonly #other: OtherServer
  #links = 0

  constructor(
    server: TestServer,
    other: OtherServer,
    people: Cast,
    outsider: Person,
    channelNames: ReadonlyMap<number, string>,
  ) {
    const { owner, ann, ben, moderator, guest } = people
    this.#server = server
    this.#other = other
    this.people = people
    this.writers = [owner, ann, ben, moderator, outsider]
    this.readers = [owner, ann, ben, outsider, guest]
    this.channelNames = channelNames
  }

  get channelIds(): number[] {
    return [...this.channelNames.keys()]
  }

  place(draw: Draw) {
    return { to: draw(this.channelIds), topic: draw(topics), content: draw(texts) }
  }

  /** Does a step; resolves with the answer, when everything that follows from it has happened. */
  async act(name: StepName, draw: Draw): Promise<Reply> {
    const reply = await steps[name](this, draw, await this.#touched(name, draw))
    const { db } = this.#server.core
    await expect.poll(() => db.query(sql`SELECT FROM preview_request`), { timeout: 10_000 }).toEqual([])
    return reply
  }

  sendLink(draw: Draw): Request {
    const path = `/page/${++this.#links}`
    const image = '<meta property="og:image" content="/i.png"><meta name="description" content="D">'
    this.#other.answers.set(path, page(`<title>T</title>${image}`))
    const content = this.#other.origin + path
    return draw(this.writers).post('messages', { type: 'channel', ...this.place(draw), content })
  }

  async #touched(name: StepName, draw: Draw): Promise<Touched> {
    const rows = await this.#server.core.db.query<{ id: number; senderId: number; topic: string }>(sql`
      SELECT id, sender_id, topic FROM message WHERE sender_id = ANY(${this.writers.map(({ id }) => id)}::int[])
      ORDER BY EXISTS (SELECT FROM submessage s WHERE s.message_id = message.id) AND ${name === 'vote'} DESC, id DESC
      LIMIT ${name === 'vote' ? 2 : 30}`)
    const { id, senderId, topic } = draw(rows)
    const author = this.writers.find((person) => person.id === senderId) ?? this.people.owner
    return { id, path: `messages/${id}`, author, topic }
  }
}

/** Begins a story: channels of every kind, with a poll in each. */
export async function beginStory(server: TestServer, other: OtherServer, people: Cast): Promise<Story> {
  const { owner, ann, ben, guest, general, sandbox } = people
  const outsider = await people.person({ channels: 'none', fullName: 'Otto Outside' })
  const isPrivate = { invite_only: true }
  const isProtected = { ...isPrivate, history_public_to_subscribers: false }
  const names = new Map([
    [general, 'general'],
    [sandbox, 'sandbox'],
    [await channel(people, 'secret', [owner, ann], isPrivate), 'secret'],
    [await channel(people, 'vault', [owner, ann, ben], isProtected), 'vault'],
    [await channel(people, 'visit', [owner, guest]), 'visit'],
  ])
  for (const id of names.keys()) await say(owner, id, 'tea', '/poll Tea?\nyes\nno')
  return new Story(server, other, people, outsider, names)
}
