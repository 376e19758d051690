import { type ExecutionArgs, GraphQLError } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Caller } from '../contract/executor.ts'
import { textLimits } from '../contract/limits.ts'
import type { Core } from '../core.ts'
import { requestedHost } from '../requested-host.ts'
import type { Context } from './context.ts'
import { presentError } from './errors.ts'
import { openContext } from './execution.ts'
import { costRule } from './limits.ts'
import { schema } from './schema.ts'
import { subscribeAfresh } from './subscribe.ts'

/** Where the GraphQL API is served: HTTP, SSE and websockets. */
export const GRAPHQL_PATH = '/graphql'

const boundedCost: Plugin<Context> = {
  onValidate: ({ context, addValidationRule }) => {
    // Yoga's context carries the request's variables; the declared one is what resolvers get.
    const { params } = context as { params?: { variables?: Record<string, unknown> } }
    addValidationRule(costRule(params?.variables ?? {}))
  },
}

const freshValues: Plugin<Context> = {
  // Yoga hands over what graphql-js itself takes.
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => subscribeAfresh(args as ExecutionArgs)),
}

function callerOf(core: Core, request: Request): Caller {
  const clientName =
    request.headers.get('x-parley-client') ??
    request.headers.get('user-agent')?.split('/')[0] ??
    'Unspecified'
  return {
    authorization: request.headers.get('authorization') ?? undefined,
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    host: requestedHost(core.config, Object.fromEntries(request.headers)),
    clientName: [...clientName].slice(0, textLimits.clientName).join(''),
  }
}

/** GraphQL over HTTP, with GraphiQL for browsers and subscriptions as server-sent events. */
export function createGraphqlHandler(core: Core) {
  return createYoga<object, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    context: async ({ request }) => {
      try {
        return await openContext(core, callerOf(core, request))
      } catch (error) {
        throw presentError(error, core.logger)
      }
    },
    plugins: [boundedCost, freshValues],
    graphiql: { title: 'Parley', subscriptionsProtocol: 'WS' },
    landingPage: false,
    cors: false,
    logging: false,
    maskedErrors: {
      maskError: (error) =>
        error instanceof GraphQLError && !error.originalError ? error : presentError(error, core.logger),
    },
  })
}
