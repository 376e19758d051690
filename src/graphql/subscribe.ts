import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import { type Context, createContext } from './context.ts'

/** The same caller, with nothing remembered of what was loaded before. */
function afresh({ core, viewer, organization, clientName, idempotencyKey }: Context): Promise<Context> {
  return createContext(core, { viewer, organization, clientName, idempotencyKey })
}

/**
 * Runs a subscription. Each value is resolved in a context of its own: loaders remember what they
 * have loaded, and a subscription that lives for days would show, and hold, what was true at first.
 */
export async function subscribeAfresh(
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const values = source[Symbol.asyncIterator]()
  const context = args.contextValue as Context // What every transport opens.

  async function resolved(step: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult>> {
    if (step.done) return { done: true, value: undefined }
    const contextValue = await afresh(context)
    return { done: false, value: await execute({ ...args, rootValue: step.value, contextValue }) }
  }

  const resolvedValues: AsyncIterableIterator<ExecutionResult> = {
    next: async () => resolved(await values.next()),
    async return() {
      await values.return?.()
      return { done: true, value: undefined }
    },
    async throw(error) {
      await values.throw?.(error)
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return resolvedValues
}
