/**
 * An async generator that can be ended while it waits. `return()` of a plain generator takes effect
 * only when its current step is done, which for a subscription may be never; this one aborts the
 * signal that the step waits with.
 */
export function cancellable<Value>(
  generate: (signal: AbortSignal) => AsyncGenerator<Value, void, undefined>,
): AsyncIterableIterator<Value> {
  const controller = new AbortController()
  const generator = generate(controller.signal)
  return {
    next: () => generator.next(),
    return() {
      controller.abort()
      return generator.return()
    },
    throw(error) {
      controller.abort()
      return generator.throw(error)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
