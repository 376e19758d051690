import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { isIncomingWebhook } from '../access/viewer.ts'
import { uploadFile } from '../attachments/upload-file.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Caller, Executor, Session } from '../contract/executor.ts'
import type { Core } from '../core.ts'
import { authenticate, readAuthorization } from '../credentials/authenticate.ts'
import { noteKeyUse } from '../credentials/key-use.ts'
import { findOrganization, subdomainOf } from '../organizations/find-organization.ts'
import { shownToVisitors } from '../organizations/web-public-access.ts'
import { type Context, createContext, requireViewer } from './context.ts'
import { originalOf } from './errors.ts'
import { type Begun, ExecutorResults } from './executor-results.ts'

/**
 * Who calls, checked: the context of one request.
 *
 * @throws CodedError when the host names no organization, or the credentials are wrong
 */
export async function openContext(core: Core, caller: Caller): Promise<Context> {
  const subdomain = subdomainOf(core.config, caller.host)
  if (caller.authorization === undefined) {
    const organization = shownToVisitors(core.config, await findOrganization(core.db, subdomain))
    return createContext(core, {
      viewer: null,
      organization,
      clientName: caller.clientName,
      idempotencyKey: caller.idempotencyKey,
    })
  }
  const presented = readAuthorization(caller.authorization)
  const authenticated = await authenticate(core.keyRows, presented, subdomain)
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

  /** Values come from the field's own stream; each is resolved by the compiled operation. */
  async function beginSubscription(
    contextValue: Context,
    document: DocumentNode,
    variableValues: Record<string, unknown>,
  ): Promise<Begun> {
    const { query } = compile(document)
    const values = await createSourceEventStream({ schema, document, contextValue, variableValues })
    if (!(Symbol.asyncIterator in values)) return values
    const resolve = (value: unknown) => query(value, contextValue, variableValues)
    return { values: values[Symbol.asyncIterator](), resolve }
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
        upload: (file) => uploadFile(requireViewer(context), file),
        execute: async (document, variables) =>
          unwrap(await compile(document).query(undefined, context, variables as Record<string, unknown>)),
        subscribe: <Result, Variables>(
          document: TypedDocumentNode<Result, Variables>,
          variables: Variables,
        ) =>
          new ExecutorResults<Result>(
            () => beginSubscription(context, document, variables as Record<string, unknown>),
            unwrap,
          ),
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
