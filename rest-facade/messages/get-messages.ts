import { z } from 'zod'
import { countLimits } from '../../src/contract/limits.ts'
import { listedMessage } from '../../src/contract/shapes/message.ts'
import { endpoint } from '../endpoint.ts'
import { MessageWindowDocument } from '../generated/operations.ts'
import { mutuallyExclusive } from '../parameters/constraints.ts'
import { boolean, integer, json } from '../parameters/json.ts'
import {
  anchorDateParameter,
  anchorParameter,
  anchorVariables,
  NEWEST_ANCHOR,
  wireAnchor,
} from './anchor-parameter.ts'
import { peopleById, wireMessage } from './message.ts'
import { narrowParameter } from './narrow-parameter.ts'
import { wireMatch } from './search-match.ts'

const rangeParameters = ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after']

export const getMessages = endpoint('GET /messages', {
  summary: 'Fetch messages',
  description:
    'A range of messages around an anchor, or messages by id, ascending. Visitors get those of web-public channels.',
  authentication: 'optional',
  parameters: {
    anchor: anchorParameter()
      .optional()
      .describe('A message’s id, or `newest`, `oldest`, `first_unread` or `date`.'),
    include_anchor: boolean().default(true).describe('Whether the anchor itself is wanted.'),
    anchor_date: anchorDateParameter().optional().describe('The moment that the anchor `date` stands for.'),
    num_before: integer({ min: 0 }).default(0).describe('How many messages before the anchor.'),
    num_after: integer({ min: 0 }).default(0).describe('How many messages after the anchor.'),
    narrow: narrowParameter().default([]).describe('Conditions that the messages must all meet.'),
    client_gravatar: boolean().default(true).describe('The client computes Gravatar URLs itself.'),
    apply_markdown: boolean().default(true).describe('HTML instead of Markdown.'),
    use_first_unread_anchor: boolean()
      .default(false)
      .describe('The older form of the anchor `first_unread`.'),
    message_ids: json(z.array(z.int().min(0).max(countLimits.messageId)))
      .optional()
      .describe('Exactly these messages, as far as one may read them.'),
    allow_empty_topic_name: boolean().default(false).describe('The client shows empty topics itself.'),
  },
  constraints: rangeParameters.map((name) => mutuallyExclusive('message_ids', name)),
  reply: z.strictObject({
    messages: z.array(listedMessage),
    // An id that was asked for, and the newest message's number, may be beyond those that are safe to count with.
    anchor: z.number().multipleOf(1).max(NEWEST_ANCHOR).meta({ type: 'integer' }).optional(),
    found_anchor: z.boolean(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    history_limited: z.boolean(),
  }),
}).answer(async ({ parameters, session }) => {
  const { message_ids: messageDatabaseIds, apply_markdown: applyMarkdown } = parameters
  const anchor = parameters.use_first_unread_anchor ? 'first_unread' : parameters.anchor
  const range = {
    numBefore: parameters.num_before,
    numAfter: parameters.num_after,
    includeAnchor: parameters.include_anchor,
  }
  const { organization, messageWindow } = await session.execute(MessageWindowDocument, {
    narrow: parameters.narrow,
    ...(messageDatabaseIds
      ? { messageDatabaseIds }
      : { ...range, ...anchorVariables(anchor, parameters.anchor_date) }),
    applyMarkdown,
    // Visitors see no addresses to compute URLs from.
    clientGravatar: parameters.client_gravatar && session.user !== null,
  })
  const { messages, people, anchorDatabaseId, searchMatches, ...found } = messageWindow
  const view = {
    applyMarkdown,
    allowEmptyTopicName: parameters.allow_empty_topic_name,
    subdomain: organization.subdomain,
    people: peopleById(people),
  }
  return {
    messages: messages.map((message, i) => {
      const match = searchMatches?.[i]
      return { ...wireMessage(message, view), ...(match && wireMatch(match, view)) }
    }),
    ...(messageDatabaseIds === undefined && { anchor: wireAnchor(anchor, anchorDatabaseId) }),
    ...found,
    // No plan of this server hides old messages.
    history_limited: false,
  }
})
