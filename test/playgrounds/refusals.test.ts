import { beforeAll, describe } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveParameters, required, text, textOfAtMost, words } from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

interface Stage extends Cast {
  readonly playground: number
}

let stage: Stage

const rust = {
  name: 'Try Rust',
  pygments_language: 'Rust',
  url_template: 'https://rust.example/?code={code}',
}
const go = { name: 'Try Go', pygments_language: 'Go', url_template: 'https://go.example/{code}' }

beforeAll(async () => {
  const people = await cast(server)
  const { id } = await people.admin.post('realm/playgrounds', rust).succeeds()
  stage = { ...people, playground: id }
})

const creating = (by: Actor, given: Partial<typeof rust>): Refused => {
  const { name, pygments_language: language, url_template: urlTemplate } = { ...go, ...given }
  return {
    by,
    rest: ['POST', 'realm/playgrounds', { ...go, ...given }],
    graphql: ['createPlayground', 'CreatePlaygroundInput', { name, language, urlTemplate }],
  }
}
const deleting = (by: Actor, databaseId: number): Refused => ({
  by,
  rest: ['DELETE', `realm/playgrounds/${databaseId}`],
  graphql: ['deletePlayground', 'DeletePlaygroundInput', { databaseId }],
})

describe('Code playgrounds', () => {
  proveParameters(server, [
    {
      route: 'POST /realm/playgrounds',
      by: () => stage.owner,
      request: () => ['realm/playgrounds', { ...go, name: 'Run Go' }],
      parameters: {
        name: required(words(100)),
        pygments_language: required(words(60)),
        url_template: required((name) => [...text(name), ...textOfAtMost(2000)(name)]),
      },
    },
    {
      route: 'DELETE /realm/playgrounds/:playground_id',
      by: () => stage.owner,
      request: () => [`realm/playgrounds/${stage.playground}`, {}],
      parameters: {},
    },
  ])

  const wrong = (field: string, msg: string) => ({ msg, errors: { [field]: [msg] } })
  const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' }
  const template =
    (url_template: string) =>
    ({ admin }: Stage) =>
      creating(admin, { url_template })
  proveRefusals<Stage>(server, () => stage, {
    'a language that is none': [
      ({ admin }) => creating(admin, { pygments_language: 'Go<' }),
      wrong('pygments_language', 'Invalid characters in pygments_language'),
    ],
    'what is no template': [
      template('https://go.example/{code'),
      wrong('url_template', 'url_template: invalid URL template.'),
    ],
    'a scheme that runs code': [
      template('javascript:{code}'),
      wrong('url_template', 'url_template: invalid URL template.'),
    ],
    'a template without code': [
      template('https://go.example/'),
      wrong('url_template', 'url_template: the required variable "code" is missing in the URL template.'),
    ],
    'a template with more than code': [
      template('https://go.example/{code}{?more}'),
      wrong('url_template', 'url_template: "code" has to be the only variable in the URL template.'),
    ],
    'to remove one that does not exist': [
      ({ admin }) => deleting(admin, 2_000_000_000),
      { msg: 'Invalid playground' },
    ],
    'members, who add one': [({ moderator }) => creating(moderator, {}), forbidden],
    'members, who remove one': [({ ann, playground }) => deleting(ann, playground), forbidden],
  })
})
