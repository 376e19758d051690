import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { NewEvent } from '../events/log.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { visibleToGuest } from '../users/access.ts'
import { guestsAreLimited } from '../users/audience.ts'
import { nameless } from '../users/stand-in.ts'
import { messageEvent, type SentMessage } from './wire.ts'

/**
 * The events that tell of a new message whose sender is not in its channel: limited guests who do not
 * see the sender get one with a stand-in (reference: "Users visible to whom").
 */
export async function eventsFromOutside(
  tx: Transaction,
  systemGroups: SystemGroupIds,
  message: SentMessage,
): Promise<NewEvent[]> {
  const event = messageEvent(message)
  const { sender, organization } = message
  if (!(await guestsAreLimited(tx, organization.id, systemGroups))) return [event]
  const audience = [...message.inserted.flags.keys()]
  const blind = await guestsNotSeeing(tx, sender.id, audience)
  if (blind.size === 0) return [event]
  const { payload } = messageEvent({ ...message, sender: nameless(sender) })
  const isBlind = (userId: number) => blind.has(userId)
  return [
    {
      ...event,
      audience: audience.filter((userId) => !isBlind(userId)),
      perUser: { ...event.perUser, toldApart: [...blind] },
    },
    { payload, audience: audience.filter(isBlind), ...(event.perUser && { perUser: event.perUser }) },
  ]
}

async function guestsNotSeeing(
  tx: Transaction,
  userId: number,
  readerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(sql`
    SELECT guest.id FROM "user" guest, "user" u
    WHERE u.id = ${userId} AND guest.id = ANY(${readerIds}::int[]) AND guest.role = ${roles.guest}
      AND NOT ${visibleToGuest(sql`guest.id`)}`)
  return new Set(rows.map(({ id }) => id))
}
