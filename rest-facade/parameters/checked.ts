import type { z } from 'zod'
import { badRequest, type CodedError } from '../../src/contract/coded-error.ts'
import {
  blank,
  invalidParameter,
  missingField,
  tooLarge,
  tooLong,
  tooSmall,
  unexpectedField,
  wrongFormat,
  wrongLength,
  wrongType,
} from './failures.ts'

type Issue = z.core.$ZodIssue

const typeWords: Readonly<Record<string, string>> = {
  int: 'an integer',
  // Zod says so also of a text where an integer belongs; no parameter of the API is another number.
  number: 'an integer',
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  tuple: 'a list',
  object: 'a dict',
  record: 'a dict',
  date: 'a date',
  null: 'null',
}

/**
 * Checks a JSON value against its schema.
 *
 * @param name - the parameter's name, the start of nested names
 * @returns what the schema makes of the value
 * @throws CodedError for the first issue, worded as the reference's table of messages
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue === undefined ? invalidParameter(name) : failure(issue, value, name)
}

function failure(issue: Issue, value: unknown, root: string): CodedError {
  const name = nestedName(root, issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (isAbsent(issue, value)) return missingField(name)
      return wrongType(name, typeWords[issue.expected] ?? `of type ${issue.expected}`)
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? ''
      return unexpectedField(key, nestedName(name, [key]))
    }
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? blank(name) : tooSmall(name)
      return issue.exact ? wrongLengthOfList(name, issue.minimum) : tooSmall(name)
    case 'too_big':
      if (issue.origin === 'string') {
        const limit = Number(issue.maximum)
        return issue.exact ? wrongLength(name, limit) : tooLong(name, limit)
      }
      return issue.exact ? wrongLengthOfList(name, issue.maximum) : tooLarge(name)
    case 'invalid_format':
      return issue.format === 'date' ? wrongType(name, 'a date') : wrongFormat(name)
    case 'invalid_union':
      return isAbsent(issue, value) ? missingField(name) : unionFailure(issue, value, root)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] === undefined ? invalidParameter(name) : failure(issue.issues[0], value, name)
    case 'custom':
      return invalidParameter(name, issue.message === 'Invalid input' ? undefined : issue.message)
    default:
      return invalidParameter(name)
  }
}

/** Whether the issue is that a required key of an object is not there. */
function isAbsent({ path }: Issue, value: unknown): boolean {
  return path.length > 0 && valueAt(value, path) === undefined
}

/*
 * Of a union's branches the one that understood the value best is the one that was meant: the branch
 * whose first issue lies deepest, or is about anything but the type of the value as a whole.
 */
function unionFailure(issue: z.core.$ZodIssueInvalidUnion, value: unknown, root: string): CodedError {
  const name = nestedName(root, issue.path)
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]))
  const meant = firsts
    .filter(
      (first) => first.code !== 'invalid_value' && (first.path.length > 0 || first.code !== 'invalid_type'),
    )
    .sort((one, other) => other.path.length - one.path.length)[0]
  if (meant !== undefined) return failure(meant, valueAt(value, issue.path), name)
  const types = firsts.flatMap((first) =>
    first.code === 'invalid_type' ? [typeWords[first.expected] ?? first.expected] : [],
  )
  if (types.length === 0 || types.length < firsts.length) return invalidParameter(name)
  return wrongType(name, [...new Set(types)].join(' or '))
}

function wrongLengthOfList(name: string, length: number | bigint): CodedError {
  return badRequest(`${name} does not have exactly ${length} items`)
}

function nestedName(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) => `${name}[${typeof key === 'number' ? key : JSON.stringify(String(key))}]`,
    root,
  )
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}
