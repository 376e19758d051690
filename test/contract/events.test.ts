import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type CanonicalEvent,
  type EventKindName,
  eventKinds,
  eventTypes,
} from '../../src/contract/events/kinds.ts'
import { eventKindName, parseCanonicalEvent, parseWireEvent } from '../../src/contract/events/parse.ts'
import { openObjects } from './closed.ts'
import { canonicalSamples, wireSamples } from './event-samples.ts'

const names = Object.keys(eventKinds) as EventKindName[] // keys() widens to string

function head(name: EventKindName): Record<string, unknown> {
  const [type, op] = name.split('/')
  return op === undefined ? { type } : { type, op }
}

describe.each(names)('the event %s', (name) => {
  const kind = eventKinds[name]
  const wire = { ...head(name), id: 4, ...wireSamples[name] }
  const canonical = { ...head(name), ...(canonicalSamples[name] ?? wireSamples[name]) }

  test('has the type that its name says', () => {
    expect(kind.type).toBe(name.split('/')[0])
    expect(eventKindName(wire)).toBe(name)
  })

  test('is delivered in its wire form and no other', () => {
    expect(parseWireEvent(wire)).toEqual(wire)
    expect(() => parseWireEvent({ ...wire, undeclared: 1 })).toThrow()
    const { id: _, ...withoutId } = wire
    expect(() => parseWireEvent(withoutId)).toThrow()
  })

  test('is closed all the way down', () => {
    expect(openObjects(kind.wire)).toEqual([])
    if (kind.canonical !== null) expect(openObjects(kind.canonical)).toEqual([])
  })

  test('is logged in its canonical form, if at all', () => {
    if (kind.canonical === null) {
      expect(() => parseCanonicalEvent(canonical)).toThrow('made at delivery')
      return
    }
    expect(parseCanonicalEvent(canonical)).toEqual(canonical)
    expect(() => parseCanonicalEvent({ ...canonical, id: 4 })).toThrow()
    expect(() => parseCanonicalEvent({ ...canonical, undeclared: 1 })).toThrow()
  })
})

describe('what clients can and cannot do changes', () => {
  test('a deletion: many messages or one, in a channel or not', () => {
    const deletion = { type: 'delete_message', id: 1 }
    const inChannel = { message_type: 'stream', stream_id: 7, topic: '' }
    expect(() => parseWireEvent({ ...deletion, message_id: 5, ...inChannel })).not.toThrow()
    expect(() => parseWireEvent({ ...deletion, message_id: 5, message_type: 'private' })).not.toThrow()
    expect(() => parseWireEvent({ ...deletion, message_ids: [5], message_id: 5, ...inChannel })).toThrow()
    expect(() =>
      parseWireEvent({ ...deletion, message_ids: [5], message_type: 'private', topic: '' }),
    ).toThrow()
  })

  test('presence: modern, old, or old without an address', () => {
    const { presences, email, ...old } = canonicalSamples.presence ?? {}
    const presence = { type: 'presence', id: 1 }
    expect(() => parseWireEvent({ ...presence, presences })).not.toThrow()
    expect(() => parseWireEvent({ ...presence, ...old, email })).not.toThrow()
    expect(() => parseWireEvent({ ...presence, ...old })).not.toThrow()
    expect(() => parseWireEvent({ ...presence, ...old, presences })).toThrow()
  })
})

test.each([
  { full_name: 'Ida M.' },
  { avatar_url: '/a.png', avatar_source: 'J', avatar_url_medium: '/a-medium.png', avatar_version: 2 },
  { email: 'user11@chat.example.org', timezone: 'Asia/Tokyo' },
  { bot_owner_id: 12 },
  { delivery_email: null },
  { custom_profile_field: { id: 3, value: null } },
  { new_email: 'ida@example.org' },
  { is_active: false },
  { is_imported_stub: false },
  { date_joined: '2025-01-01T00:00:00Z' },
])('a user changes in one way at a time: %j', (change) => {
  const event = { type: 'realm_user', op: 'update', id: 1 }
  expect(() => parseWireEvent({ ...event, person: { user_id: 11, ...change } })).not.toThrow()
  expect(() => parseWireEvent({ ...event, person: { user_id: 11, ...change, role: 100 } })).toThrow()
})

test('an event of no known kind is refused', () => {
  expect(() => parseWireEvent({ type: 'realm_filters', id: 1 })).toThrow('realm_filters')
  expect(() => parseWireEvent({ type: 'stream', op: 'toString', id: 1 })).toThrow('stream/toString')
  expect(() => parseWireEvent({ id: 1 })).toThrow()
})

test('event types are listed once each', () => {
  expect(eventTypes).toContain('update_message_flags')
  expect(eventTypes).toHaveLength(new Set(names.map((name) => name.split('/')[0])).size)
})

test('type and op tell canonical events apart', () => {
  const summary = (event: CanonicalEvent) => {
    if (event.type === 'message') return event.message.rendered_content
    if (event.type === 'stream' && event.op === 'delete') return event.stream_ids
    return null
  }
  expectTypeOf(summary).returns.toEqualTypeOf<string | number[] | null>()
})
