import type { ExecutionResult } from 'graphql'

/** A subscription under way, or the errors with which it did not begin. */
export type Begun =
  | ExecutionResult
  | {
      readonly values: AsyncIterator<unknown>
      readonly resolve: (value: unknown) => Promise<ExecutionResult> | ExecutionResult
    }

/** A subscription's results, which begins when the first one is asked for. */
export class ExecutorResults<Result> implements AsyncIterableIterator<Result> {
  readonly #unwrap: (result: ExecutionResult) => Result
  #begin: (() => Promise<Begun>) | undefined
  #beginning: Promise<Begun> | undefined

  constructor(begin: () => Promise<Begun>, unwrap: (result: ExecutionResult) => Result) {
    this.#begin = begin
    this.#unwrap = unwrap
  }

  async next(): Promise<IteratorResult<Result, undefined>> {
    this.#beginning ??= this.#begin?.()
    this.#begin = undefined
    const begun = await this.#beginning
    if (!begun) return { done: true, value: undefined }
    // A subscription that cannot begin answers with its errors.
    if (!('values' in begun)) return { done: false, value: this.#unwrap(begun) }
    const step = await begun.values.next()
    if (step.done) return { done: true, value: undefined }
    return { done: false, value: this.#unwrap(await begun.resolve(step.value)) }
  }

  /** Also while a `next` waits, which is done then. */
  async return(): Promise<IteratorResult<Result, undefined>> {
    this.#begin = undefined
    const begun = await this.#beginning?.catch(() => undefined)
    if (begun && 'values' in begun) await begun.values.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
