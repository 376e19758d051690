import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RenderMessageDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'

export const renderMessage = endpoint('POST /messages/render', {
  summary: 'Render a message',
  description: 'Nothing is sent.',
  parameters: { content: text().describe('Markdown.') },
  reply: z.strictObject({ rendered: z.string() }),
}).answer(({ parameters, session }) => session.execute(RenderMessageDocument, parameters))
