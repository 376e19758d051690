import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessChannel } from './access.ts'
import { administers } from './administration.ts'
import type { AccessedChannel } from './load-channels.ts'

/**
 * Loads a channel that the viewer administers, archived or not, and locks it for update.
 *
 * @param asker permissions read through the transaction
 * @throws CodedError BAD_REQUEST, for a channel that they may not know of as for none
 */
export async function accessAdministered(
  tx: Transaction,
  asker: ViewerContext,
  channelId: number,
): Promise<AccessedChannel> {
  const accessed = await accessChannel(tx, asker, { id: channelId }, 'metadata', { lock: 'update' })
  if (!(await administers(accessed.channel, asker.permissions))) {
    throw badRequest('You do not have permission to administer this channel')
  }
  return accessed
}
