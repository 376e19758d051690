import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { leavingOutAbsent } from '../../rest-facade/given-variables.ts'
import type { Session } from '../../src/contract/executor.ts'

test('undefined values are left out of the variables at any depth, and null stays', async () => {
  const received: unknown[] = []
  const session: Session = {
    user: null,
    upload: () => Promise.reject(new Error('not answered')),
    execute: (_document, variables) => {
      received.push(variables)
      return Promise.reject(new Error('not answered'))
    },
    subscribe: (_document, variables) => {
      received.push(variables)
      throw new Error('not answered')
    },
  }
  const document = parse('{ viewer { id } }')
  const file = new Date(0)
  const variables = { input: { topic: undefined, note: null, list: [{ a: undefined, b: '' }], file } }
  await expect(leavingOutAbsent(session).execute(document, variables)).rejects.toThrow('not answered')
  expect(() => leavingOutAbsent(session).subscribe(document, { after: undefined })).toThrow('not answered')
  const [executed, subscribed] = received
  expect(executed).toStrictEqual({ input: { note: null, list: [{ b: '' }], file } })
  expect(subscribed).toStrictEqual({})
})
