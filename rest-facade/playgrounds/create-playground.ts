import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { CreatePlaygroundDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'

export const createPlayground = endpoint('POST /realm/playgrounds', {
  summary: 'Add a code playground',
  requires: 'administrator',
  parameters: {
    name: text({ nonBlank: true, maxLength: textLimits.playgroundName }).describe('What people read.'),
    pygments_language: text({ nonBlank: true, maxLength: textLimits.playgroundLanguage }).describe(
      'The language’s name, as code blocks carry it.',
    ),
    url_template: text({ maxLength: textLimits.playgroundTemplate }).describe(
      'RFC 6570, http or https; its one variable, `code`, stands for the code.',
    ),
  },
  reply: z.strictObject({ id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { createPlayground: made } = await session.execute(CreatePlaygroundDocument, {
    input: {
      name: parameters.name,
      language: parameters.pygments_language,
      urlTemplate: parameters.url_template,
    },
  })
  return made.playground
})
