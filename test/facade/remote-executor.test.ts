import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRemoteExecutor } from '../../rest-facade/remote-executor.ts'
import type { Caller, Session } from '../../src/contract/executor.ts'
import { type RemoteCoreStandIn, startRemoteCore } from './support/remote-core.ts'

const caller: Caller = { authorization: 'Basic right', host: 'chat.example.com:9991', clientName: 'tests ö' }

function documentOf<Result, Variables = Record<string, never>>(
  text: string,
): TypedDocumentNode<Result, Variables> {
  return parse(text)
}

const refuse = documentOf<{ refuse: number }, { code: string }>(
  'query A($code: String!) { refuse(code: $code) }',
)
const count = documentOf<{ count: number }, { to: number }>('subscription A($to: Int!) { count(to: $to) }')
const forever = documentOf<{ forever: number }>('subscription A { forever }')

let core: RemoteCoreStandIn

beforeAll(async () => {
  core = await startRemoteCore()
})

afterAll(() => core.close())

function open(changes: Partial<Caller> = {}): Promise<Session> {
  return createRemoteExecutor(core).open({ ...caller, ...changes })
}

test('a session knows its user; without credentials there is none', async () => {
  expect((await open()).user).toEqual({ id: 7, role: 400, isBot: true, isIncomingWebhook: false })
  expect((await open({ authorization: undefined })).user).toBeNull()
})

test('wrong credentials arrive as the coded error of the core', async () => {
  await expect(open({ authorization: 'Basic wrong' })).rejects.toMatchObject({
    name: 'CodedError',
    code: 'INVALID_API_KEY',
    status: 401,
    data: {},
  })
})

test('credentials, host and client name travel with each operation', async () => {
  const session = await open()
  const { seen } = await session.execute(documentOf<{ seen: string }>('{ seen }'), {})
  expect(seen).toBe('Basic right | chat.example.com:9991 | tests ? | ')
})

test('an undefined variable is absent and null is null', async () => {
  const session = await open()
  const repeat = documentOf<{ repeat: string }, { text?: string | null | undefined }>(
    'query A($text: String) { repeat(text: $text) }',
  )
  expect(await session.execute(repeat, { text: undefined })).toEqual({ repeat: 'absent' })
  expect(await session.execute(repeat, { text: null })).toEqual({ repeat: 'null' })
})

test('an error of the core keeps its code, status, message and fields', async () => {
  const session = await open()
  await expect(session.execute(refuse, { code: 'BAD_EVENT_QUEUE_ID' })).rejects.toMatchObject({
    name: 'CodedError',
    code: 'BAD_EVENT_QUEUE_ID',
    message: 'Refused',
    status: 404,
    data: { queue_id: 'q' },
  })
})

test('an error without a known code is a fault', async () => {
  const session = await open()
  for (const failing of [
    session.execute(refuse, { code: 'toString' }),
    session.execute(documentOf('{ plain }'), {}),
  ]) {
    await expect(failing).rejects.toMatchObject({ name: 'Error' })
  }
})

test('a core that cannot be reached is a fault', async () => {
  const executor = createRemoteExecutor({ url: 'http://127.0.0.1:1/graphql' })
  await expect(executor.open(caller)).rejects.not.toMatchObject({ name: 'CodedError' })
})

test('a subscription delivers its values and ends', async () => {
  const session = await open()
  const received: number[] = []
  for await (const value of session.subscribe(count, { to: 3 })) received.push(value.count)
  expect(received).toEqual([1, 2, 3])
})

test('a subscription that its consumer leaves ends on the server, also while it waits', async () => {
  const session = await open()
  const values = session.subscribe(forever, {})
  expect(await values.next()).toEqual({ done: false, value: { forever: 1 } })
  const pending = values.next()
  await values.return?.()
  expect((await pending).done).toBe(true)
  await core.foreverEnded
})

test('a refused subscription arrives as a coded error', async () => {
  const session = await open()
  await expect(session.subscribe(documentOf('subscription { refused }'), {}).next()).rejects.toMatchObject({
    code: 'EVENTS_PRUNED',
    data: { oldest: 3 },
  })
})

test('a lost connection ends the subscription with a fault, not silently', async () => {
  const session = await open()
  const values = session.subscribe(forever, {})
  await values.next()
  const pending = expect(values.next()).rejects.toThrow('The connection to the core was lost')
  core.breakSockets()
  await pending
})
