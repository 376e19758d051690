import { badRequest } from '../../src/contract/coded-error.ts'

/** A rule about which parameters may stand in one request, checked once each of them is right. */
export interface Constraint {
  /** The parameters that it speaks of, by their declared names. */
  readonly names: readonly string[]
  /** @throws CodedError when the given parameters break the rule */
  check(isGiven: (name: string) => boolean): void
}

/** At most one of these may be given; the error's `parameters` lists them. */
export function mutuallyExclusive(...names: readonly string[]): Constraint {
  const parameters = names.join(', ')
  return {
    names,
    check(isGiven) {
      if (names.filter(isGiven).length > 1) {
        throw badRequest(`Parameters that exclude each other: ${parameters}`, { parameters })
      }
    },
  }
}

/** `name` may be given only together with `required`. */
export function needsAnother(name: string, required: string): Constraint {
  return {
    names: [name, required],
    check(isGiven) {
      if (isGiven(name) && !isGiven(required)) {
        throw badRequest(`'${name}' can be given only with '${required}'`, {
          required_parameter: required,
          set_parameter: name,
        })
      }
    },
  }
}
