import type { Context } from './context.ts'

/**
 * Something that a noun keeps for the length of one request, such as a batched loader: made when
 * the request first asks, forgotten with its context.
 */
export function perRequest<Value>(make: (context: Context) => Value): (context: Context) => Value {
  const values = new WeakMap<Context, Value>()
  return (context) => {
    const known = values.get(context)
    if (known !== undefined) return known
    const value = make(context)
    values.set(context, value)
    return value
  }
}
