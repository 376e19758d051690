import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { boolean, boundedString, integer, json, textOrJson } from '../../rest-facade/parameters/json.ts'
import { oneOf, text } from '../../rest-facade/parameters/text.ts'
import { echo } from './support/echo.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

const parameters = {
  count: integer({ min: 0, max: 100 }),
  id: integer(),
  flag: boolean(),
  ids: json(z.array(z.int())),
  names: json(z.array(z.string())),
  settings: json(z.strictObject({ a: z.int() })),
  day: json(z.iso.date()),
  title: text({ nonBlank: true, maxLength: 5 }),
  code: text({ length: 4 }),
  color: text({ pattern: /^#[0-9a-f]{6}$/ }),
  kind: oneOf(['direct', 'channel']),
  zone: text().check((zone) => (zone === 'Mars' ? 'not a recognized time zone' : undefined)),
  few: json(z.array(z.int()).min(1).max(2)),
  pair: json(z.array(z.int()).length(2)),
  expiry: integer().default(null),
  nullable: json(z.int().nullable()),
  policy: textOrJson(z.enum(['inherit', 'disabled'])),
  days: textOrJson(z.union([z.int(), z.enum(['unlimited', 'realm_default'])])),
  to: textOrJson(z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int())])),
  group: json(z.union([z.int(), z.strictObject({ direct_members: z.array(z.int()) })])),
  subscription_data: json(
    z.array(
      z.strictObject({
        stream_id: z.int(),
        property: z.enum(['color', 'is_muted']),
        value: z.union([z.boolean(), z.string()]),
      }),
    ),
  ),
  snippet: json(z.strictObject({ title: boundedString({ nonBlank: true, maxLength: 3 }) })),
  checked: json(z.array(z.string().refine((word) => word !== 'bad', 'a bad word'))),
} as const

let facade: RunningFacade

beforeAll(async () => {
  facade = await runFacade(
    ...Object.entries(parameters).map(([name, parameter]) =>
      echo({ [name]: parameter }, { route: `POST /${name}` }),
    ),
  )
})

afterAll(() => facade.close())

test.each<[name: keyof typeof parameters, sent: string, msg: string]>([
  ['ids', '', 'ids is not valid JSON'],
  ['ids', 'word', 'ids is not valid JSON'],
  ['id', '', 'id is not valid JSON'],
  ['id', '"5"', 'id is not an integer'],
  ['id', '5.0', 'id is not an integer'],
  ['id', '5e0', 'id is not an integer'],
  ['id', '5.5', 'id is not an integer'],
  ['id', 'true', 'id is not an integer'],
  ['id', 'null', 'id is not an integer'],
  ['id', '05', 'id is not valid JSON'],
  ['id', '99999999999', 'id is too large'],
  ['flag', '0', 'flag is not a boolean'],
  ['flag', '1', 'flag is not a boolean'],
  ['flag', '"true"', 'flag is not a boolean'],
  ['flag', 'True', 'flag is not valid JSON'],
  ['names', '[1]', 'names[0] is not a string'],
  ['ids', '{}', 'ids is not a list'],
  ['ids', '[1,5.0]', 'ids[1] is not an integer'],
  ['settings', '[]', 'settings is not a dict'],
  ['day', '"tomorrow"', 'day is not a date'],
  ['count', '-1', 'count is too small'],
  ['count', '101', 'count is too large'],
  ['few', '[]', 'few is too small'],
  ['few', '[1,2,3]', 'few is too large'],
  ['pair', '[1]', 'pair does not have exactly 2 items'],
  ['title', 'sixsix', 'title is too long (limit: 5 characters)'],
  ['title', '😀😀😀😀😀😀', 'title is too long (limit: 5 characters)'],
  ['title', '', 'title cannot be blank'],
  ['title', ' \t', 'title cannot be blank'],
  ['code', '12345', 'code does not have a length of 4 characters'],
  ['color', 'red', 'color has an invalid format'],
  ['kind', 'Direct', 'Invalid kind'],
  ['kind', '"direct"', 'Invalid kind'],
  ['zone', 'Mars', 'Invalid zone: not a recognized time zone'],
  ['policy', 'other', 'Invalid policy'],
  ['days', 'never', 'Invalid days'],
  ['to', '{}', 'to is not a string or an integer or a list'],
  ['group', '"x"', 'group is not an integer or a dict'],
  ['group', '{"direct_members":["x"]}', 'group["direct_members"][0] is not an integer'],
  ['group', '{}', 'group["direct_members"] field is missing'],
  ['subscription_data', '[{}]', 'subscription_data[0]["stream_id"] field is missing'],
  [
    'subscription_data',
    '[{"stream_id":"1","property":"color","value":"x"}]',
    'subscription_data[0]["stream_id"] is not an integer',
  ],
  [
    'subscription_data',
    '[{"stream_id":1,"property":"size","value":"x"}]',
    'Invalid subscription_data[0]["property"]',
  ],
  [
    'subscription_data',
    '[{"stream_id":1,"property":"color","value":1}]',
    'subscription_data[0]["value"] is not a boolean or a string',
  ],
  [
    'subscription_data',
    '[{"stream_id":1,"property":"color","value":"x","extra":1}]',
    'Argument "extra" at subscription_data[0]["extra"] is unexpected',
  ],
  ['snippet', '{"title":" "}', 'snippet["title"] cannot be blank'],
  ['snippet', '{"title":"😀😀😀😀"}', 'snippet["title"] is too long (limit: 3 characters)'],
  ['checked', '["good","bad"]', 'Invalid checked[1]: a bad word'],
  ['title', 'a\0b', 'title must not contain null bytes'],
  ['names', '["a\\u0000"]', 'names must not contain null bytes'],
  ['to', 'a\0b', 'to must not contain null bytes'],
])('%s given as %j answers "%s"', async (name, sent, msg) => {
  const { status, body } = await facade.send('POST', `/${name}`, { form: { [name]: sent } })
  expect({ status, body }).toEqual({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
})

test.each<[name: keyof typeof parameters, sent: string, value: unknown]>([
  ['id', '5', 5],
  ['id', ' -5 ', -5],
  ['flag', 'true', true],
  ['flag', 'false', false],
  ['ids', '[]', []],
  ['names', '["1.0", "a\\\\u0000"]', ['1.0', 'a\\u0000']],
  ['title', '"x"', '"x"'],
  ['title', '😀😀😀😀😀', '😀😀😀😀😀'],
  ['snippet', '{"title":"😀😀😀"}', { title: '😀😀😀' }],
  ['code', '    ', '    '],
  ['nullable', 'null', null],
  ['policy', 'inherit', 'inherit'],
  ['policy', '"inherit"', 'inherit'],
  ['days', '30', 30],
  ['days', 'unlimited', 'unlimited'],
  ['days', '"unlimited"', 'unlimited'],
  ['to', 'Denmark', 'Denmark'],
  ['to', '"Denmark"', 'Denmark'],
  ['to', '7', 7],
  ['to', '[7,8]', [7, 8]],
  ['to', '["a@example.com"]', ['a@example.com']],
  ['to', 'a@example.com,b@example.com', 'a@example.com,b@example.com'],
  ['zone', '', ''],
])('%s given as %j is the value %j', async (name, sent, value) => {
  const { body } = await facade.send('POST', `/${name}`, { form: { [name]: sent } })
  expect(body).toEqual({ result: 'success', msg: '', values: { [name]: value } })
})

test('an absent required parameter is named, with a code of its own', async () => {
  const { status, body } = await facade.send('POST', '/title')
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      result: 'error',
      msg: "Missing 'title' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'title',
    },
  })
})
