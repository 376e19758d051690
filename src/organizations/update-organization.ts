import type { Config } from '../config.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { announceChanges, announceTogether } from './announce-changes.ts'
import { accessNamedChannels, checkUpdate, type OrganizationUpdate } from './checked-update.ts'
import { changingGuestLimit } from './guest-limit.ts'
import { lockSettings } from './hold-settings.ts'
import { organizationHostName } from './organization-address.ts'
import { changePermissions } from './permission-changes.ts'
import { changeSignInMethods } from './sign-in-methods.ts'
import { changingWaitingPeriod } from './waiting-period.ts'
import { writeOrganization } from './write-organization.ts'

/**
 * Changes an organization: name, description, settings and permissions (reference: PATCH /realm). All
 * or nothing; everyone hears of what is different then, and of what follows from it.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators, and below owners for what is theirs;
 *   EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED, BAD_REQUEST
 */
export async function updateOrganization(context: ViewerContext, update: OrganizationUpdate): Promise<void> {
  const { core, viewer, organization } = context
  checkUpdate(viewer, core.config, update)
  const { id: organizationId } = organization
  const hostName = organizationHostName(core.config, organization)
  await transact(
    core,
    organizationId,
    async (tx) => {
      await lockSettings(tx, organizationId)
      const systemGroups = await core.systemGroups.of(tx, organizationId)
      await accessNamedChannels(tx, context, update.settings)
      let change = () => changeIn(tx, core.config, organizationId, systemGroups, update)
      if (update.permissions.can_access_all_users_group) {
        const inner = change
        change = () => changingGuestLimit(tx, { organizationId, hostName, systemGroups }, inner)
      }
      if (update.settings.waitingPeriodThreshold !== undefined) {
        const inner = change
        change = () => changingWaitingPeriod(tx, organizationId, systemGroups, inner)
      }
      await change()
      // What a repeated request is answered with.
      return null
    },
    context.once,
  )
}

async function changeIn(
  tx: WriteTransaction,
  config: Config,
  organizationId: number,
  systemGroups: SystemGroupIds,
  update: OrganizationUpdate,
): Promise<void> {
  const permissions = await changePermissions(tx, organizationId, systemGroups, update.permissions)
  const methods = await changeSignInMethods(tx, config, organizationId, update.signInMethods)
  const written = await writeOrganization(tx, organizationId, update)
  const newHolders = [...permissions].map(([permission, changed]) => [permission, changed.new] as const)
  announceChanges(tx, written, update.settings, newHolders)
  if (methods) announceTogether(tx, { authentication_methods: methods })
}
