import sql from 'sql-template-tag'
import { beforeAll, describe } from 'vitest'
import { plainImage } from '../pictures/pictures.ts'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveParameters } from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { sendForm } from '../support/uploads.ts'

const server = testServer()

interface Stage extends Cast {
  readonly picture: Buffer
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  for (const name of ['owl', 'fox']) {
    await server.core.db.query(sql`
      INSERT INTO custom_emoji (organization_id, name, author_id, file_name)
      VALUES (${people.organizationId}, ${name}, ${people.ann.id}, 'x.png')`)
  }
  stage = { ...people, picture: await plainImage('png', 40, 30) }
})

const adding = (by: Actor, name: string, content: Buffer): Refused => ({
  by,
  rest: () =>
    sendForm(by, `realm/emoji/${encodeURIComponent(name)}`, {
      field: 'filename',
      filename: 'x.png',
      type: 'image/png',
      content,
    }),
  graphql: ['addCustomEmoji', 'AddCustomEmojiInput', { name, picture: content.toString('base64') }],
})
const removing = (by: Actor, name: string): Refused => ({
  by,
  rest: ['DELETE', `realm/emoji/${name}`],
  graphql: ['deactivateCustomEmoji', 'DeactivateCustomEmojiInput', { name }],
})

describe('Custom emoji', () => {
  proveParameters(server, [
    {
      route: 'GET /realm/emoji',
      by: () => stage.guest,
      request: () => ['realm/emoji', {}],
      parameters: {},
    },
    {
      route: 'DELETE /realm/emoji/:emoji_name',
      by: () => stage.ann,
      request: () => ['realm/emoji/FOX', {}],
      parameters: {},
    },
  ])

  const letters = { msg: 'Emoji names consist of letters, digits, dashes, underscores and spaces.' }
  const ending = { msg: 'Emoji names must end with either a letter or digit.' }
  proveRefusals<Stage>(server, () => stage, {
    'a name that is in use': [
      ({ ann, picture }) => adding(ann, 'OWL', picture),
      { msg: 'A custom emoji with this name already exists.' },
    ],
    'a name with other characters': [({ ann, picture }) => adding(ann, 'owl!', picture), letters],
    'a name that ends in a dash': [({ ann, picture }) => adding(ann, 'owl-', picture), ending],
    'a name that ends in an underscore': [({ ann, picture }) => adding(ann, 'owl_', picture), ending],
    'a name of spaces': [({ ann, picture }) => adding(ann, ' ', picture), { msg: 'Emoji name is missing' }],
    'what is no picture': [
      ({ ann }) => adding(ann, 'bird', Buffer.from('no picture')),
      { code: 'BAD_IMAGE', msg: 'The file is no image of a supported format' },
    ],
    'what is too large': [
      ({ ann }) => {
        const { graphql: _, ...overRest } = adding(ann, 'bird', Buffer.alloc(5 * 1024 * 1024 + 1))
        return overRest
      },
      { msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
    ],
    'what is much too large': [
      ({ ann }) => {
        const { graphql: _, ...overRest } = adding(ann, 'bird', Buffer.alloc(20 * 1024 * 1024))
        return overRest
      },
      { msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
    ],
    guests: [({ guest, picture }) => adding(guest, 'bird', picture), { msg: 'Insufficient permission' }],
    'no file': [
      ({ ann }) => ({ by: ann, rest: () => sendForm(ann, 'realm/emoji/bird') }),
      { msg: 'You must upload exactly one file.' },
    ],
    'two files': [
      ({ ann, picture }) => {
        const part = { field: 'filename', filename: 'x.png', content: picture }
        return { by: ann, rest: () => sendForm(ann, 'realm/emoji/bird', part, part) }
      },
      { msg: 'You must upload exactly one file.' },
    ],
    'to take away what there is not': [
      ({ admin }) => removing(admin, 'bird'),
      { msg: "Emoji 'bird' does not exist", status: 404 },
    ],
    'to take away somebody else’s': [
      ({ ben }) => removing(ben, 'owl'),
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    ],
  })
})
