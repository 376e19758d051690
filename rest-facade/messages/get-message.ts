import { z } from 'zod'
import { listedMessage } from '../../src/contract/shapes/message.ts'
import { endpoint } from '../endpoint.ts'
import { MessageDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { peopleById, wireMessage } from './message.ts'

export const getMessage = endpoint('GET /messages/:message_id', {
  summary: 'Fetch a message',
  description: 'One message that the caller may read. Visitors get those of web-public channels.',
  authentication: 'optional',
  parameters: {
    message_id: pathInteger(),
    apply_markdown: boolean().default(true).describe('HTML instead of Markdown.'),
    allow_empty_topic_name: boolean().default(false).describe('The client shows empty topics itself.'),
  },
  reply: z.strictObject({ message: listedMessage, raw_content: z.string() }),
}).answer(async ({ parameters, session }) => {
  const { organization, message } = await session.execute(MessageDocument, {
    databaseId: parameters.message_id,
    applyMarkdown: parameters.apply_markdown,
    // Clients compute Gravatar URLs themselves; visitors see no addresses to compute them from.
    clientGravatar: session.user !== null,
  })
  const { rawContent, sender, participants, ...fields } = message
  return {
    message: wireMessage(fields, {
      applyMarkdown: parameters.apply_markdown,
      allowEmptyTopicName: parameters.allow_empty_topic_name,
      subdomain: organization.subdomain,
      people: peopleById([sender, ...(participants ?? [])]),
    }),
    raw_content: rawContent,
  }
})
