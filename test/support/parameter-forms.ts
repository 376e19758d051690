import { describe, expect, it } from 'vitest'
import { discoverEndpoints } from '../../rest-facade/discover.ts'
import type { Actor } from './actor.ts'

/** What the reference says of a parameter, and what each wrong form of it is answered; `%` is its name. */
export interface ParameterForm {
  /** A text that is right. */
  readonly sample: string
  readonly wrong: readonly (readonly [sent: string, message: string])[]
  readonly required: boolean
  /** Its value when it is absent; undefined for none. */
  readonly absent: unknown
  readonly aliases: readonly string[]
}

/** The parameters of an endpoint besides those in its path, by name. */
export type DocumentedParameters = Readonly<Record<string, ParameterForm>>

const NOT_JSON = '% is not valid JSON'
const NUL = '% must not contain null bytes'

function form(sample: string, wrong: ParameterForm['wrong']): ParameterForm {
  return { sample, wrong, required: false, absent: undefined, aliases: [] }
}

/** The same, required. */
export const required = (of: ParameterForm): ParameterForm => ({ ...of, required: true })
/** The same with a default. */
export const defaulting = (of: ParameterForm, absent: unknown): ParameterForm => ({ ...of, absent })
/** The same with further names. */
export const alias = (of: ParameterForm, ...aliases: string[]): ParameterForm => ({ ...of, aliases })

export const boolean = form('true', [
  ['', NOT_JSON],
  ['True', NOT_JSON],
  ['yes', NOT_JSON],
  ['null', '% is not a boolean'],
  ['1', '% is not a boolean'],
  ['0', '% is not a boolean'],
  ['"true"', '% is not a boolean'],
  ['[]', '% is not a boolean'],
])

/** An integer; its bounds are named by what lies outside. */
export const integer = (...outside: (readonly [sent: string, message: string])[]): ParameterForm =>
  form('1', [
    ['', NOT_JSON],
    ['one', NOT_JSON],
    ['null', '% is not an integer'],
    ['"1"', '% is not an integer'],
    ['1.0', '% is not an integer'],
    ['true', '% is not an integer'],
    ['3000000000', '% is too large'],
    ...outside,
  ])

/** An integer out of a fixed set. */
export const choice = (sample: number, ...others: string[]): ParameterForm =>
  form(String(sample), [
    ['', NOT_JSON],
    ['one', NOT_JSON],
    ...['null', `"${sample}"`, `${sample}.0`, 'true', ...others].map((sent): readonly [string, string] => [
      sent,
      'Invalid %',
    ]),
  ])

/** A list of ids. */
export const ids = form('[]', [
  ['', NOT_JSON],
  ['ann', NOT_JSON],
  ['1,2', NOT_JSON],
  ['null', '% is not a list'],
  ['1', '% is not a list'],
  ['{}', '% is not a list'],
  ['["1"]', '%[0] is not an integer'],
  ['[1,2.0]', '%[1] is not an integer'],
  ['[null]', '%[0] is not an integer'],
  ['[-1]', '%[0] is too small'],
  ['[3000000000]', '%[0] is too large'],
])

/** A list of names. */
export const names = form('[]', [
  ['', NOT_JSON],
  ['general', NOT_JSON],
  ['null', '% is not a list'],
  ['"general"', '% is not a list'],
  ['[1]', '%[0] is not a string'],
  ['[null]', '%[0] is not a string'],
  ['["a\\u0000"]', NUL],
])

/** A plain text. */
export const text = ({ blank = true, most }: { blank?: boolean; most?: number } = {}): ParameterForm =>
  form('text', [
    ['a\0b', NUL],
    ...(blank ? [] : (['', ' '] as const).map((sent) => [sent, '% cannot be blank'] as const)),
    ...(most === undefined
      ? []
      : [['x'.repeat(most + 1), `% is too long (limit: ${most} characters)`] as const]),
  ])

/** A plain text out of a fixed set: raw only. */
export const word = (sample: string, ...others: string[]): ParameterForm =>
  form(
    sample,
    ['', 'other', `"${sample}"`, sample.toUpperCase(), ...others].map((sent) => [sent, 'Invalid %'] as const),
  )

/** One of a fixed set of words, which comes raw or as JSON. */
export const wordOrJson = (sample: string): ParameterForm =>
  form(
    sample,
    ['', 'other', '"other"', 'null', '1', 'true', '[]'].map((sent) => [sent, 'Invalid %'] as const),
  )

