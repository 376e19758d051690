import * as z from 'zod'
import { type CanonicalEvent, type EventKindName, eventKinds, type WireEvent } from './kinds.ts'

const head = z.looseObject({ type: z.string(), op: z.string().optional() })

/** The kind that an event says it is of. */
export function eventKindName(event: unknown): EventKindName {
  const { type, op } = head.parse(event)
  const name = op === undefined ? type : `${type}/${op}`
  if (!isEventKindName(name)) throw new Error(`no event kind is called ${name}`)
  return name
}

/** Checks an event that a queue delivered against its kind; a field that the kind lacks is a fault. */
export function parseWireEvent(event: unknown): WireEvent {
  return eventKinds[eventKindName(event)].wire.parse(event)
}

/** Checks an event of the log against its kind, as strictly. */
export function parseCanonicalEvent(event: unknown): CanonicalEvent {
  const name = eventKindName(event)
  const { canonical } = eventKinds[name]
  if (canonical === null) throw new Error(`${name} is made at delivery and never logged`)
  return canonical.parse(event)
}

function isEventKindName(name: string): name is EventKindName {
  return Object.hasOwn(eventKinds, name)
}
