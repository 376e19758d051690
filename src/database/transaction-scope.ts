import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<true>()

/** Runs `work` marked as belonging to an open transaction. */
export function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return scope.run(true, work)
}

/**
 * A statement that is sent past the open transaction would not see its writes, and would wait for
 * ever on the embedded database, which has one connection.
 */
export function forbidInsideTransaction(): void {
  if (scope.getStore()) throw new Error('Inside a transaction, query through it.')
}
