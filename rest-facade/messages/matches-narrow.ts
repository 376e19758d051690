import { z } from 'zod'
import { countLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { MatchingMessagesDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { narrowParameter } from './narrow-parameter.ts'
import { wireMatch } from './search-match.ts'

export const matchesNarrow = endpoint('GET /messages/matches_narrow', {
  summary: 'Check whether messages match a narrow',
  description: 'Those of the messages that match and that the caller has received or taken in.',
  parameters: {
    msg_ids: json(z.array(z.int().min(0).max(countLimits.messageId))).describe('Ids of the messages.'),
    narrow: narrowParameter().describe('Conditions that the messages must all meet.'),
  },
  reply: z.strictObject({
    /** By the messages' ids. */
    messages: z.record(z.string(), z.strictObject({ match_content: z.string(), match_subject: z.string() })),
  }),
}).answer(async ({ parameters, session }) => {
  const { matchingMessages } = await session.execute(MatchingMessagesDocument, {
    messageDatabaseIds: parameters.msg_ids,
    narrow: parameters.narrow,
  })
  return {
    messages: Object.fromEntries(
      matchingMessages.map((match) => [
        match.messageDatabaseId,
        // Nobody asks for this who cannot show an empty topic.
        wireMatch(match, { allowEmptyTopicName: true }),
      ]),
    ),
  }
})
