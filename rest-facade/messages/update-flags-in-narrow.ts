import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChangeMessageFlagsInNarrowDocument } from '../generated/operations.ts'
import { boolean, integer } from '../parameters/json.ts'
import { oneOf, text } from '../parameters/text.ts'
import { anchorParameter, anchorVariables } from './anchor-parameter.ts'
import { narrowParameter } from './narrow-parameter.ts'

export const updateFlagsInNarrow = endpoint('POST /messages/flags/narrow', {
  summary: 'Update personal message flags in a narrow',
  description:
    'Adds or removes one of the caller’s own flags on messages around an anchor. At most 5000 besides the anchor are done in one request; the reply says how far it went.',
  parameters: {
    anchor: anchorParameter()
      .check((anchor) => (anchor === 'date' ? 'not a message ID, and none of the words' : undefined))
      .describe('A message’s id, or `newest`, `oldest` or `first_unread`.'),
    include_anchor: boolean().default(true).describe('Whether the anchor itself is meant.'),
    num_before: integer({ min: 0 }).describe('How many messages before the anchor, at most.'),
    num_after: integer({ min: 0 }).describe('How many messages after the anchor, at most.'),
    narrow: narrowParameter().describe('Conditions that the messages must all meet.'),
    op: oneOf(['add', 'remove']).describe('Whether the flag is set or cleared.'),
    flag: text().describe('`read`, `starred` or `collapsed`.'),
  },
  reply: z.strictObject({
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: z.int().nullable(),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    ignored_because_not_subscribed_channels: z.array(z.int()).optional(),
  }),
}).answer(async ({ parameters, session }) => {
  const { anchorDate: _, ...anchor } = anchorVariables(parameters.anchor, undefined)
  const { changeMessageFlagsInNarrow } = await session.execute(ChangeMessageFlagsInNarrowDocument, {
    input: {
      ...anchor,
      includeAnchor: parameters.include_anchor,
      numBefore: parameters.num_before,
      numAfter: parameters.num_after,
      narrow: parameters.narrow,
      flag: parameters.flag,
      operation: parameters.op === 'add' ? 'ADD' : 'REMOVE',
    },
  })
  const { unsubscribedChannelDatabaseIds, first_processed_id, last_processed_id, ...rest } =
    changeMessageFlagsInNarrow
  return {
    ...rest,
    first_processed_id: first_processed_id ?? null,
    last_processed_id: last_processed_id ?? null,
    ...(unsubscribedChannelDatabaseIds && {
      ignored_because_not_subscribed_channels: [...unsubscribedChannelDatabaseIds],
    }),
  }
})
