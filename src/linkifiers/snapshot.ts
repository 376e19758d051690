import type { RegisterLinkifiers } from '../contract/shapes/register-linkifiers.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { linkifiersOf, wireLinkifier } from './read-linkifiers.ts'

/** The linkifiers in their order, for clients that understand them (register-response: `realm_linkifiers`). */
export const linkifierShare: SnapshotShare = {
  gate: 'realm_linkifiers',
  async read({ tx, organization, presentation }): Promise<RegisterLinkifiers> {
    if (!presentation.capabilities.linkifier_url_template) return { realm_linkifiers: [] }
    return { realm_linkifiers: (await linkifiersOf(tx, organization.id)).map(wireLinkifier) }
  },
}
