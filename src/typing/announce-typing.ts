import type { CanonicalEvent } from '../contract/events/kinds.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { type AddressedUser, apiAddress, dummyAddress } from '../users/address.ts'
import { guestsAreLimited } from '../users/audience.ts'
import { readGuestSight } from '../users/guest-sight.ts'
import type { Onlooker } from './audience.ts'

/** Somebody as events about typing name them. */
interface NamedPerson {
  readonly user_id: number
  readonly email: string
}

/** What is told of people who type: an event for those who know them by these addresses. */
export type TypingEvent = (person: (user: AddressedUser) => NamedPerson) => CanonicalEvent

/**
 * Tells of somebody who types, or no longer does. Limited guests get the dummy address of everybody
 * whom they do not see (reference: "Users visible to whom").
 *
 * @param people everybody whom the event names
 */
export async function announceTyping(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  people: readonly AddressedUser[],
  onlookers: readonly Onlooker[],
  event: TypingEvent,
): Promise<void> {
  const hostName = organizationHostName(core.config, viewer.organization)
  const named = (user: AddressedUser) => ({ user_id: user.id, email: apiAddress(user, hostName) })
  const unseenBy = await unseenPeople(tx, viewer.organizationId, core, people, onlookers)
  const others = onlookers.filter(({ id }) => !unseenBy.has(id))
  tx.announce({ payload: event(named), audience: others.map(({ id }) => id) })
  for (const [guestId, unseen] of unseenBy) {
    const namedTo = (user: AddressedUser) =>
      unseen.has(user.id) ? { user_id: user.id, email: dummyAddress(user.id, hostName) } : named(user)
    tx.announce({ payload: event(namedTo), audience: [guestId] })
  }
}

/** Whom of some people each guest does not see; without guests who see all of them. */
async function unseenPeople(
  tx: WriteTransaction,
  organizationId: number,
  core: ViewerContext['core'],
  people: readonly AddressedUser[],
  onlookers: readonly Onlooker[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const guests = onlookers.filter(({ isGuest }) => isGuest).map(({ id }) => id)
  if (guests.length === 0) return new Map()
  const systemGroups = await core.systemGroups.of(tx, organizationId)
  if (!(await guestsAreLimited(tx, organizationId, systemGroups))) return new Map()
  const ids = people.map(({ id }) => id)
  const sight = await readGuestSight(tx, guests, ids)
  const unseen = guests.map(
    (guestId) => [guestId, new Set(ids.filter((id) => !sight.get(id)?.has(guestId)))] as const,
  )
  return new Map(unseen.filter(([, hidden]) => hidden.size > 0))
}
