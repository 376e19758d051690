import { badRequest } from '../contract/coded-error.ts'
import type { Channel } from '../generated/prisma/client.ts'

/**
 * Refuses to take a channel back from the archive into which nobody could come (reference:
 * lifecycles, "Channels"). One that is not archived stays as it is.
 *
 * @throws CodedError BAD_REQUEST
 */
export function checkUnarchiving(channel: Channel, wanted: Channel): void {
  if (channel.isArchived && wanted.inviteOnly && channel.subscriberCount === 0) {
    throw badRequest('Channel is private and has no subscribers.')
  }
}