const settingValue: ParameterForm['wrong'] = [
  ['', NOT_JSON],
  ['role:members', NOT_JSON],
  ['null', '% is not an integer or a dict'],
  ['"1"', '% is not an integer or a dict'],
  ['[1]', '% is not an integer or a dict'],
  ['{}', '%["direct_members"] field is missing'],
  ['{"direct_members":[]}', '%["direct_subgroups"] field is missing'],
  ['{"direct_members":["1"],"direct_subgroups":[]}', '%["direct_members"][0] is not an integer'],
  ['{"direct_members":[],"direct_subgroups":1}', '%["direct_subgroups"] is not a list'],
  ['{"direct_members":[],"direct_subgroups":[],"more":1}', 'Argument "more" at %["more"] is unexpected'],
]

/** The value of a permission, as it is given on creation. */
export const setting = form('1', settingValue)

/** The change of a permission: its new value, and perhaps the old one. */
export const settingChange = form('{"new":1}', [
  ['', NOT_JSON],
  ['null', '% is not a dict'],
  ['1', '% is not a dict'],
  ['{"direct_members":[],"direct_subgroups":[]}', '%["new"] field is missing'],
  ['{"old":1}', '%["new"] field is missing'],
  ['{"new":null}', '%["new"] is not an integer or a dict'],
  ['{"new":"1"}', '%["new"] is not an integer or a dict'],
  ['{"new":{"direct_members":[]}}', '%["new"]["direct_subgroups"] field is missing'],
  ['{"new":1,"old":null}', '%["old"] is not an integer or a dict'],
  ['{"new":1,"older":1}', 'Argument "older" at %["older"] is unexpected'],
])

/** A form that only one parameter has. */
export const particular = form

/**
 * Proves of endpoints that they take the parameters of the reference and no others, with the same defaults, that
 * they miss what is required, and what each wrong form is answered.
 *
 * @param documented by route, such as `PATCH /streams/:stream_id`
 * @param actor may call all of them
 */
export function proveParameters(
  documented: Readonly<Record<string, DocumentedParameters>>,
  actor: () => Actor,
): void {
  describe.each(Object.entries(documented))('%s', (route, parameters) => {
    const [method = '', path = ''] = route.split(' /')
    const given = Object.fromEntries(
      Object.entries(parameters).flatMap(([name, { required, sample }]) =>
        required ? [[name, sample]] : [],
      ),
    )
    const send = (fields: Readonly<Record<string, string>>) =>
      actor().request(method, path.replace(/:\w+/g, '1'), fields)

    it('has the parameters and defaults of the reference', async () => {
      const endpoint = (await discoverEndpoints()).find((one) => `${one.method} ${one.path}` === route)
      const declared = Object.entries(endpoint?.parameters ?? {}).flatMap(([name, { specification }]) => {
        const { place, required, absent, aliases } = specification
        return place === 'form' ? [[name, { required, absent, aliases }] as const] : []
      })
      expect(Object.fromEntries(declared)).toEqual(
        Object.fromEntries(
          Object.entries(parameters).map(([name, { required, absent, aliases }]) => [
            name,
            { required, absent, aliases },
          ]),
        ),
      )
    })

    it('names what is missing, and what has a wrong form', async () => {
      const wrong: unknown[] = []
      const expectRefusal = async (fields: Record<string, string>, expected: object) => {
        const { status, body } = await send(fields)
        const answered = { status, body }
        if (JSON.stringify(answered) === JSON.stringify({ status: 400, body: expected })) return
        wrong.push({ fields, answered, expected })
      }
      for (const [name, { required, wrong: forms }] of Object.entries(parameters)) {
        if (required) {
          const { [name]: _, ...others } = given
          const msg = `Missing '${name}' argument`
          await expectRefusal(others, {
            result: 'error',
            msg,
            code: 'REQUEST_VARIABLE_MISSING',
            var_name: name,
          })
        }
        for (const [sent, message] of forms) {
          const msg = message.replaceAll('%', name)
          await expectRefusal({ ...given, [name]: sent }, { result: 'error', msg, code: 'BAD_REQUEST' })
        }
      }
      expect(wrong).toEqual([])
    })
  })
}
