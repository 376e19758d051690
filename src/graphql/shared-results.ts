import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLField,
  getOperationAST,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { serialNumber } from '../contract/serial-numbers.ts'

/**
 * Marks a field whose value follows from its parent alone: neither the viewer nor the moment changes
 * it. To be given as a field's `extensions`.
 */
export const sameForAll = { sameForAll: true }

/**
 * Marks a subscription field whose values are made of shared objects.
 *
 * @param objectsOf the objects that make up a value: values of the same objects are the same for all
 *   fields that are {@link sameForAll}. Null for a value that is nobody else's.
 */
export const madeOf = <Value>(objectsOf: (value: Value) => readonly object[] | null) => ({
  madeOf: objectsOf,
})

/** How much text is kept, in UTF-16 code units: enough for those who get an event at the same time. */
const MOST_TEXT = 8 * 1024 * 1024

const texts = new LRUCache<string, string>({ maxSize: MOST_TEXT, sizeCalculation: (text) => text.length })

/** A result as it goes out: as text if it was, or can be, shared. */
export type SharedOrOwn = { readonly text: string } | { readonly result: ExecutionResult }

/**
 * Results of one subscription that others may be asking for in the same words: each is executed and
 * serialised once for all of them.
 */
export class SharedResults {
  readonly #document: string
  readonly #objectsOf: (value: unknown) => readonly object[] | null

  private constructor(document: string, objectsOf: (value: unknown) => readonly object[] | null) {
    this.#document = document
    this.#objectsOf = objectsOf
  }

  /** Null when the operation's results depend on who asks, or on variables. */
  static of(args: ExecutionArgs, text: string): SharedResults | null {
    const objectsOf = sharedObjects(args)
    // The words of the operation, and which operation of a document with several.
    return objectsOf && new SharedResults(`${args.operationName ?? ''}\n${text}`, objectsOf)
  }

  /** @param resolve executes the operation for the value; not called when somebody has done so before */
  async resultOf(value: unknown, resolve: () => Promise<ExecutionResult>): Promise<SharedOrOwn> {
    const objects = this.#objectsOf(value)
    if (objects === null) return { result: await resolve() }
    const key = `${objects.map(serialNumber).join(' ')}\n${this.#document}`
    const known = texts.get(key)
    if (known !== undefined) return { text: known }
    const others = beingMade.get(key)
    if (others) {
      const text = await others
      return text === null ? { result: await resolve() } : { text }
    }
    return makeText(key, resolve)
  }
}

/** Texts that somebody makes just now, for those who want the same meanwhile; null for a failure. */
const beingMade = new Map<string, Promise<string | null>>()

async function makeText(key: string, resolve: () => Promise<ExecutionResult>): Promise<SharedOrOwn> {
  let tell: (text: string | null) => void = () => {}
  beingMade.set(
    key,
    new Promise((told) => {
      tell = told
    }),
  )
  let text: string | null = null
  try {
    const result = await resolve()
    if (result.errors) return { result }
    text = JSON.stringify({ data: result.data })
    texts.set(key, text)
    return { text }
  } finally {
    beingMade.delete(key)
    tell(text)
  }
}

function sharedObjects(args: ExecutionArgs): ((value: unknown) => readonly object[] | null) | null {
  const operation = getOperationAST(args.document, args.operationName)
  if (!operation) return null
  let objectsOf: ((value: unknown) => readonly object[] | null) | null = null
  let isShared = true
  const typeInfo = new TypeInfo(args.schema)
  const inRootArguments = (ancestors: readonly unknown[]): boolean =>
    ancestors.some((one) => isArgumentOf(one, operation.selectionSet.selections[0]))
  visit(
    args.document,
    visitWithTypeInfo(typeInfo, {
      Field(node) {
        const field = typeInfo.getFieldDef()
        if (typeInfo.getParentType() === args.schema.getSubscriptionType()) objectsOf = madeOfObjects(field)
        else if (node.name.value !== '__typename' && !field?.extensions.sameForAll) isShared = false
      },
      // Where a subscription starts may differ; what it shows may not.
      Variable(_node, _key, parent, _path, ancestors) {
        const isDefinition = (parent as { kind?: string }).kind === Kind.VARIABLE_DEFINITION
        if (!isDefinition && !inRootArguments([...ancestors, parent])) isShared = false
      },
    }),
  )
  return isShared ? objectsOf : null
}

function isArgumentOf(node: unknown, root: unknown): boolean {
  const { arguments: given } = (root ?? {}) as Partial<FieldNode> // A fragment has none.
  return given?.some((argument) => argument === node) ?? false
}

function madeOfObjects(field: GraphQLField<unknown, unknown> | null | undefined) {
  const declared: unknown = field?.extensions.madeOf
  // What madeOf() has put there.
  return typeof declared === 'function' ? (declared as (value: unknown) => readonly object[] | null) : null
}
