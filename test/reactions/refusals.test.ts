import sql from 'sql-template-tag'
import { beforeAll, describe } from 'vitest'
import { Backstage, channel, say } from '../messages/place.ts'
import type { Actor, Parameters } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { choice, optional, proveParameters, required, text } from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { react, tada } from './support.ts'

const server = testServer()

interface Stage extends Cast {
  /** Ann's, with a reaction of Ben's. */
  readonly message: number
  readonly hidden: number
  readonly archived: number
  /** Custom emoji: one in use, and one that is out of use. */
  readonly owl: string
  readonly retired: string
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann, ben, owner } = people
  const secret = await channel(people, 'secret', [owner], { invite_only: true })
  const old = await channel(people, 'old', [ann])
  const archived = await say(ann, old, 'tea', 'Hi')
  await react(ann, archived, 'tada').succeeds()
  await new Backstage(server, people).archive(old)
  const message = await say(ann, 'general', 'tea', 'Hi')
  await react(ben, message, 'tada').succeeds()
  const emoji = await server.core.db.query<{ id: number }>(sql`
    INSERT INTO custom_emoji (organization_id, name, file_name, is_deactivated)
    VALUES (${people.organizationId}, 'owl', 'x.png', false), (${people.organizationId}, 'old_owl', 'x.png', true)
    RETURNING id`)
  const [owl, retired] = emoji.map(({ id }) => String(id))
  const hidden = await say(owner, secret, 'tea', 'Hi')
  stage = { ...people, message, hidden, archived, owl: String(owl), retired: String(retired) }
})

const types: Readonly<Record<string, string>> = {
  unicode_emoji: 'UNICODE_EMOJI',
  realm_emoji: 'CUSTOM_EMOJI',
  service_extra_emoji: 'EXTRA_EMOJI',
}

/** The same through both doors. */
const asking = (by: Actor, messageDatabaseId: number, which: Parameters, adds: boolean): Refused => {
  const { emoji_name: emojiName, emoji_code: emojiCode, reaction_type } = which
  const type = types[String(reaction_type)]
  return {
    by,
    rest: [adds ? 'POST' : 'DELETE', `messages/${messageDatabaseId}/reactions`, which],
    graphql: [
      adds ? 'addReaction' : 'removeReaction',
      adds ? 'AddReactionInput' : 'RemoveReactionInput',
      { messageDatabaseId, emojiName, emojiCode, ...(type && { type }) },
    ],
  }
}
const adding = (by: Actor, message: number, which: Parameters) => asking(by, message, which, true)
const removing = (by: Actor, message: number, which: Parameters) => asking(by, message, which, false)

const name = (emoji_name: string) => ({ emoji_name })
const invalid = { msg: 'Invalid message(s)' }
const NONE = 2_000_000_000

