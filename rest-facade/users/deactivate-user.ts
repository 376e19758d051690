import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { DeactivateUserDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'

const actions = z
  .strictObject({
    delete_profile: z.boolean(),
    delete_public_channel_messages: z.boolean(),
    delete_private_channel_messages: z.boolean(),
    delete_direct_messages: z.boolean(),
  })
  .partial()

export const deactivateUser = endpoint('DELETE /users/:user_id', {
  summary: 'Deactivate a user',
  description: 'And their bots before them; owners only for owners. What is to be deleted goes after that.',
  requires: 'administrator',
  parameters: {
    user_id: pathInteger(),
    actions: json(actions).optional().describe('What is deleted of the user and of their bots.'),
    deactivation_notification_comment: text({ maxLength: textLimits.deactivationComment })
      .optional()
      .describe(
        'Mails the user, or leaves them a direct message where the server sends no mail, with this text if it is not empty.',
      ),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { actions: wanted = {} } = parameters
  await session.execute(DeactivateUserDocument, {
    input: {
      databaseId: parameters.user_id,
      deletesProfile: wanted.delete_profile,
      deletesPublicChannelMessages: wanted.delete_public_channel_messages,
      deletesPrivateChannelMessages: wanted.delete_private_channel_messages,
      deletesDirectMessages: wanted.delete_direct_messages,
      notice: parameters.deactivation_notification_comment,
    },
  })
  return {}
})
