import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
} from 'graphql'
import { afresh } from './afresh.ts'
import type { Context } from './context.ts'

/** The last result of a subscription that its source ends with an error. */
export function endedBy(error: unknown): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error('The subscription failed.')
  return { errors: [new GraphQLError(originalError.message, { originalError })] }
}

/**
 * The results of a subscription. Each value is resolved in a context of its own: loaders remember what
 * they have loaded, and a subscription that lives for days would show, and hold, what was true at first. So do
 * its viewer's role and the organization's settings.
 */
export class FreshResults implements AsyncIterableIterator<ExecutionResult> {
  readonly args: ExecutionArgs
  readonly #values: AsyncIterator<unknown>

  constructor(args: ExecutionArgs, values: AsyncIterator<unknown>) {
    this.args = args
    this.#values = values
  }

  /** The next value, not resolved yet. */
  nextValue(): Promise<IteratorResult<unknown>> {
    return this.#values.next()
  }

  async resolve(value: unknown): Promise<ExecutionResult> {
    const contextValue = await afresh(this.args.contextValue as Context) // What every transport opens.
    return execute({ ...this.args, rootValue: value, contextValue })
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    let step: IteratorResult<unknown>
    try {
      step = await this.nextValue()
    } catch (error) {
      return { done: false, value: endedBy(error) }
    }
    if (step.done) return { done: true, value: undefined }
    return { done: false, value: await this.resolve(step.value) }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.#values.return?.()
    return { done: true, value: undefined }
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.#values.throw?.(error)
    throw error
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/** Runs a subscription, each value in a context of its own. */
export async function subscribeAfresh(args: ExecutionArgs): Promise<FreshResults | ExecutionResult> {
  const source = await createSourceEventStream(args)
  return Symbol.asyncIterator in source ? new FreshResults(args, source[Symbol.asyncIterator]()) : source
}
