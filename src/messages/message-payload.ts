import { builder } from '../graphql/builder.ts'
import { accessMessage } from './access.ts'
import { MessageType } from './message-type.ts'

/**
 * The result of a mutation that did something with one message.
 *
 * @param description what is special about the message
 */
export function messagePayload(name: string, description: string) {
  return builder.objectRef<{ readonly messageId: number }>(name).implement({
    description,
    fields: (t) => ({
      messageDatabaseId: t.exposeInt('messageId', { description: 'The integer that REST uses.' }),
      message: t.field({
        type: MessageType,
        description: 'The message as the viewer has it now.',
        resolve: ({ messageId }, _, context) => accessMessage(context.core.db, context, messageId),
      }),
    }),
  })
}
