import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mutuallyExclusive, needsAnother } from '../../rest-facade/parameters/constraints.ts'
import { integer, json } from '../../rest-facade/parameters/json.ts'
import { text } from '../../rest-facade/parameters/text.ts'
import { reactionTypeParameter } from '../../rest-facade/wire-aliases.ts'
import { echo } from './support/echo.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

let facade: RunningFacade

beforeAll(async () => {
  facade = await runFacade(
    echo(
      {
        first: integer().optional(),
        topic: text({ maxLength: 60 }).alias('subject').optional(),
        note: json(z.string().nullable()).optional(),
        level: integer().default(3),
        anchor: text().optional(),
        use_first: text().optional(),
        anchor_date: text().optional(),
      },
      { constraints: [mutuallyExclusive('anchor', 'use_first'), needsAnother('anchor_date', 'anchor')] },
    ),
    echo({ reaction_type: reactionTypeParameter() }, { route: 'POST /reactions' }),
  )
})

afterAll(() => facade.close())

test('absent, null and the empty string are three different things', async () => {
  const absent = await facade.send('POST', '/echo')
  const none = await facade.send('POST', '/echo', { form: { note: 'null' } })
  const empty = await facade.send('POST', '/echo', { form: { note: '""', topic: '' } })
  expect(absent.body.values).toEqual({ level: 3 })
  expect(none.body.values).toEqual({ level: 3, note: null })
  expect(empty.body.values).toEqual({ level: 3, note: '', topic: '' })
})

test('null in a plain text is a word', async () => {
  const { body } = await facade.send('POST', '/echo', { form: { topic: 'null' } })
  expect(body.values).toMatchObject({ topic: 'null' })
})

test('a parameter is read under its alias', async () => {
  const { body } = await facade.send('POST', '/echo', { form: { subject: 'lunch' } })
  expect(body).toEqual({ result: 'success', msg: '', values: { topic: 'lunch', level: 3 } })
})

test('a parameter given under both names is refused', async () => {
  const { status, body } = await facade.send('POST', '/echo', { form: { topic: 'a', subject: 'a' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' })
})

test('only the first failure is reported, in the order of declaration', async () => {
  const { body } = await facade.send('POST', '/echo', { form: { level: 'x', note: '5', first: 'y' } })
  expect(body).toEqual({ result: 'error', msg: 'first is not valid JSON', code: 'BAD_REQUEST' })
})

test('parameters that exclude each other are listed', async () => {
  const { body } = await facade.send('POST', '/echo', { form: { anchor: '1', use_first: 'true' } })
  expect(body).toMatchObject({ code: 'BAD_REQUEST', parameters: 'anchor, use_first' })
})

test('a parameter without the one that it needs is refused', async () => {
  const alone = await facade.send('POST', '/echo', { form: { anchor_date: '2031-02-03' } })
  const together = await facade.send('POST', '/echo', { form: { anchor_date: '2031-02-03', anchor: 'date' } })
  expect(alone.body).toMatchObject({
    code: 'BAD_REQUEST',
    required_parameter: 'anchor',
    set_parameter: 'anchor_date',
  })
  expect(together.status).toBe(200)
})

test('parameters that the endpoint does not read are listed, sorted, in success only', async () => {
  const good = await facade.send('POST', '/echo', { query: { zebra: '1' }, form: { apple: '', client: 'x' } })
  const bad = await facade.send('POST', '/echo', { form: { apple: '', first: 'x' } })
  expect(good.body.ignored_parameters_unsupported).toEqual(['apple', 'zebra'])
  expect(bad.body).not.toHaveProperty('ignored_parameters_unsupported')
})

test('a field called method does not change the method', async () => {
  const { status, body } = await facade.send('POST', '/echo', { form: { method: 'DELETE' } })
  expect({ status, ignored: body.ignored_parameters_unsupported }).toEqual({
    status: 200,
    ignored: ['method'],
  })
})

test('both names of the extra emoji are accepted', async () => {
  for (const name of ['zulip_extra_emoji', 'service_extra_emoji']) {
    const { body } = await facade.send('POST', '/reactions', { form: { reaction_type: name } })
    expect(body.values).toEqual({ reaction_type: 'service_extra_emoji' })
  }
})
