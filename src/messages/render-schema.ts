import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { normalizeText } from './content.ts'
import { renderMessage } from './render-message.ts'

builder.queryField('renderedMarkdown', (t) =>
  t.string({
    description:
      'A text as HTML, as if the viewer sent it now; a blank one has none. Errors: BAD_REQUEST for a text that holds a NUL character, and for one whose HTML would be too long; UNAUTHORIZED for visitors.',
    args: { content: t.arg.string({ required: true, description: 'Markdown; cut after 10000 characters.' }) },
    resolve: async (_, { content }, context) => {
      const viewing = requireViewer(context)
      const { core, viewer } = viewing
      const text = normalizeText(content)
      return (await renderMessage(core.db, core, viewing, viewer.organization, text)).html
    },
  }),
)
