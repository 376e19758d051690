import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { createFacade } from '../../rest-facade/app.ts'
import { pathInteger } from '../../rest-facade/parameters/path.ts'
import { text } from '../../rest-facade/parameters/text.ts'
import { echo } from './support/echo.ts'
import { credentials, fakeExecutor } from './support/fake-executor.ts'

test('the facade can be mounted in an express application', async () => {
  const facade = createFacade({
    executor: fakeExecutor(),
    endpoints: [echo({ id: pathInteger(), a: text() }, { route: 'POST /echo/:id' })],
    logger: { error: () => undefined },
    version: '1.2.3',
  })
  const server = express().use('/api/v1', facade).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a TCP port has this kind of address.
  const { port } = server.address() as AddressInfo
  const headers = { authorization: credentials('member@example.com') }
  const base = `http://127.0.0.1:${port}`
  const sent = await fetch(`${base}/api/v1/echo/5?a=1`, { method: 'POST', headers })
  const unknown = await fetch(`${base}/api/v1/other`, { headers })
  expect(await sent.json()).toEqual({ result: 'success', msg: '', values: { id: 5, a: '1' } })
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ result: 'error' })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
