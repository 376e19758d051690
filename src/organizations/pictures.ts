import { createHash } from 'node:crypto'
import type { Organization } from '../generated/prisma/client.ts'

/** The usual wide logos, which the server itself serves (pages/static-files.ts). */
export const logoPaths = { light: '/static/images/logo.svg', dark: '/static/images/logo-dark.svg' } as const

/** Where an organization's square picture is: a Gravatar pattern of its own. */
export function iconUrl({ uuid }: Pick<Organization, 'uuid'>): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(uuid).digest('hex')}?d=identicon`
}
