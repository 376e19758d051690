import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import type { CanonicalEvent } from '../contract/events/kinds.ts'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import type { Context } from './context.ts'

/** The types that the schema is built from; the nouns add theirs (src/<noun>/schema.ts). */
export interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string | number }
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
    Base64: { Input: Uint8Array; Output: Uint8Array }
    EventId: { Input: number; Output: number }
    GroupSetting: { Input: GroupSettingValue; Output: GroupSettingValue }
    EventPayload: { Input: never; Output: CanonicalEvent }
  }
}

/** The one builder. It defines no types of its own. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ComplexityPlugin, RelayPlugin],
  complexity: { defaultComplexity: 1, defaultListMultiplier: 10 },
  defaultFieldNullability: false,
  relay: {
    edgesFieldOptions: { description: 'The entries, each with its place.' },
    nodeFieldOptions: { description: 'The entry itself.' },
    cursorFieldOptions: { description: 'Its place: for `after` or `before` of another page.' },
    pageInfoFieldOptions: { description: 'What lies beyond the page.' },
    hasNextPageFieldOptions: { description: 'Whether more entries follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether entries come before.' },
    startCursorFieldOptions: {
      description: 'Place of the first entry; of an empty page, the place it was asked for from; else null.',
    },
    endCursorFieldOptions: {
      description: 'Place of the last entry; of an empty page, the place it was asked for from; else null.',
    },
    pageInfoTypeOptions: { description: 'What lies beyond a page.' },
    beforeArgOptions: { description: 'Only entries before this place.' },
    afterArgOptions: { description: 'Only entries after this place.' },
    firstArgOptions: { description: 'At most so many, from the beginning; 50 unless told, at most 500.' },
    lastArgOptions: { description: 'At most so many, from the end.' },
  },
})
