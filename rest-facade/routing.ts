import type { Endpoint, Method } from './endpoint.ts'
import type { Place } from './parameters/parameter.ts'
import { isPathInteger } from './parameters/path.ts'

type Segment = { readonly literal: string } | { readonly place: Place }

/** All endpoints on paths of one shape, such as `/users/{integer}`. */
interface Shape {
  readonly segments: readonly Segment[]
  readonly methods: Map<
    Method,
    { readonly endpoint: Endpoint; readonly names: readonly (string | undefined)[] }
  >
  /** What the Allow header lists: the methods, sorted, with HEAD wherever GET is. */
  allowed: readonly string[]
}

/** Where a request goes. */
export interface Match {
  readonly endpoint: Endpoint
  /** Path segments by parameter name, still percent-encoded. */
  readonly path: ReadonlyMap<string, string>
}

/** The paths of a facade. */
export interface RouteTable {
  /**
   * @param method - as sent; HEAD is answered by GET
   * @param path - below the mount point, percent-encoded
   * @returns null for a path that nothing matches; else the methods of the path, and the match when
   *   one of them is the request's
   */
  find(method: string, path: string): { allowed: readonly string[]; match: Match | null } | null
}

const noNames: ReadonlyMap<string, string> = new Map()
const precedence: readonly Place[] = ['path-integer', 'path-text', 'path-rest']

/**
 * Builds the table once. On a path that several shapes match, literal segments win over integers,
 * integers over text, and text over the rest of the path: `/users/me`, then `/users/:user_id`, then
 * `/users/:email`. The first shape decides, also about which methods there are.
 *
 * @throws Error when two endpoints have the same method and shape
 */
export function routeTable(endpoints: readonly Endpoint[]): RouteTable {
  const shapes = new Map<string, Shape>()
  for (const endpoint of endpoints) addTo(shapes, endpoint)
  const literal = new Map<string, Shape>()
  const open: Shape[] = []
  for (const [path, shape] of shapes) {
    shape.allowed = allowedMethods([...shape.methods.keys()])
    if (shape.segments.every((segment) => 'literal' in segment)) literal.set(path, shape)
    else open.push(shape)
  }
  open.sort(byPrecedence)
  const byStart = new Map<string, Shape[]>()
  for (const shape of open) {
    const start = startOf(shape.segments)
    byStart.set(start, [...(byStart.get(start) ?? []), shape])
  }
  return {
    find(method, path) {
      const exact = literal.get(path)
      if (exact !== undefined) return found(exact, method, [])
      const parts = path.slice(1).split('/')
      const shape = byStart.get(parts[0] ?? '')?.find(({ segments }) => matches(segments, parts))
      return shape === undefined ? null : found(shape, method, parts)
    },
  }
}

function addTo(shapes: Map<string, Shape>, endpoint: Endpoint): void {
  const parts = endpoint.path.slice(1).split('/')
  const names = parts.map((part) => (part.startsWith(':') ? part.slice(1) : undefined))
  const segments = parts.map((part, index): Segment => {
    const place = endpoint.parameters[names[index] ?? '']?.specification.place
    return part.startsWith(':') && place !== undefined ? { place } : { literal: part }
  })
  const key = `/${segments.map((one) => ('literal' in one ? one.literal : `:${one.place}`)).join('/')}`
  const shape = shapes.get(key) ?? { segments, methods: new Map(), allowed: [] }
  const twin = shape.methods.get(endpoint.method)
  if (twin !== undefined) {
    throw new Error(`${endpoint.method} ${endpoint.path} is declared twice (also as ${twin.endpoint.path})`)
  }
  shape.methods.set(endpoint.method, { endpoint, names })
  shapes.set(key, shape)
}

function found(shape: Shape, method: string, parts: readonly string[]): ReturnType<RouteTable['find']> {
  // A name that is no method finds nothing in the map.
  const route = shape.methods.get((method === 'HEAD' ? 'GET' : method) as Method)
  if (route === undefined) return { allowed: shape.allowed, match: null }
  const { endpoint, names } = route
  if (parts.length === 0) return { allowed: shape.allowed, match: { endpoint, path: noNames } }
  const path = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue
    const isRest = endpoint.parameters[name]?.specification.place === 'path-rest'
    path.set(name, isRest ? parts.slice(index).join('/') : (parts[index] ?? ''))
  }
  return { allowed: shape.allowed, match: { endpoint, path } }
}

function matches(segments: readonly Segment[], parts: readonly string[]): boolean {
  const last = segments.at(-1)
  const takesRest = last !== undefined && 'place' in last && last.place === 'path-rest'
  if (takesRest ? parts.length < segments.length : parts.length !== segments.length) return false
  return segments.every((segment, index) => {
    const part = parts[index] ?? ''
    if ('literal' in segment) return segment.literal === part
    return segment.place === 'path-integer' ? isPathInteger(part) : part !== ''
  })
}

function byPrecedence(one: Shape, other: Shape): number {
  for (const [index, segment] of one.segments.entries()) {
    const rival = other.segments[index]
    if (rival === undefined) break
    const difference = rank(segment) - rank(rival)
    if (difference !== 0) return difference
  }
  return one.segments.length - other.segments.length
}

function rank(segment: Segment): number {
  return 'literal' in segment ? -1 : precedence.indexOf(segment.place)
}

function startOf([first]: readonly Segment[]): string {
  if (first === undefined || !('literal' in first)) throw new Error('A path starts with a literal segment')
  return first.literal
}

function allowedMethods(methods: readonly Method[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort()
}
