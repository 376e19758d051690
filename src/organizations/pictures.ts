import { createHash } from 'node:crypto'
import type { OrganizationChanges } from '../contract/events/realm.ts'
import type { Organization } from '../generated/prisma/client.ts'

/** A picture of an organization: the square one, or a wide one for light or for dark themes. */
export type OrganizationPicture = 'icon' | 'logo' | 'nightLogo'

/** What decides which pictures an organization has. */
export type Illustrated = Pick<Organization, 'id' | 'uuid' | 'iconFile' | 'logoFile' | 'nightLogoFile'>

/** The column that names the uploaded picture. */
export const pictureColumns = { icon: 'iconFile', logo: 'logoFile', nightLogo: 'nightLogoFile' } as const

/** The setting that says whether it is uploaded (organization-settings.ts). */
export const pictureSettings = {
  icon: 'iconSource',
  logo: 'logoSource',
  nightLogo: 'nightLogoSource',
} as const

/** The usual wide logos, which the server itself serves (pages/static-files.ts). */
export const usualLogos = {
  logo: '/static/images/logo.svg',
  nightLogo: '/static/images/logo-dark.svg',
} as const

/** Where the storage has an uploaded picture. */
export function pictureKey(organizationId: number, file: string): string {
  return `organizations/${organizationId}/${file}.png`
}

/**
 * Where a picture of an organization is: an uploaded one or a usual logo relative to the organization's
 * address, a usual icon (a pattern of its own) at Gravatar.
 */
export function pictureUrl(organization: Illustrated, picture: OrganizationPicture): string {
  const file = organization[pictureColumns[picture]]
  if (file !== null) return `/user_avatars/${organization.id}/organization/${file}.png`
  return picture === 'icon' ? pattern(organization) : usualLogos[picture]
}

function pattern({ uuid }: Pick<Illustrated, 'uuid'>): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(uuid).digest('hex')}?d=identicon`
}

/** What a changed picture's event tells (event realm op update_dict). */
export function pictureChange(
  organization: Illustrated,
  picture: OrganizationPicture,
): { readonly property: 'icon' | 'logo' | 'night_logo'; readonly data: OrganizationChanges } {
  const url = pictureUrl(organization, picture)
  const isUploaded = organization[pictureColumns[picture]] !== null
  switch (picture) {
    case 'icon':
      return { property: 'icon', data: { icon_url: url, icon_source: isUploaded ? 'U' : 'G' } }
    case 'logo':
      return { property: 'logo', data: { logo_url: url, logo_source: isUploaded ? 'U' : 'D' } }
    case 'nightLogo':
      return {
        property: 'night_logo',
        data: { night_logo_url: url, night_logo_source: isUploaded ? 'U' : 'D' },
      }
  }
}
