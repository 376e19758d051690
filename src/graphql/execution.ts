import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { isIncomingWebhook } from '../access/viewer.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Caller, Executor, Session } from '../contract/executor.ts'
import type { Core } from '../core.ts'
import { authenticate, readAuthorization } from '../credentials/authenticate.ts'
import { noteKeyUse } from '../credentials/key-use.ts'
import { cancellable } from '../events/cancellable.ts'
import { findOrganization, subdomainOf } from '../organizations/find-organization.ts'
import { type Context, createContext } from './context.ts'
import { originalOf } from './errors.ts'

/**
 * Who calls, checked: the context of one request.
 *
 * @throws CodedError when the host names no organization, or the credentials are wrong
 */
export async function openContext(core: Core, caller: Caller): Promise<Context> {
  const subdomain = subdomainOf(core.config, caller.host)
  if (caller.authorization === undefined) {
    const organization = await findOrganization(core.db, subdomain)
    return createContext(core, {
      viewer: null,
      organization,
      clientName: caller.clientName,
      idempotencyKey: caller.idempotencyKey,
    })
  }
  const presented = readAuthorization(caller.authorization)
  const authenticated = await authenticate(core.db, presented, subdomain)
  noteKeyUse(core, authenticated)
  const { viewer } = authenticated
  return createContext(core, {
    viewer,
    organization: viewer.organization,
    clientName: caller.clientName,
    idempotencyKey: caller.idempotencyKey,
  })
}

/** The facade's way in without HTTP: its fixed documents are compiled once. */
export function createExecutor(core: Core, schema: GraphQLSchema): Executor {
  const compiled = new WeakMap<DocumentNode, CompiledQuery>()

  function compile(document: DocumentNode): CompiledQuery {
    let query = compiled.get(document)
    if (!query) {
      const result = compileQuery(schema, document)
      if (!isCompiledQuery(result))
        throw new GraphQLError(`The facade has a faulty document: ${result.errors?.[0]}`)
      query = result
      compiled.set(document, query)
    }
    return query
  }

  function unwrap<Result>(result: ExecutionResult): Result {
    const [error] = result.errors ?? []
    if (error) throw refusalOf(error)
    return result.data as Result // The document's generated type.
  }

  return {
    async open(caller): Promise<Session> {
      const context = await openContext(core, caller)
      const { viewer } = context
      return {
        user: viewer && {
          id: viewer.id,
          role: viewer.role,
          isBot: viewer.isBot,
          isIncomingWebhook: isIncomingWebhook(viewer),
        },
        execute: async (document, variables) =>
          unwrap(await compile(document).query(undefined, context, variables as Record<string, unknown>)),
        subscribe: (document, variables) =>
          cancellable(async function* (signal) {
            const { subscribe } = compile(document)
            if (!subscribe) throw new GraphQLError('The document is no subscription.')
            const stream = await subscribe(undefined, context, variables as Record<string, unknown>)
            if (!(Symbol.asyncIterator in stream)) {
              yield unwrap(stream)
              return
            }
            const iterator = stream[Symbol.asyncIterator]()
            signal.addEventListener('abort', () => void iterator.return?.(), { once: true })
            for (let step = await iterator.next(); !step.done; step = await iterator.next())
              yield unwrap(step.value)
          }),
      }
    },
  }
}

/**
 * What the facade is to throw. Coded errors are rendered there, and faults logged. The documents are
 * ours and were compiled, so that a complaint of the language itself is about a variable's value.
 */
function refusalOf(error: unknown): unknown {
  const original = originalOf(error)
  if (!(original instanceof GraphQLError)) return original
  return badRequest(`Invalid parameters: ${original.message}`)
}
