import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFacade } from '../../rest-facade/app.ts'
import { discoverEndpoints } from '../../rest-facade/discover.ts'
import { forwardUploads } from '../../rest-facade/forward-uploads.ts'
import { createRemoteExecutor } from '../../rest-facade/remote-executor.ts'
import { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { beginUpload, continueUpload } from '../support/resumable-uploads.ts'
import { testServer } from '../support/server.ts'
import { sendForm, upload } from '../support/uploads.ts'

// The facade as a process of its own would have it: it reaches the real core over HTTP and websockets.

const core = testServer({ PARLEY_TRUST_PROXY: 'true', PARLEY_UPLOAD_MIB: '1' })
let facade: Server
let port: number
let people: Cast

beforeAll(async () => {
  const handle = createFacade({
    executor: createRemoteExecutor({ url: `http://127.0.0.1:${core.port}/graphql` }),
    endpoints: await discoverEndpoints(),
    logger: core.core.logger,
    version: '0',
    resumableUploads: forwardUploads({ url: `http://127.0.0.1:${core.port}/graphql` }),
  })
  facade = createServer((request, response) => {
    request.url = request.url?.slice('/api/v1'.length)
    handle(request, response)
  })
  await new Promise<void>((resolve) => facade.listen(0, '127.0.0.1', resolve))
  port = (facade.address() as AddressInfo).port
  people = await cast(core)
})

afterAll(() => {
  facade.closeAllConnections()
  facade.close()
})

it('a facade apart from its core knows who calls', async () => {
  expect(await people.ann.on(port).get('users/me').succeeds()).toMatchObject({ user_id: people.ann.id })
  const wrong = new Actor({ ...people.ann.identity, port, apiKey: 'x'.repeat(32) })
  await wrong.get('users/me').fails('INVALID_API_KEY', undefined, 401)
})

it('a facade apart from its core sends, reads and delivers', async () => {
  const ben = people.ben.on(port)
  const queue = await register(ben, ['message'], { fetch_event_types: [] })
  const waiting = queue.takeCount(1)
  const { id } = await people.ann
    .on(port)
    .post('messages', { type: 'stream', to: 'general', topic: 'tea', content: 'From afar' })
    .succeeds()
  expect((await waiting)[0]?.message).toMatchObject({ id, content: 'From afar' })
  const { messages } = await ben.get('messages', { message_ids: [id] }).succeeds()
  expect(messages).toMatchObject([{ id, content: '<p>From afar</p>' }])
  await ben.delete('events', { queue_id: queue.id }).succeeds()
})

it('a facade apart from its core passes refusals on with their codes and fields', async () => {
  const body = await people.ann
    .on(port)
    .post('messages', { type: 'stream', to: 'nowhere', topic: 't', content: 'c' })
    .fails('STREAM_DOES_NOT_EXIST')
  expect(body.stream).toBe('nowhere')
})

it('a facade apart from its core takes files in, and passes their refusals on', async () => {
  const ann = people.ann.on(port)
  const { pathId } = await upload(ann, 'from afar', { filename: 'наш plan.txt' })
  const { attachments } = await ann.get('attachments').succeeds()
  expect(attachments).toMatchObject([{ name: 'наш plan.txt', path_id: pathId, size: 9 }])
  const part = { field: 'f', filename: 'a', content: Buffer.alloc(2 * 1024 * 1024) }
  expect(await sendForm(ann, 'user_uploads', part)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 1 MiB' },
  })
  const small = { ...part, content: 'a' }
  expect((await sendForm(ann, 'user_uploads', small, small)).status).toBe(400)
  expect((await ann.get('attachments').succeeds()).attachments).toHaveLength(1)
})

it('a facade apart from its core takes files in over several requests', async () => {
  const ben = people.ben.on(port)
  const place = await beginUpload(ben, 8)
  expect((await continueUpload(ben, place, 0, 'from')).status).toBe(204)
  const { status, text } = await continueUpload(ben, place, 4, 'afar')
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ result: 'success', filename: 'notes.txt' })
  const wrong = new Actor({ ...ben.identity, apiKey: 'x'.repeat(32) })
  expect((await continueUpload(wrong, place, 4, 'afar')).status).toBe(401)
})
