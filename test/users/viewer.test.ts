import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()

describe('the viewer in GraphQL', () => {
  it('is whoever asks', async () => {
    const { ann } = await cast(server)
    expect(
      await ann.graphql(`{ viewer {
        databaseId role isBot fullName email deliveryEmail newestMessageDatabaseId user { databaseId isActive }
      } }`),
    ).toEqual({
      viewer: {
        databaseId: ann.id,
        role: 400,
        isBot: false,
        fullName: 'Ann Lee',
        email: 'ann@parley.example',
        deliveryEmail: 'ann@parley.example',
        newestMessageDatabaseId: -1,
        user: { databaseId: ann.id, isActive: true },
      },
    })
  })

  it('is a bot when a bot asks', async () => {
    const { bot, ann } = await cast(server)
    const { viewer } = await bot.graphql(
      '{ viewer { isBot user { botType botOwnerDatabaseId botOwner { fullName } profileData } } }',
    )
    expect(viewer).toEqual({
      isBot: true,
      user: { botType: 1, botOwnerDatabaseId: ann.id, botOwner: { fullName: 'Ann Lee' }, profileData: null },
    })
  })

  it('has the dummy address when not everybody may see the real one', async () => {
    const { person, host } = await cast(server)
    const shy = await person({ fullName: 'Shy One', emailAddressVisibility: 4 })
    const { viewer } = await shy.graphql('{ viewer { email deliveryEmail } }')
    expect(viewer).toEqual({
      email: `user${shy.id}@${host.split(':')[0]}`,
      deliveryEmail: 'shy.one@parley.example',
    })
  })

  it('is nobody for visitors, who may read no users', async () => {
    const { host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    expect(await visitor.graphqlResult('{ viewer { databaseId } }')).toEqual({ data: { viewer: null } })
    expect(await visitor.graphqlResult('{ users { databaseId } }')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHORIZED', status: 401 } }],
    })
  })
})

describe('a user in GraphQL', () => {
  it('is found again by the global id', async () => {
    const { ann, ben } = await cast(server)
    const { user } = await ann.graphql('query ($id: Int!) { user(databaseId: $id) { id fullName } }', {
      id: ben.id,
    })
    const { node } = await ann.graphql('query ($id: ID!) { node(id: $id) { id ... on User { fullName } } }', {
      id: user.id,
    })
    expect(node).toEqual({ id: user.id, fullName: 'Ben Ito' })
  })

  it('is not found by a global id that can be nobody’s, nor in another organization', async () => {
    const { ann } = await cast(server)
    const { ann: stranger } = await cast(server)
    const query = 'query ($id: ID!) { node(id: $id) { id } }'
    const globalId = (id: string) => Buffer.from(id).toString('base64')
    for (const id of [globalId('User:x'), globalId('User:99999999999'), globalId('User'), 'nobody']) {
      const { errors } = await ann.graphqlResult(query, { id })
      expect(errors[0].extensions, id).toMatchObject({ code: 'BAD_REQUEST', status: 400 })
    }
    for (const id of ['User:2147483647', `User:${stranger.id}`]) {
      expect(await ann.graphql(query, { id: globalId(id) }), id).toEqual({ node: null })
    }
  })

  it('shows everything that the viewer may see', async () => {
    const { ann, person } = await cast(server)
    const nora = await person({ fullName: 'Nora North', avatarSource: 'G' })
    const { user } = await ann.graphql(
      `query ($id: Int!) { user(databaseId: $id) {
        databaseId fullName role isBot botType botOwner { id } isSystemBot email deliveryEmail timezone
        avatarSource avatarVersion avatarMediumUrl avatarUrl known: avatarUrl(clientGravatar: true)
        isActive isImportedStub isDeleted profileData
      } }`,
      { id: nora.id },
    )
    expect(user.avatarUrl).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
    )
    expect(user).toMatchObject({
      known: null,
      avatarSource: 'GRAVATAR',
      avatarMediumUrl: `${user.avatarUrl}&s=500`,
    })
    expect(user).toMatchObject({
      databaseId: nora.id,
      fullName: 'Nora North',
      role: 400,
      isBot: false,
      botType: null,
      botOwner: null,
      isSystemBot: false,
      email: 'nora.north@parley.example',
      deliveryEmail: 'nora.north@parley.example',
      timezone: '',
      avatarVersion: 1,
      isActive: true,
      isImportedStub: false,
      isDeleted: false,
      profileData: {},
    })
  })
})
