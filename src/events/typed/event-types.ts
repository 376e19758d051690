import { type EventKindName, eventKinds } from '../../contract/events/kinds.ts'
import { eventKindName } from '../../contract/events/parse.ts'
import { flagNames } from '../../contract/message-flags.ts'
import { builder } from '../../graphql/builder.ts'
import { sameForAll } from '../../graphql/shared-results.ts'
import type { DeliveredEvent } from '../event-types.ts'
import { flagsFor } from '../reader.ts'
import type { FieldBuilder, WireObject } from './field-builder.ts'
import { fieldDescription } from './field-descriptions.ts'
import { kindDescriptions } from './kind-descriptions.ts'
import { isLeftOut, kindsLeftOut } from './left-out.ts'
import { linkField, linkListField } from './link-fields.ts'
import { kindsWithoutLinks, type Link, linkOf, type WholeObject, wholeObjects } from './link-table.ts'
import { eventTypeName, fieldName } from './names.ts'
import { eventShape, type FieldShape } from './shape.ts'
import { valueField } from './value-field.ts'

/** An event of any kind: each kind is a type of its own, generated from its declaration in src/contract/events. */
export const EventType = builder.interfaceRef<DeliveredEvent>('Event').implement({
  description: 'Something that changed in the organization, as the viewer gets to know of it.',
  resolveType: ({ event }) => eventTypeName(eventKindName(event.payload)),
  fields: (t) => ({
    id: t.field({
      type: 'EventId',
      description: 'Position in the organization’s event log: resume with `after` this.',
      extensions: sameForAll,
      resolve: ({ event }) => event.id,
    }),
    type: t.string({
      description: 'What it is about, such as `message` or `subscription`: what `types` names.',
      extensions: sameForAll,
      resolve: ({ event }) => event.type,
    }),
    payload: t.field({
      type: 'EventPayload',
      description: 'The event itself, in the spelling of the REST reference.',
      extensions: sameForAll,
      resolve: ({ event }) => event.payload,
    }),
  }),
})

/** Kinds about one message, whose event comes with the viewer's flags for it. */
const kindsWithFlags: ReadonlySet<EventKindName> = new Set(['message', 'update_message'])

const payloadOf = ({ event }: DeliveredEvent): WireObject => event.payload

function fieldsOf<Parent>(
  t: FieldBuilder<Parent>,
  owner: string,
  shapes: Iterable<readonly [string, FieldShape]>,
  objectOf: (parent: Parent) => WireObject,
  kind: EventKindName,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [wireName, shape] of shapes) {
    const link = shape.is === 'int' ? linkOf(owner, wireName) : undefined
    if (link) Object.assign(fields, linkedFields(t, wireName, shape, link, objectOf, kind))
    else {
      fields[plainName(wireName, shape)] = valueField(
        t,
        owner,
        wireName,
        shape,
        objectOf,
        (nested, name, inner) => fieldsOf(nested, name, inner.fields, (object) => object, kind),
      )
    }
  }
  return fields
}

/** Whole numbers that identify are called so, as everywhere in the schema. */
function plainName(wireName: string, { is }: FieldShape): string {
  const name = fieldName(wireName)
  if (is !== 'int') return name
  return name === 'id' ? 'databaseId' : name.replace(/Id(s?)$/, 'DatabaseId$1')
}

const isId = (value: unknown): value is number => typeof value === 'number'
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isId) : [])

/** The bare ids, and what they lead to. */
function linkedFields<Parent>(
  t: FieldBuilder<Parent>,
  wireName: string,
  { isList, isNullable: nullable }: FieldShape,
  { target, ids, live }: Link,
  objectOf: (parent: Parent) => WireObject,
  kind: EventKindName,
): Record<string, unknown> {
  const description = fieldDescription(wireName)
  const hasLinks = !kindsWithoutLinks.has(kind)
  if (isList) {
    const idsOf = (parent: Parent) => idsIn(objectOf(parent)[wireName])
    return {
      [ids]: t.intList({ description, extensions: sameForAll, resolve: idsOf }),
      ...(hasLinks && { [live]: linkListField(t, target, idsOf) }),
    }
  }
  const idOf = (parent: Parent): number | null => {
    const id = objectOf(parent)[wireName]
    return isId(id) ? id : null
  }
  return {
    [ids]: t.int({
      nullable,
      description,
      extensions: sameForAll,
      resolve: (parent) => idOf(parent) as number, // Null only where declared.
    }),
    ...(hasLinks && { [live]: linkField(t, target, idOf) }),
  }
}

/** A whole noun inside an event: its id, and the live object. */
function wholeFields(
  t: FieldBuilder<DeliveredEvent>,
  wireName: string,
  { isList }: FieldShape,
  whole: WholeObject,
  kind: EventKindName,
) {
  const idIn = (object: unknown) => (object as WireObject)[whole.id] // Declared as an object with this id.
  const objectOf = (parent: DeliveredEvent): WireObject => {
    const value = payloadOf(parent)[wireName]
    return { [whole.likeField]: isList ? (value as readonly unknown[]).map(idIn) : idIn(value) }
  }
  const shape: FieldShape = {
    is: 'int',
    isList,
    isNullable: false,
    fields: new Map(),
    description: undefined,
  }
  return linkedFields(t, whole.likeField, shape, whole, objectOf, kind)
}

function addEventType(kind: EventKindName, shapes: ReadonlyMap<string, FieldShape>): void {
  const name = eventTypeName(kind)
  const whole = wholeObjects[kind] ?? {}
  const shown = [...shapes].filter(([wireName]) => !isLeftOut(kind, wireName))
  builder.objectRef<DeliveredEvent>(name).implement({
    description: kindDescriptions[kind],
    interfaces: [EventType],
    fields: (t) => {
      const fields = fieldsOf(
        t,
        name,
        shown.filter(([wireName]) => !whole[wireName]),
        payloadOf,
        kind,
      )
      for (const [wireName, shape] of shown) {
        const object = whole[wireName]
        if (object) Object.assign(fields, wholeFields(t, wireName, shape, object, kind))
      }
      if (kindsWithFlags.has(kind)) {
        fields.messageFlags = t.stringList({
          description: 'The viewer’s flags for the message.',
          resolve: ({ event, userId }) => flagNames(flagsFor(event, userId)),
        })
      }
      return fields as Record<string, never> // The shapes are data, so that the compiler cannot know them.
    },
  })
}

const kinds = Object.entries(eventKinds) as [EventKindName, (typeof eventKinds)[EventKindName]][] // entries() widens.
for (const [kind, { canonical }] of kinds) {
  if (canonical !== null && !kindsLeftOut.has(kind)) addEventType(kind, eventShape(canonical))
}
