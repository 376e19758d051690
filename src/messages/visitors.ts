import { CodedError } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Context } from '../graphql/context.ts'

/** The refusal that asks visitors to sign in. */
export const signInFirst = () =>
  new CodedError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')

/** Whether the organization shows its web-public channels to visitors. */
export function admitsVisitors({ organization }: Pick<Context, 'organization'>): boolean {
  return organizationSettings(organization.settings).enableSpectatorAccess
}
