import { describe, expect, it } from 'vitest'
import { mergeFlagEvents } from '../../../rest-facade/events/merge.ts'
import type { DeliveredEvent } from '../../../rest-facade/events/serialize.ts'
import { parseCanonicalEvent } from '../../../src/contract/events/parse.ts'

type Given = readonly [id: number, what: string, ...messages: number[]]

/** `+read`: the flag is added; `+read!`: to all; `-read`: removed; anything else: another event. */
function event([id, what, ...messages]: Given): DeliveredEvent {
  const [, sign, flag, all] = /^([+-])([a-z]+)(!?)$/.exec(what) ?? []
  const op = sign === '+' ? 'add' : 'remove'
  const payload = parseCanonicalEvent(
    flag
      ? { type: 'update_message_flags', op, operation: op, flag, messages, all: all === '!' }
      : { type: 'realm', op: 'update', property: 'name', value: what },
  )
  return { id, payload, messageFlags: [] }
}

function summary({ id, payload }: DeliveredEvent): Given {
  if (payload.type === 'realm' && payload.op === 'update') return [id, String(payload.value)]
  if (payload.type !== 'update_message_flags') throw new Error(`${payload.type} was not given.`)
  const sign = payload.op === 'add' ? '+' : '-'
  return [id, `${sign}${payload.flag}${payload.all ? '!' : ''}`, ...payload.messages]
}

const rows: readonly (readonly [title: string, given: Given[], delivered: Given[]])[] = [
  ['nothing', [], []],
  ['a single one', [[1, '+read', 5]], [[1, '+read', 5]]],
  [
    'the same flag added twice',
    [
      [1, '+read', 5, 4],
      [2, '+read', 3],
    ],
    [[2, '+read', 5, 4, 3]],
  ],
  [
    'the same flag removed twice',
    [
      [1, '-starred', 5],
      [2, '-starred', 6],
    ],
    [[2, '-starred', 5, 6]],
  ],
  [
    'over other events, to the place of the newest',
    [
      [1, '+read', 5],
      [2, 'x'],
      [3, '+read', 6],
    ],
    [
      [2, 'x'],
      [3, '+read', 5, 6],
    ],
  ],
  [
    'different flags apart',
    [
      [1, '+read', 5],
      [2, '+starred', 5],
      [3, '+read', 6],
    ],
    [
      [2, '+starred', 5],
      [3, '+read', 5, 6],
    ],
  ],
  [
    'added and removed apart',
    [
      [1, '+starred', 5],
      [2, '-starred', 5],
    ],
    [
      [1, '+starred', 5],
      [2, '-starred', 5],
    ],
  ],
  [
    'everything marked as read never',
    [
      [1, '+read', 5],
      [2, '+read!'],
      [3, '+read', 6],
    ],
    [
      [2, '+read!'],
      [3, '+read', 5, 6],
    ],
  ],
  [
    'over what takes others back, but never over what took it back',
    [
      [1, '+starred', 5],
      [2, '-starred', 6],
      [3, '+starred', 7],
      [4, '-starred', 5],
      [5, '+starred', 8],
    ],
    [
      [3, '+starred', 5, 7],
      [4, '-starred', 6, 5],
      [5, '+starred', 8],
    ],
  ],
  [
    'nothing over what became unread meanwhile',
    [
      [1, '+read', 5],
      [2, '-read', 5],
      [3, '+read', 6],
    ],
    [
      [1, '+read', 5],
      [2, '-read', 5],
      [3, '+read', 6],
    ],
  ],
  [
    'messages marked as unread never',
    [
      [1, '-read', 5],
      [2, '-read', 6],
    ],
    [
      [1, '-read', 5],
      [2, '-read', 6],
    ],
  ],
  [
    'other events never',
    [
      [1, 'x'],
      [2, 'x'],
    ],
    [
      [1, 'x'],
      [2, 'x'],
    ],
  ],
]

describe('changes of message flags that are delivered together', () => {
  it.each(rows)('merge: %s', (_, given, delivered) => {
    const events = given.map(event)
    const before = structuredClone(events)
    expect(mergeFlagEvents(events).map(summary)).toEqual(delivered)
    expect(events, 'what other readers get stays as it was').toEqual(before)
  })
})
