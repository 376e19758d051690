import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPassword } from '../credentials/people.ts'
import { plainImage } from '../pictures/pictures.ts'
import { type Cast, cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'
import { clientOf, connect } from './connect.ts'

const server = testServer()
let people: Cast
let ann: Awaited<ReturnType<typeof clientOf>>
let ben: typeof ann
let folder = ''

beforeAll(async () => {
  people = await cast(server, '')
  ;[ann, ben] = await Promise.all([clientOf(people.ann), clientOf(people.ben)])
  folder = await mkdtemp(join(tmpdir(), 'parley-client-'))
  await writeFile(join(folder, 'notes.txt'), 'Tea at four')
  await writeFile(join(folder, 'party.png'), await plainImage('png', 200, 100))
})

afterAll(() => rm(folder, { recursive: true }))

const success = { result: 'success', msg: '' }
/** A file, in the form in which the library takes one. */
const fileNamed = (name: string) => createReadStream(join(folder, name))

describe('What zulip-js does with files', () => {
  it('uploads one, shares it, takes it out of the message and deletes it', async () => {
    const queue = await ann.queues.register({ event_types: ['attachment'] })
    const { url, ...uploaded } = await ann.callEndpoint('/user_uploads', 'POST', {
      filename: fileNamed('notes.txt'),
    })
    expect(uploaded).toEqual({ ...success, uri: url, filename: 'notes.txt' })
    expect(await ben.callEndpoint(url)).toMatchObject({ code: 'BAD_REQUEST' })
    const place = { type: 'stream', to: 'general', topic: 'files' }
    const { id } = await ann.messages.send({ ...place, content: `[notes.txt](${url})` })

    const temporary = await ben.callEndpoint(url)
    expect(temporary).toEqual({ ...success, url: expect.stringContaining('/user_uploads/temporary/') })
    expect(await send(server.port, 'GET', temporary.url, {})).toMatchObject({
      status: 200,
      text: 'Tea at four',
    })
    const shared = {
      id: expect.any(Number),
      name: 'notes.txt',
      path_id: url.replace('/user_uploads/', ''),
      size: 11,
      create_time: expect.any(Number),
      message_ids: [id],
    }
    const { attachments, ...listed } = await ann.callEndpoint('/attachments')
    expect(attachments).toEqual([shared])
    expect(listed).toEqual({ ...success, upload_space_used: 11 })

    const unshared = { ...shared, message_ids: [] }
    expect(await ann.messages.update({ message_id: id, content: 'Come to tea' })).toMatchObject({
      ...success,
      detached_uploads: [unshared],
    })
    const file = `/attachments/${attachments[0].id}`
    expect(await ben.callEndpoint(file, 'DELETE')).toMatchObject({ msg: 'Invalid attachment' })
    expect(await ann.callEndpoint(file, 'DELETE')).toEqual(success)
    const { events } = await ann.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })
    expect(events).toMatchObject([
      { op: 'add', attachment: unshared, upload_space_used: 11 },
      { op: 'update', attachment: shared },
      { op: 'update', attachment: unshared },
      { op: 'remove', attachment: { id: attachments[0].id }, upload_space_used: 0 },
    ])
  })

  it('uploads an emoji and reacts with it, and a picture of oneself', async () => {
    const picture = { filename: fileNamed('party.png') }
    expect(await ann.callEndpoint('/realm/emoji/party', 'POST', picture)).toEqual(success)
    const { emoji } = await ben.emojis.retrieve()
    const [[code = '']] = Object.entries(emoji).filter(
      ([, one]) => (one as { name: string }).name === 'party',
    ) as [[string, unknown]]
    const { id } = await ann.messages.send({ type: 'stream', to: 'general', topic: 'fun', content: 'Hooray' })
    expect(await ann.reactions.add({ message_id: id, emoji_name: 'party' })).toEqual(success)
    const inFull = { message_id: id, emoji_name: 'party', emoji_code: code, reaction_type: 'realm_emoji' }
    expect(await ben.reactions.add(inFull)).toEqual(success)
    expect(await ann.reactions.remove({ message_id: id, emoji_name: 'party' })).toEqual(success)
    const { message } = await ann.messages.getById({ message_id: id })
    const { message_id: _, ...kept } = inFull
    expect(message.reactions).toEqual([{ ...kept, user_id: people.ben.id }])

    const changed = await ben.callEndpoint('/users/me/avatar', 'POST', { file: fileNamed('party.png') })
    expect(changed).toEqual({ ...success, avatar_url: expect.stringContaining('/user_avatars/') })
    expect((await ben.users.me.getProfile()).avatar_url).toBe(changed.avatar_url)
    expect(await ben.callEndpoint('/users/me/avatar', 'DELETE')).toMatchObject(success)
  })
})

describe('What else zulip-js reaches by path', () => {
  it('votes in a poll, and tells that it types in an edit', async () => {
    const place = { type: 'stream', to: 'general', topic: 'polls' }
    const poll = await ann.messages.send({ ...place, content: '/poll Tea?\nYes' })
    const plain = await ann.messages.send({ ...place, content: 'Please vote' })
    const queue = await ann.queues.register({ event_types: ['submessage', 'typing_edit_message'] })
    const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
    const vote = { message_id: poll.id, msg_type: 'widget', content }
    expect(await ben.callEndpoint('/submessage', 'POST', vote)).toEqual(success)
    const typing = `/messages/${plain.id}/typing`
    expect(await ann.callEndpoint(typing, 'POST', { op: 'start' })).toEqual(success)
    const { events } = await ann.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })
    expect(events).toMatchObject([
      { type: 'submessage', ...vote, sender_id: people.ben.id },
      { type: 'typing_edit_message', op: 'start', message_id: plain.id, sender_id: people.ann.id },
    ])
  })

  it('archives a channel', async () => {
    const owner = await clientOf(people.owner)
    const created = await owner.callEndpoint('/channels/create', 'POST', {
      name: 'short-lived',
      subscribers: [people.owner.id],
    })
    expect(await owner.streams.deleteById({ stream_id: created.id })).toMatchObject(success)
    expect(await ann.streams.deleteById({ stream_id: people.general })).toMatchObject({ result: 'error' })
  })

  it('is told in JSON that what was before is gone', async () => {
    for (const call of [ann.users.me.pointer.retrieve(), ann.users.me.pointer.update(1)]) {
      expect(await call).toEqual({ result: 'error', code: 'BAD_REQUEST', msg: 'No such endpoint' })
    }
  })
})

describe('zulip-js signs in', () => {
  it('with an address and a password, which it exchanges for a key', async () => {
    await setPassword(server, people.ben, 'correct horse battery')
    const { email } = people.ben
    const realm = `http://127.0.0.1:${server.port}/api`
    const client = await connect({ username: email, password: 'correct horse battery', realm })
    expect(await client.users.me.getProfile()).toMatchObject({ ...success, user_id: people.ben.id })
  })

  it('with a key file', async () => {
    const { email, apiKey, port } = people.ann.identity
    const zuliprc = join(folder, 'ann.rc')
    await writeFile(zuliprc, `[api]\nemail=${email}\nkey=${apiKey}\nsite=http://127.0.0.1:${port}\n`)
    expect(await (await connect({ zuliprc })).users.me.getProfile()).toMatchObject({ user_id: people.ann.id })
  })
})
