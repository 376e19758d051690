import { isAtLeast, roles } from '../contract/roles.ts'
import type { User } from '../generated/prisma/client.ts'

/** What decides how a user is addressed. */
export type AddressedUser = Pick<User, 'id' | 'deliveryEmail' | 'emailAddressVisibility' | 'botType'>

/** Who reads an address. */
export interface AddressReader {
  readonly id: number
  readonly role: number
}

/** Values of `email_address_visibility` (reference: "Email addresses"). */
const EVERYBODY = 1
const MEMBERS = 2
const ADMINISTRATORS = 3
const MODERATORS = 5

const lowestRole = new Map([
  [EVERYBODY, roles.guest],
  [MEMBERS, roles.member],
  [MODERATORS, roles.moderator],
  [ADMINISTRATORS, roles.administrator],
])

/** Whether everybody may see the user's real address, as they may a bot's. */
export function hasPublicAddress(user: AddressedUser): boolean {
  return user.botType !== null || user.emailAddressVisibility === EVERYBODY
}

/** Whether this reader may see the user's real address; null is a visitor. */
export function maySeeAddress(reader: AddressReader | null, user: AddressedUser): boolean {
  if (reader === null) return hasPublicAddress(user)
  if (reader.id === user.id || user.botType !== null) return true
  const lowest = lowestRole.get(user.emailAddressVisibility)
  return lowest !== undefined && isAtLeast(reader.role, lowest)
}

/** The real address, or null for readers who may not see it (reference: `delivery_email`). */
export function deliveryAddressFor(reader: AddressReader | null, user: AddressedUser): string | null {
  return maySeeAddress(reader, user) ? user.deliveryEmail : null
}

/**
 * The address that the API goes by, the same for every reader (reference: `email`): the real one
 * when everybody may see it, else a dummy.
 *
 * @param hostName the organization's (organization-address.ts)
 */
export function apiAddress(user: AddressedUser, hostName: string): string {
  return hasPublicAddress(user) ? user.deliveryEmail : dummyAddress(user.id, hostName)
}

/** The address that stands for a user whose real one is hidden. */
export function dummyAddress(userId: number, hostName: string): string {
  return `user${userId}@${hostName}`
}

/** The id in a dummy address of this organization; undefined for every other text. */
export function userIdOfDummyAddress(address: string, hostName: string): number | undefined {
  const [name = '', domain, ...rest] = address.toLowerCase().split('@')
  const digits = /^user([1-9]\d{0,9})$/.exec(name)?.[1]
  if (digits === undefined || domain !== hostName.toLowerCase() || rest.length > 0) return undefined
  const id = Number(digits)
  return id < 2 ** 31 ? id : undefined
}
