import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../rest-facade/endpoint.ts'
import { type Constraint, needsAnother } from '../../rest-facade/parameters/constraints.ts'
import { boolean, integer, json, textOrJson } from '../../rest-facade/parameters/json.ts'
import type { ParameterSet } from '../../rest-facade/parameters/parameter.ts'
import { pathInteger } from '../../rest-facade/parameters/path.ts'
import { oneOf, text } from '../../rest-facade/parameters/text.ts'
import { noFields, RawReply } from '../../rest-facade/reply.ts'
import type { SessionUser } from '../../src/contract/executor.ts'

test('an answer sees each parameter with the type that its declaration gives', () => {
  endpoint('PATCH /messages/:message_id', {
    summary: 'Edit a message',
    parameters: {
      message_id: pathInteger(),
      topic: text({ maxLength: 60 }).alias('subject').optional(),
      propagate_mode: oneOf(['change_one', 'change_all']).default('change_one'),
      send_notification: boolean().default(true),
      expires: integer({ min: 0 }).default(null),
      ids: json(z.array(z.int())).default([]),
      to: textOrJson(z.union([z.string(), z.int()])),
    },
    reply: z.strictObject({ count: z.int(), note: z.string().optional() }),
  }).answer(async ({ parameters, caller }) => {
    expectTypeOf(parameters.message_id).toEqualTypeOf<number>()
    expectTypeOf(parameters.topic).toEqualTypeOf<string | undefined>()
    expectTypeOf(parameters.propagate_mode).toEqualTypeOf<'change_one' | 'change_all'>()
    expectTypeOf(parameters.send_notification).toEqualTypeOf<boolean>()
    expectTypeOf(parameters.expires).toEqualTypeOf<number | null>()
    expectTypeOf(parameters.ids).toEqualTypeOf<number[]>()
    expectTypeOf(parameters.to).toEqualTypeOf<string | number>()
    expectTypeOf(caller).toEqualTypeOf<SessionUser>()
    return { count: parameters.ids.length }
  })
})

test('only an endpoint that lets visitors in has a caller that may be null', () => {
  endpoint('GET /a', {
    summary: 'A',
    authentication: 'optional',
    parameters: {},
    reply: noFields,
  }).answer(async ({ caller }) => {
    expectTypeOf(caller).toEqualTypeOf<SessionUser | null>()
    return {}
  })
})

test('the compiler refuses a reply with an undeclared, missing or wrong field', () => {
  const reply = z.strictObject({ kind: z.enum(['a', 'b']), note: z.string().optional() })
  const declared = endpoint('GET /a', { summary: 'A', parameters: {}, reply })
  declared.answer(async () => ({ kind: 'a' }))
  declared.answer(async ({ caller }) => (caller.isBot ? { kind: 'a' } : { kind: 'b', note: 'x' }))
  declared.answer(async ({ caller }) => (caller.isBot ? new RawReply('{"kind":"a"}') : { kind: 'b' }))
  // @ts-expect-error undeclared field
  declared.answer(async () => ({ kind: 'a', extra: true }))
  // @ts-expect-error missing field
  declared.answer(async () => ({}))
  // @ts-expect-error value outside the set
  declared.answer(async () => ({ kind: 'c' }))
})

test('a reply schema that lets unknown fields through is refused', () => {
  const declared = endpoint('GET /a', { summary: 'A', parameters: {}, reply: z.object({ id: z.int() }) })
  expect(() => declared.answer(async () => ({ id: 1 }))).toThrow('not a strictObject')
})

test('a declaration whose path, parameters and constraints do not fit together is refused', () => {
  const declare = (path: `/${string}`, parameters: ParameterSet, ...constraints: Constraint[]) =>
    endpoint(`GET ${path}`, { summary: 'A', parameters, constraints, reply: noFields }).answer(
      async () => ({}),
    )
  expect(() => declare('/a/:id', {})).toThrow('path parameter id is not declared')
  expect(() => declare('/a', { id: pathInteger() })).toThrow('another place')
  expect(() => declare('/a/:id', { id: text() })).toThrow('another place')
  expect(() => declare('/a', { a: text() }, needsAnother('a', 'b'))).toThrow('a constraint names b')
})
