import type { Constraint } from './constraints.ts'
import { confusingParameter, missingParameter } from './failures.ts'
import type { Parameter, ParameterSet } from './parameter.ts'

/** The texts that a request carries. */
export interface GivenTexts {
  /** Segments of the path by parameter name, still percent-encoded. */
  readonly path: ReadonlyMap<string, string>
  /** Fields of query string and body, decoded. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Reads an endpoint's parameters in the order of declaration.
 *
 * @returns a value for every declared name; undefined for an absent optional one
 * @throws CodedError for the first parameter, or else the first constraint, that is wrong
 */
export function readParameters(
  declared: ParameterSet,
  constraints: readonly Constraint[],
  given: GivenTexts,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name in declared) {
    const parameter = declared[name]
    if (parameter !== undefined) values[name] = readOne(name, parameter, given)
  }
  for (const constraint of constraints) {
    constraint.check((name) => {
      const parameter = declared[name]
      return parameter !== undefined && givenName(name, parameter, given) !== undefined
    })
  }
  return values
}

function readOne(name: string, parameter: Parameter<unknown>, given: GivenTexts): unknown {
  const { decode, required, absent, place } = parameter.specification
  const used = givenName(name, parameter, given)
  if (used === undefined) {
    if (required) throw missingParameter(name)
    return absent
  }
  const text = (place === 'form' ? given.fields : given.path).get(used) ?? ''
  return decode(text, name)
}

function givenName(
  name: string,
  { specification }: Parameter<unknown>,
  { path, fields }: GivenTexts,
): string | undefined {
  if (specification.place !== 'form') return path.has(name) ? name : undefined
  let used = fields.has(name) ? name : undefined
  for (const alias of specification.aliases) {
    if (!fields.has(alias)) continue
    if (used !== undefined) throw confusingParameter(used, alias)
    used = alias
  }
  return used
}

/** The names that an endpoint reads from query string and body: declared ones and their aliases. */
export function readNames(declared: ParameterSet): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [name, { specification }] of Object.entries(declared)) {
    if (specification.place !== 'form') continue
    names.add(name)
    for (const alias of specification.aliases) names.add(alias)
  }
  return names
}

/**
 * The fields that the endpoint does not read, sorted: `ignored_parameters_unsupported`. The parameter
 * `client` is read everywhere.
 */
export function ignoredNames(read: ReadonlySet<string>, fields: ReadonlyMap<string, string>): string[] {
  const ignored: string[] = []
  for (const name of fields.keys()) {
    if (name !== 'client' && !read.has(name)) ignored.push(name)
  }
  return ignored.sort()
}
