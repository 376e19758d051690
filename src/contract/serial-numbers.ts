const numbers = new WeakMap<object, number>()
let last = 0

/**
 * A number of the object's own, the same for as long as the process has the object: for keys of
 * caches over objects that are shared, such as events and presentations.
 */
export function serialNumber(object: object): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  last += 1
  numbers.set(object, last)
  return last
}
