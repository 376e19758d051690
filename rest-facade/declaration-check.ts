import { z } from 'zod'
import type { Constraint } from './parameters/constraints.ts'
import type { ParameterSet } from './parameters/parameter.ts'
import type { ReplySchema } from './reply.ts'

interface Declared {
  readonly method: string
  readonly path: string
  readonly parameters: ParameterSet
  readonly constraints: readonly Constraint[]
  readonly reply: ReplySchema
}

/** The names of the path parameters, in order. */
export function pathNames(path: string): string[] {
  return path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []))
}

/**
 * Finds the mistakes in a declaration that its types let pass.
 *
 * @throws Error when path, parameters and constraints do not fit together, or the reply is open
 */
export function checkDeclaration({ method, path, parameters, constraints, reply }: Declared): void {
  const refuse = (mistake: string): never => {
    throw new Error(`${method} ${path}: ${mistake}`)
  }
  const inPath = pathNames(path)
  for (const [name, { specification }] of Object.entries(parameters)) {
    const fits = inPath.includes(name) === (specification.place !== 'form')
    if (!fits) refuse(`parameter ${name} is declared for another place`)
  }
  const missing = inPath.find((name) => parameters[name] === undefined)
  if (missing !== undefined) refuse(`path parameter ${missing} is not declared`)
  const unknown = constraints.flatMap(({ names }) => names).find((name) => parameters[name] === undefined)
  if (unknown !== undefined) refuse(`a constraint names ${unknown}, which is not declared`)
  // The types of open and closed object schemas are alike, so the compiler cannot tell.
  if (!(reply.def.catchall instanceof z.ZodNever)) refuse('the reply is not a strictObject')
}
