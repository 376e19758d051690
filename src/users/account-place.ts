import type { SystemGroupIds } from '../groups/system-group-ids.ts'

/** The organization in which an account is changed. */
export interface AccountPlace {
  readonly organizationId: number
  /** The organization's (organization-address.ts). */
  readonly hostName: string
  readonly systemGroups: SystemGroupIds
  /** The organization's stored settings, held by the transaction. */
  readonly settings: unknown
}
