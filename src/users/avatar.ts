import { createHash } from 'node:crypto'
import { GRAVATAR_URL } from '../contract/server.ts'
import type { User } from '../generated/prisma/client.ts'
import { type AddressedUser, hasPublicAddress } from './address.ts'

/** What decides which picture a user has. */
export type Pictured = AddressedUser &
  Pick<User, 'organizationId' | 'avatarSource' | 'avatarVersion' | 'avatarFile'>

const GRAVATAR = 'G'

/** Widths of pictures. */
export const avatarPixels = { small: 100, medium: 500 } as const

/** Where the storage has an uploaded picture, small and medium; none for other pictures. */
export function avatarKeys({
  organizationId,
  avatarFile,
}: Pick<User, 'organizationId' | 'avatarFile'>): string[] {
  if (avatarFile === null) return []
  return ['', '-medium'].map((size) => `avatars/${organizationId}/${avatarFile}${size}.png`)
}

/**
 * Where a user's picture is, 100 pixels wide: relative to the organization's address, or at Gravatar.
 * It is the same for every reader. The version in it changes with the picture.
 */
export function avatarUrl(user: Pictured): string {
  return user.avatarSource === GRAVATAR ? gravatarUrl(user) : `${ownPath(user)}.png${version(user)}`
}

/** The same picture, 500 pixels wide. */
export function mediumAvatarUrl(user: Pictured): string {
  return user.avatarSource === GRAVATAR
    ? `${gravatarUrl(user)}&s=${avatarPixels.medium}`
    : `${ownPath(user)}-medium.png${version(user)}`
}

/** Whether the picture is at Gravatar, so that whoever knows the real address can compute its URL. */
export function isGravatar(user: Pick<Pictured, 'avatarSource'>): boolean {
  return user.avatarSource === GRAVATAR
}

/**
 * Whether the picture is the Gravatar of the address that the API goes by: then every client can
 * compute its URL (the canonical message's `avatar_is_gravatar`).
 */
export function isGravatarOfApiAddress(user: Pictured): boolean {
  return isGravatar(user) && hasPublicAddress(user)
}

function gravatarUrl({ deliveryEmail, avatarVersion }: Pictured): string {
  const hash = createHash('md5').update(deliveryEmail.trim().toLowerCase()).digest('hex')
  return `${GRAVATAR_URL}${hash}?d=identicon&version=${avatarVersion}`
}

/** By the drawn name of the picture, else by the id of whom a pattern stands for. */
function ownPath({ organizationId, id, avatarFile }: Pictured): string {
  return `/user_avatars/${organizationId}/${avatarFile ?? id}`
}

function version({ avatarVersion }: Pictured): string {
  return `?v=${avatarVersion}`
}
