import { z } from 'zod'

/** A closed object: {@link checkReply} refuses an undeclared field. */
export type ReplySchema = z.ZodObject<z.core.$ZodShape, z.core.$strict>

/** The reply of an endpoint that answers only `result` and `msg`. */
export const noFields = z.strictObject({})

/**
 * A reply that is serialised already, for hot paths such as long-polls: its text is sent as it is.
 * Tests check it against the endpoint's schema like any other reply.
 */
export class RawReply {
  /** The text of one JSON object with the endpoint's own fields, without white space around it. */
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/**
 * The text of a success body.
 *
 * @param reply - the endpoint's own fields
 * @param ignored - sorted names of parameters that it did not read; left out when empty
 * @returns JSON with `result` and `msg`, ended by a newline
 */
export function successBody(reply: object, ignored: readonly string[]): string {
  const extra = ignored.length === 0 ? '' : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`
  const json = reply instanceof RawReply ? reply.json : JSON.stringify(reply)
  const head = '{"result":"success","msg":""'
  if (json === '{}') return `${head}${extra}}\n`
  // Long replies are not taken apart: their text goes out as it is, without its outer braces.
  return extra === '' ? `${head},${json.slice(1)}\n` : `${head},${json.slice(1, -1)}${extra}}\n`
}

const envelopes = new WeakMap<ReplySchema, z.ZodType>()

/**
 * The whole success body of a reply schema: its fields, `result`, `msg` and perhaps
 * `ignored_parameters_unsupported`, closed.
 */
export function successSchema(reply: ReplySchema): z.ZodType {
  const known = envelopes.get(reply)
  if (known !== undefined) return known
  const envelope = z.strictObject({
    result: z.literal('success'),
    msg: z.literal(''),
    ...reply.shape,
    ignored_parameters_unsupported: z.array(z.string()).min(1).optional(),
  })
  envelopes.set(reply, envelope)
  return envelope
}

/**
 * Checks a success body against an endpoint's declaration. Production does not: the compiler has
 * checked what endpoints write down, and tests check every reply they receive.
 *
 * @param endpoint - a declared endpoint
 * @param body - the parsed body
 * @throws Error that lists what is missing, wrong or undeclared
 */
export function checkReply(
  endpoint: { readonly method: string; readonly path: string; readonly reply: ReplySchema },
  body: unknown,
): void {
  const result = successSchema(endpoint.reply).safeParse(body)
  if (result.success) return
  throw new Error(
    `${endpoint.method} ${endpoint.path} answered outside its declaration:\n${z.prettifyError(result.error)}`,
  )
}
