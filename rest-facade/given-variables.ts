import type { Session } from '../src/contract/executor.ts'

/**
 * A session that leaves undefined values out of an operation's variables, at any depth: an absent
 * parameter must stay absent, but a compiled operation reads undefined as null.
 */
export function leavingOutAbsent(session: Session): Session {
  return {
    user: session.user,
    upload: (file) => session.upload(file),
    execute: (document, variables) => session.execute(document, givenOnly(variables)),
    subscribe: (document, variables) => session.subscribe(document, givenOnly(variables)),
  }
}

/** A copy of plain data without keys whose value is undefined; other objects are kept as they are. */
function givenOnly<Value>(value: Value): Value {
  // Only keys whose value is undefined go, and those are optional in the types of variables.
  if (Array.isArray(value)) return value.map(givenOnly) as Value
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const given = Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : [[key, givenOnly(inner)]],
  )
  return Object.fromEntries(given) as Value
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
