import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { groupSettingValue } from '../contract/group-setting.ts'
import { isoMoment } from '../contract/iso-moment.ts'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description: 'A moment, in ISO 8601 form with a time zone, such as `2031-05-04T08:00:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date = typeof value === 'string' ? isoMoment(value) : undefined
    if (!date) throw new GraphQLError('A DateTime is text in ISO 8601 form.')
    return date
  },
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
})

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

builder.scalarType('Base64', {
  description: 'Bytes, such as a small picture, as text in Base64.',
  serialize: (value) => Buffer.from(value).toString('base64'),
  parseValue: (value) => {
    if (typeof value !== 'string' || value.length % 4 !== 0 || !base64.test(value))
      throw new GraphQLError('Base64 is text in that form.')
    const bytes = Buffer.from(value, 'base64')
    // A plain array of bytes: a Buffer would turn itself into JSON, number by number.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  },
})

builder.scalarType('EventId', {
  description: 'Position in the organization’s event log: a whole number up to 2^53.',
  serialize: (value) => value,
  parseValue: (value) => eventId(value),
  parseLiteral: (node: ValueNode) => eventId(node.kind === Kind.INT ? Number(node.value) : undefined),
})

function eventId(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new GraphQLError('An EventId is a whole number.')
  return value as number // isSafeInteger has seen that it is a number.
}

builder.scalarType('GroupSetting', {
  description:
    'Who holds a permission: the id of a user group, or an object `{direct_members, direct_subgroups}` of user ids and group ids.',
  serialize: (value) => value,
  parseValue: (value) => {
    const parsed = groupSettingValue.safeParse(value)
    if (!parsed.success) {
      throw new GraphQLError('A GroupSetting is a group id or {direct_members, direct_subgroups}.')
    }
    return parsed.data
  },
})

builder.scalarType('EventPayload', {
  description:
    'An event as the log keeps it: one closed object per kind, described in docs/events.md, in the spelling of the REST reference.',
  serialize: (value) => value,
})
