import { z } from 'zod'
import { LARGEST_DATABASE_ID } from '../../src/contract/database-id.ts'
import type { OrganizationSetting } from '../../src/contract/organization-settings.ts'
import { json, textOrJson, textWithin } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'

/**
 * The parameter that changes a setting, as its schema has it: texts go plain, words plain or as JSON,
 * numbers and booleans as JSON. What can be none has a word for that.
 */
export function settingParameter({ wireName, schema, meaning }: OrganizationSetting): Parameter<unknown> {
  return (special[wireName] ?? valueParameter)(schema).describe(meaning)
}

type ParameterOf = (schema: z.ZodType) => Parameter<unknown>

const special: Readonly<Record<string, ParameterOf>> = {
  jitsi_server_url: orWord('default'),
  message_content_delete_limit_seconds: orWord('unlimited'),
  message_content_edit_limit_seconds: orWord('unlimited'),
  move_messages_between_streams_limit_seconds: orWord('unlimited'),
  move_messages_within_stream_limit_seconds: orWord('unlimited'),
  message_retention_days: () =>
    textOrJson(z.union([z.int().positive().max(LARGEST_DATABASE_ID), z.enum(['unlimited', 'forever'])])).map(
      (value) => (typeof value === 'string' ? -1 : value),
    ),
}

/** A setting that can be null: the word says that, and nothing else does. */
function orWord(word: string): ParameterOf {
  return (schema) => {
    if (!(schema instanceof z.ZodNullable)) throw new Error(`Only what can be null is called ${word}.`)
    const value = schema.unwrap() as z.ZodType // zod's own types know less of it here
    return textOrJson(z.union([z.literal(word), value])).map((given) => (given === word ? null : given))
  }
}

/** A parameter that takes what a setting's schema takes. */
export function valueParameter(schema: z.ZodType): Parameter<unknown> {
  if (schema instanceof z.ZodEnum) return textOrJson(schema)
  if (schema instanceof z.ZodString) return textWithin(schema)
  return json(schema)
}

/** A setting's value as the core's input spells it: words are the names of an enum. */
export function wordsInput(schema: z.ZodType, value: unknown): unknown {
  return schema instanceof z.ZodEnum && typeof value === 'string' ? value.toUpperCase() : value
}
