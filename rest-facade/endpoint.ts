import type { z } from 'zod'
import type { Session, SessionUser } from '../src/contract/executor.ts'
import { checkDeclaration } from './declaration-check.ts'
import type { Gate } from './gates.ts'
import type { Constraint } from './parameters/constraints.ts'
import type { ParameterSet, ParameterValues } from './parameters/parameter.ts'
import type { RawReply, ReplySchema } from './reply.ts'
import type { RequestInfo } from './request-info.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether callers must, may, or need not say who they are. */
export type Authentication = 'required' | 'optional' | 'none'

/** What an endpoint answers from. */
export interface Answering<Values, Caller> {
  readonly parameters: Values
  /** GraphQL operations on behalf of the caller. */
  readonly session: Session
  /** The authenticated user; null for a visitor, where visitors are let in. */
  readonly caller: Caller
  readonly request: RequestInfo
  /** Aborts when the caller has gone away before the answer. */
  readonly signal: AbortSignal
  /** Sets a header of the response, whether it will be a success or an error. */
  setHeader(name: string, value: string): void
}

/** What an endpoint's file declares of it, besides the answer. */
export interface Declaration<
  Declared extends ParameterSet,
  Reply extends ReplySchema,
  Needs extends Authentication,
> {
  /** A short title for the OpenAPI document. */
  readonly summary: string
  readonly description?: string
  /** `required` unless told. With `none`, an Authorization header is not even looked at. */
  readonly authentication?: Needs
  /** Checked in this order after authentication and before the parameters; not asked of visitors. */
  readonly requires?: Gate | readonly Gate[]
  /** In the order in which they are checked. */
  readonly parameters: Declared
  readonly constraints?: readonly Constraint[]
  /** The fields besides `result`, `msg` and `ignored_parameters_unsupported`; closed. */
  readonly reply: Reply
  /** Incoming-webhook bots may call it: hardly any endpoint. */
  readonly acceptsIncomingWebhooks?: boolean
  /** Keep the files of a multipart body, in memory. */
  readonly acceptsFiles?: boolean
  /**
   * The endpoint takes in the one file of a multipart body as it comes (`request.file`). Credentials are checked
   * before; no limit of the body applies but what the endpoint itself has.
   */
  readonly streamsFile?: boolean
  /** The most bytes that a body may have; 2 MiB unless told. */
  readonly bodyLimit?: number
  /** Counts against the rate limit of event polls rather than that of all other requests. */
  readonly isEventPoll?: boolean
}

/** Fields of an answer that its reply schema does not declare: none may have a value. */
type NoUndeclared<Answer, Fields> = Answer extends RawReply
  ? unknown
  : { readonly [Field in Exclude<keyof Answer, keyof Fields>]: never }

interface Declared<Values, Caller, Fields> {
  /**
   * Completes the endpoint. A call of its own, because the compiler checks an answer closely (literal
   * values, undeclared fields) only once it knows the declaration.
   *
   * @param answer - from the request to the reply's fields; throws a CodedError to refuse
   */
  answer<Answer extends Fields | RawReply>(
    answer: (context: Answering<Values, Caller>) => Promise<Answer & NoUndeclared<Answer, Fields>>,
  ): Endpoint
}

/** A declared endpoint, as the router, the OpenAPI document and the tests use it. */
export class Endpoint {
  readonly method: Method
  /** Below `/api/v1`, with `:name` for path parameters. */
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly authentication: Authentication
  readonly gates: readonly Gate[]
  readonly parameters: ParameterSet
  readonly constraints: readonly Constraint[]
  readonly reply: ReplySchema
  readonly acceptsIncomingWebhooks: boolean
  readonly acceptsFiles: boolean
  readonly streamsFile: boolean
  readonly bodyLimit: number
  readonly isEventPoll: boolean
  readonly answer: (
    context: Answering<Readonly<Record<string, unknown>>, SessionUser | null>,
  ) => Promise<object>

  constructor(
    route: string,
    declaration: Declaration<ParameterSet, ReplySchema, Authentication>,
    answer: Endpoint['answer'],
  ) {
    const space = route.indexOf(' ')
    const { requires = [] } = declaration
    // The type of `endpoint` allows only these methods before the space.
    this.method = route.slice(0, space) as Method
    this.path = route.slice(space + 1)
    this.summary = declaration.summary
    this.description = declaration.description
    this.authentication = declaration.authentication ?? 'required'
    this.gates = typeof requires === 'string' ? [requires] : requires
    this.parameters = declaration.parameters
    this.constraints = declaration.constraints ?? []
    this.reply = declaration.reply
    this.acceptsIncomingWebhooks = declaration.acceptsIncomingWebhooks ?? false
    this.acceptsFiles = declaration.acceptsFiles ?? false
    this.streamsFile = declaration.streamsFile ?? false
    this.bodyLimit = declaration.bodyLimit ?? defaultBodyLimit
    this.isEventPoll = declaration.isEventPoll ?? false
    this.answer = answer
    checkDeclaration(this)
  }
}

const defaultBodyLimit = 2 * 1024 * 1024

/**
 * Declares one endpoint: `endpoint('GET /drafts', { … }).answer(async ({ parameters }) => …)`. From the
 * declaration come its route, its parameter errors, `ignored_parameters_unsupported`, its part of the
 * OpenAPI document and the check of its replies.
 *
 * @param route - method and path below `/api/v1`, such as `PATCH /messages/:message_id`
 * @throws Error (from `answer`) when path and declared parameters do not fit together
 */
export function endpoint<
  Parameters extends ParameterSet,
  Reply extends ReplySchema,
  Needs extends Authentication = 'required',
>(
  route: `${Method} /${string}`,
  declaration: Declaration<Parameters, Reply, Needs>,
): Declared<
  ParameterValues<Parameters>,
  Needs extends 'required' ? SessionUser : SessionUser | null,
  z.input<Reply>
> {
  return {
    answer(answer) {
      // The dispatcher reads the values with this very declaration and refuses visitors where
      // authentication is required, so the context is of the declared type; but one table holds all
      // endpoints, and their common type cannot say so.
      return new Endpoint(route, declaration, answer as unknown as Endpoint['answer'])
    },
  }
}
