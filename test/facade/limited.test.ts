import { expect, it } from 'vitest'
import { resumableUploadPath } from '../../src/contract/server.ts'
import { cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { beginUpload, continueUpload, tus } from '../support/resumable-uploads.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_RATE_LIMIT: '40' })

it('a user who has made all calls of a minute waits, others and polls do not', async () => {
  const { ann, ben, general } = await cast(server)
  const { queue_id } = await ann.post('register', { event_types: ['message'] }).succeeds()
  let reply = await ann.get('users/me')
  for (let calls = 0; reply.status === 200 && calls < 60; calls++) reply = await ann.get('users/me')
  expect(reply).toMatchObject({ status: 429, body: { result: 'error', code: 'RATE_LIMIT_HIT' } })
  expect(reply.body['retry-after']).toBeGreaterThan(0)
  const before = await ben.get('messages', { anchor: 'newest', num_before: 1 }).succeeds()
  const refused = await ann.post('messages', {
    type: 'stream',
    to: general,
    topic: 'tea',
    content: 'One more',
  })
  expect(refused.status).toBe(429)
  expect(await ben.get('messages', { anchor: 'newest', num_before: 1 }).succeeds()).toEqual(before)
  await ann.get('events', { queue_id, last_event_id: -1, dont_block: true }).succeeds()
})

it('an address without credentials has half of the calls', async () => {
  const { host } = await cast(server)
  const ask = () => send(server.port, 'GET', '/api/v1/server_settings', { host })
  const { headers } = await ask()
  expect(headers['x-ratelimit-limit']).toBe('20')
  for (let left = Number(headers['x-ratelimit-remaining']); left > 0; left--) {
    expect((await ask()).status).toBe(200)
  }
  const { status, headers: refusal } = await ask()
  expect(status).toBe(429)
  expect(Number(refusal['retry-after'])).toBeGreaterThan(0)
})

it('what begins a resumable upload is counted like any call, its pieces and questions are not', async () => {
  const { ann, ben } = await cast(server)
  const begin = () => tus(ann, 'POST', resumableUploadPath, { 'upload-length': '50' })
  const place = await beginUpload(ann, 50)
  const { headers } = await begin()
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '40', 'x-ratelimit-remaining': '38' })
  for (let left = 38; left > 0; left--) await begin()
  const refused = await begin()
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ann.get('users/me')).status).toBe(429)
  for (let offset = 0; offset < 49; offset++) {
    expect((await continueUpload(ann, place, offset, 'x')).status).toBe(204)
    expect((await tus(ann, 'HEAD', place)).status).toBe(200)
  }
  expect((await continueUpload(ann, place, 49, 'x')).status).toBe(200)
  await beginUpload(ben, 1)
})
