import type { IncomingMessage } from 'node:http'
import { CodedError } from '../src/contract/coded-error.ts'
import type { Executor, Session } from '../src/contract/executor.ts'
import { callerOf, checkAuthorization } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import { passGate } from './gates.ts'
import { leavingOutAbsent } from './given-variables.ts'
import { ignoredNames, readNames, readParameters } from './parameters/read.ts'
import { countRequest, type RateLimiter } from './rate-limit.ts'
import { successBody } from './reply.ts'
import { type RequestForm, readForm, readUpToFile } from './request-form.ts'
import type { Match } from './routing.ts'

/** What only the server knows about a connection, such as which proxies it trusts. */
export interface Transport {
  /** The host name asked for, with its port. */
  host(request: IncomingMessage): string
  /** The address of the caller. */
  address(request: IncomingMessage): string
}

interface Answering {
  readonly executor: Executor
  readonly transport: Transport
  /** Null where requests are not limited. */
  readonly limiter: RateLimiter | null
  readonly match: Match
  /** Receives the headers that the endpoint sets. */
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

interface Incoming {
  readonly request: IncomingMessage
  /** Below the mount point, without the query string. */
  readonly path: string
  /** Without its question mark. */
  readonly query: string
}

const namesOf = new WeakMap<Endpoint, ReadonlySet<string>>()

/**
 * Takes one request through its endpoint, in the reference's order: credentials, rate limit, role, parameters,
 * and then whatever the endpoint itself finds.
 *
 * @returns the text of the success body
 * @throws CodedError for everything that the caller is to hear of
 */
export async function answerRequest(answering: Answering, incoming: Incoming): Promise<string> {
  checkAuthorization(incoming.request.headers.authorization, answering.match.endpoint.authentication)
  const { session, clientName, form } = await openRequest(answering, incoming)
  try {
    return await answerOpened(answering, incoming, { session, clientName, form })
  } finally {
    form.drop()
  }
}

interface Opened {
  readonly session: Session
  readonly clientName: string
  readonly form: RequestForm
}

/** Reads the form, or what comes before its file, and finds out who calls. */
async function openRequest(
  { executor, transport, match: { endpoint } }: Answering,
  { request, query }: Incoming,
): Promise<Opened> {
  const { authorization, 'user-agent': userAgent } = request.headers
  const presented = {
    authorization,
    host: transport.host(request),
    userAgent,
    idempotencyKey: headerText(request.headers['idempotency-key']),
  }
  const callerWith = (fields: ReadonlyMap<string, string>) =>
    callerOf(presented, endpoint.authentication, fields)
  if (endpoint.streamsFile) {
    // A file that is taken in as it comes is not even begun for somebody who may not send it.
    const caller = callerWith(new Map())
    const session = await executor.open(caller)
    return { session, clientName: caller.clientName, form: await readUpToFile(request, query) }
  }
  const form = await readForm(request, query, {
    limit: endpoint.bodyLimit,
    keepFiles: endpoint.acceptsFiles,
  })
  const caller = callerWith(form.fields)
  return { session: await executor.open(caller), clientName: caller.clientName, form }
}

async function answerOpened(
  { transport, limiter, match, headers, signal }: Answering,
  { request, path }: Incoming,
  { session, clientName, form: { fields, files, file } }: Opened,
): Promise<string> {
  const { endpoint } = match
  const setHeader = (name: string, value: string): void => {
    headers[name] = value
  }
  if (limiter !== null) {
    const from = session.user === null ? { address: transport.address(request) } : { userId: session.user.id }
    countRequest(limiter, from, endpoint.isEventPoll, setHeader)
  }
  if (session.user === null && endpoint.authentication === 'required') {
    throw new CodedError('UNAUTHORIZED', 'These credentials do not authenticate anybody')
  }
  if (session.user?.isIncomingWebhook && !endpoint.acceptsIncomingWebhooks) {
    throw new CodedError('UNAUTHORIZED', 'Incoming-webhook bots may only send messages')
  }
  if (session.user !== null) for (const gate of endpoint.gates) passGate(gate, session.user)
  const parameters = readParameters(endpoint.parameters, endpoint.constraints, { path: match.path, fields })
  const reply = await endpoint.answer({
    parameters,
    session: leavingOutAbsent(session),
    caller: session.user,
    signal,
    request: {
      method: endpoint.method,
      path,
      host: transport.host(request),
      clientName,
      address: transport.address(request),
      files,
      file,
      has: (field) => fields.has(field),
      header: (name) => headerText(request.headers[name.toLowerCase()]),
    },
    setHeader,
  })
  return successBody(reply, ignoredNames(declaredNames(endpoint), fields))
}

function declaredNames(endpoint: Endpoint): ReadonlySet<string> {
  const known = namesOf.get(endpoint)
  if (known !== undefined) return known
  const names = readNames(endpoint.parameters)
  namesOf.set(endpoint, names)
  return names
}

function headerText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value
}
