import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { announceDefaults } from './default-channels.ts'
import { type ChannelText, insertChannels } from './insert-channel.ts'
import {
  type Creator,
  channelProperties,
  checkSettings,
  type NewChannelSettings,
} from './new-channel-settings.ts'

/**
 * Makes channels without subscribers, all with the same settings. Announces only that default
 * channels changed: addSubscribers tells of the channels, once it is known who sees them.
 *
 * @param creator may create channels of this kind; permissions read through the transaction
 * @returns the new channels; those whose name is taken are missing
 * @throws CodedError for settings that are wrong, or not the creator's to set
 */
export async function makeChannels(
  tx: WriteTransaction,
  creator: Creator,
  systemGroups: SystemGroupIds,
  texts: readonly ChannelText[],
  settings: NewChannelSettings,
): Promise<Channel[]> {
  await checkSettings(creator, settings)
  const properties = await channelProperties(tx, creator, systemGroups, settings)
  // In one order everywhere, so that two who make the same names don't wait for each other.
  const sorted = [...texts].sort((left, right) =>
    left.name.toLowerCase() < right.name.toLowerCase() ? -1 : 1,
  )
  const channels = await insertChannels(tx, sorted, properties)
  if (settings.isDefault && channels.length > 0) await makeDefault(tx, properties.organizationId, channels)
  return channels
}

async function makeDefault(
  tx: WriteTransaction,
  organizationId: number,
  channels: readonly Channel[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO default_channel (channel_id, organization_id)
    SELECT unnest(${channels.map(({ id }) => id)}::int[]), ${organizationId}`)
  await announceDefaults(tx, organizationId)
}
