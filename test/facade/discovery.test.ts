import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { discoverEndpoints } from '../../rest-facade/discover.ts'
import { routeTable } from '../../rest-facade/routing.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test('every file that exports an endpoint is found, sorted by path and method', async () => {
  const endpoints = await discoverEndpoints(here('discovered'))
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /a-tools/:tool_id',
    'GET /fruit',
    'POST /fruit',
  ])
})

test('a file with two endpoints is refused', async () => {
  await expect(discoverEndpoints(here('discovered-twice'))).rejects.toThrow('one file, one endpoint')
})

test("the facade's own endpoints can be served together", async () => {
  const endpoints = await discoverEndpoints()
  expect(() => routeTable(endpoints)).not.toThrow()
})

test('the routes script prints the sorted routes of the facade', { timeout: 60_000 }, async () => {
  const tsx = here('../../node_modules/.bin/tsx')
  const { stdout } = await promisify(execFile)(tsx, [here('../../rest-facade/routes.ts')])
  const routes = (await discoverEndpoints()).map(({ method, path }) => `${method} ${path}`)
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual(routes.sort())
})
