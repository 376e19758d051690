import { describe, expect, it } from 'vitest'
import { followChannels } from '../channels/support.ts'
import { cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

const change = (person: Person, parameters: Record<string, unknown>) =>
  person.patch('users/me/subscriptions', parameters)

async function namesOf(person: Person): Promise<string[]> {
  const { subscriptions } = await person.get('users/me/subscriptions').succeeds()
  return subscriptions.map(({ name }: { name: string }) => name).sort()
}

describe('PATCH /users/me/subscriptions', () => {
  it('joins and leaves in one request, makes what does not exist, and says by address what came of it', async () => {
    const { ann, ben } = await cast(server)
    await ben.post('channels/create', { name: 'Tea', subscribers: [ben.id] }).succeeds()
    const body = await change(ann, {
      add: [
        { name: 'tea', color: '#0a0b0c' },
        { name: 'New', description: 'Quite *new*', color: '#abc' },
        { name: 'sandbox' },
      ],
      delete: ['general', 'general'],
    }).succeeds()
    expect(body).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [ann.email]: ['Tea', 'New'] },
      already_subscribed: { [ann.email]: ['sandbox'] },
      removed: ['general'],
      not_removed: [],
    })
    const { subscriptions } = await ann.get('users/me/subscriptions').succeeds()
    expect(subscriptions).toMatchObject([
      { name: 'sandbox' },
      { name: 'Tea', color: '#0a0b0c' },
      { name: 'New', color: '#abc', description: 'Quite *new*' },
    ])
  })

  it('gives back a left channel in the colour that is asked for, or else in its old one', async () => {
    const { ann } = await cast(server)
    await change(ann, { delete: ['general', 'sandbox'] }).succeeds()
    const body = await change(ann, {
      add: [{ name: 'general', color: '#fedcba' }, { name: 'sandbox' }],
    }).succeeds()
    expect(body.subscribed).toEqual({ [ann.email]: ['general', 'sandbox'] })
    const { subscriptions } = await ann.get('users/me/subscriptions').succeeds()
    expect(subscriptions).toMatchObject([{ color: '#fedcba' }, { color: '#c2c2c2' }])
  })

  it('keeps everybody’s copies equal to a fresh snapshot', async () => {
    const { ann, ben, guest } = await cast(server)
    const clients = await Promise.all([ann, ben, guest].map(followChannels))
    await change(ann, { add: [{ name: 'Tea' }], delete: ['general'] }).succeeds()
    await change(ann, { add: [{ name: 'general' }], delete: ['tea', 'general'] }).succeeds()
    for (const client of clients) await client.replayEqualsFreshRegister()
  })

  it('says what the caller was not in', async () => {
    const { ann, ben } = await cast(server)
    await ben.post('channels/create', { name: 'Tea', subscribers: [ben.id] }).succeeds()
    const body = await change(ann, { delete: ['Tea'] }).succeeds()
    expect(body).toMatchObject({ subscribed: {}, already_subscribed: {}, removed: [], not_removed: ['Tea'] })
  })

  it('does all or nothing', async () => {
    const { ann, ben } = await cast(server)
    await ben.post('channels/create', { name: 'Hidden', subscribers: [ben.id], invite_only: true }).succeeds()
    for (const name of ['Hidden', 'Nowhere']) {
      await change(ann, { add: [{ name: 'Made' }], delete: [name] }).fails('STREAM_DOES_NOT_EXIST')
    }
    await change(ann, { add: [{ name: 'Made' }, { name: 'Hidden' }], delete: ['general'] }).fails(
      'BAD_REQUEST',
      'Unable to access channel (Hidden).',
    )
    expect(await namesOf(ann)).toEqual(['general', 'sandbox'])
    await ann.get('get_stream_id', { stream: 'Made' }).fails('BAD_REQUEST')
  })

  it('refuses wrong parameters, and a request for nothing', async () => {
    const { ann } = await cast(server)
    await change(ann, {}).fails('BAD_REQUEST', /^Nothing to do/)
    await change(ann, { add: [], delete: [] }).fails('BAD_REQUEST', /^Nothing to do/)
    await change(ann, { add: 'tea' }).fails('BAD_REQUEST', 'add is not valid JSON')
    await change(ann, { add: ['tea'] }).fails('BAD_REQUEST', 'add[0] is not a dict')
    await change(ann, { add: [{ name: ' ' }] }).fails('BAD_REQUEST', 'add[0]["name"] cannot be blank')
    await change(ann, { add: [{ name: 'tea', color: 'green' }] }).fails(
      'BAD_REQUEST',
      /^Invalid add\[0\]\["color"\]/,
    )
    await change(ann, { add: [{ name: 'tea', topic: 'x' }] }).fails('BAD_REQUEST', /"topic".* unexpected/)
    await change(ann, { delete: [1] }).fails('BAD_REQUEST', 'delete[0] is not a string')
  })
})

describe('changeSubscriptions', () => {
  it('does the same over GraphQL, once for one key', async () => {
    const { ann } = await cast(server)
    const mutation = `mutation ($input: ChangeSubscriptionsInput!) {
      changeSubscriptions(input: $input) {
        subscribed { name viewerSubscription { color } } alreadySubscribed { name } removed { name } notRemoved { name }
      }
    }`
    const input = {
      idempotencyKey: 'one',
      subscribe: [{ name: 'Tea', color: '#123' }],
      unsubscribe: ['general'],
    }
    const first = await ann.graphql(mutation, { input })
    expect(first.changeSubscriptions).toEqual({
      subscribed: [{ name: 'Tea', viewerSubscription: { color: '#123' } }],
      alreadySubscribed: [],
      removed: [{ name: 'general' }],
      notRemoved: [],
    })
    expect(await ann.graphql(mutation, { input })).toEqual(first)
    await expect(
      ann.graphql(mutation, { input: { subscribe: [{ name: 'x', color: 'red' }] } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