describe('Reactions', () => {
  proveParameters(server, [
    {
      route: 'POST /messages/:message_id/reactions',
      by: () => stage.ann,
      request: () => [`messages/${stage.message}/reactions`, name('heart')],
      parameters: {
        emoji_name: required(text),
        emoji_code: optional(text),
        reaction_type: optional(choice('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
      },
      also: () => [
        { emoji_name: 'wave', reaction_type: 'unicode_emoji' },
        { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' },
        { ...name('octopus'), emoji_code: '1f419' },
      ],
    },
    {
      route: 'DELETE /messages/:message_id/reactions',
      by: () => stage.ann,
      request: () => [`messages/${stage.message}/reactions`, name('heart')],
      parameters: {
        emoji_name: optional(text),
        emoji_code: optional(text),
        reaction_type: optional(choice('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
      },
      also: () => [
        { emoji_name: 'wave', reaction_type: 'unicode_emoji' },
        { emoji_name: undefined, emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
        { emoji_name: undefined, emoji_code: '1f419' },
      ],
    },
  ])
})

describe('Adding a reaction', () => {
  proveRefusals<Stage>(server, () => stage, {
    'one that is there': [
      ({ ben, message }) => adding(ben, message, name('tada')),
      { code: 'REACTION_ALREADY_EXISTS', msg: 'Reaction already exists.' },
    ],
    'one that is there, named in full': [
      ({ ben, message }) => adding(ben, message, tada),
      { code: 'REACTION_ALREADY_EXISTS', msg: 'Reaction already exists.' },
    ],
    'for a message that does not exist': [({ ann }) => adding(ann, NONE, name('tada')), invalid],
    'for a message that one may not read': [
      ({ admin, hidden }) => adding(admin, hidden, name('tada')),
      invalid,
    ],
    'in an archived channel': [
      ({ ann, archived }) => adding(ann, archived, name('heart')),
      { msg: 'Nothing can be added to messages of an archived channel' },
    ],
    'a name that is no emoji': [
      ({ ann, message }) => adding(ann, message, name('nosuch')),
      { msg: "Emoji 'nosuch' does not exist" },
    ],
    'no name': [({ ann, message }) => adding(ann, message, name('')), { msg: "Emoji '' does not exist" }],
    'a name of another type': [
      ({ ann, message }) => adding(ann, message, { ...name('tada'), reaction_type: 'realm_emoji' }),
      { msg: "Emoji 'tada' does not exist" },
    ],
    'a code that is none': [
      ({ ann, message }) => adding(ann, message, { ...name('tada'), emoji_code: 'zz' }),
      { msg: 'Invalid emoji code.' },
    ],
    'a custom emoji under the name of another': [
      ({ ann, message, owl }) =>
        adding(ann, message, { ...name('heart'), emoji_code: owl, reaction_type: 'realm_emoji' }),
      { msg: 'Invalid emoji name.' },
    ],
    'a custom emoji that there is not': [
      ({ ann, message }) =>
        adding(ann, message, { ...name('x'), emoji_code: '999999', reaction_type: 'realm_emoji' }),
      { msg: 'Invalid emoji code.' },
    ],
    'a custom emoji that is out of use': [
      ({ ann, message, retired }) =>
        adding(ann, message, { ...name('old_owl'), emoji_code: retired, reaction_type: 'realm_emoji' }),
      { msg: 'This custom emoji has been deactivated.' },
    ],
    'its name': [
      ({ ann, message }) => adding(ann, message, name('old_owl')),
      { msg: "Emoji 'old_owl' does not exist" },
    ],
  })
})

describe('Taking a reaction back', () => {
  const absent = { code: 'REACTION_DOES_NOT_EXIST', msg: "Reaction doesn't exist." }
  proveRefusals<Stage>(server, () => stage, {
    'somebody else’s': [({ ann, message }) => removing(ann, message, name('tada')), absent],
    'one that is not there, by its code': [
      ({ ben, message }) => removing(ben, message, { emoji_code: '1f44d' }),
      absent,
    ],
    'one that is there, as one of another type': [
      ({ ben, message }) => removing(ben, message, { ...tada, reaction_type: 'realm_emoji' }),
      { msg: 'Invalid emoji code.' },
    ],
    'a code that is none': [
      ({ ben, message }) => removing(ben, message, { emoji_code: 'zz' }),
      { msg: 'Invalid emoji code.' },
    ],
    'a name that is no emoji': [
      ({ ben, message }) => removing(ben, message, name('nosuch')),
      { msg: "Emoji 'nosuch' does not exist" },
    ],
    'neither name nor code': [
      ({ ben, message }) => removing(ben, message, {}),
      { msg: 'A reaction is named by emoji_name or by emoji_code' },
    ],
    'from a message that does not exist': [({ ann }) => removing(ann, NONE, name('tada')), invalid],
    'from a message that one may not read': [
      ({ admin, hidden }) => removing(admin, hidden, name('tada')),
      invalid,
    ],
    'in an archived channel': [
      ({ ann, archived }) => removing(ann, archived, name('tada')),
      { msg: 'Nothing can be added to messages of an archived channel' },
    ],
  })
})
