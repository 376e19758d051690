import sql from 'sql-template-tag'
import type { RegisterRealmUserGroups } from '../contract/shapes/register-realm-user-groups.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { readGroupSettings } from './setting-values.ts'

interface ReadGroup extends UserGroup {
  readonly members: number[]
  readonly subgroups: number[]
}

/**
 * System groups and named ones with their direct members; deactivated ones only with
 * include_deactivated_groups (register-response: `realm_user_groups`). Two queries.
 */
export const groupShare: SnapshotShare = {
  gate: 'realm_user_groups',
  async read({ tx, core, viewer, presentation }): Promise<RegisterRealmUserGroups> {
    const groups = await tx.query<ReadGroup>(sql`
      SELECT g.*,
        array(SELECT m.user_id FROM user_group_member m JOIN "user" u ON u.id = m.user_id
          WHERE m.group_id = g.id AND u.is_active ORDER BY m.user_id) AS members,
        array(SELECT s.subgroup_id FROM user_group_subgroup s
          WHERE s.supergroup_id = g.id ORDER BY s.subgroup_id) AS subgroups
      FROM user_group g
      WHERE g.organization_id = ${viewer.organizationId} AND g.kind <> 'anonymous'
        AND (NOT g.deactivated OR ${presentation.capabilities.include_deactivated_groups})
      ORDER BY g.id`)
    const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
    const nobody = systemGroups.idOf['role:nobody']
    // Only anonymous groups have no permissions of their own.
    const holders = (group: UserGroup) => ({
      can_add_members_group: group.canAddMembersGroupId ?? nobody,
      can_join_group: group.canJoinGroupId ?? nobody,
      can_leave_group: group.canLeaveGroupId ?? nobody,
      can_manage_group: group.canManageGroupId ?? nobody,
      can_mention_group: group.canMentionGroupId ?? nobody,
      can_remove_members_group: group.canRemoveMembersGroupId ?? nobody,
    })
    const settingOf = await readGroupSettings(
      tx,
      systemGroups,
      groups.flatMap((group) => Object.values(holders(group))),
    )
    return {
      realm_user_groups: groups.map((group) => {
        const held = holders(group)
        return {
          id: group.id,
          name: group.name ?? '',
          description: group.description,
          date_created: group.dateCreated && Math.floor(group.dateCreated.getTime() / 1000),
          creator_id: group.creatorId,
          members: group.members,
          direct_subgroup_ids: group.subgroups,
          is_system_group: group.kind === 'system',
          can_add_members_group: settingOf(held.can_add_members_group),
          can_join_group: settingOf(held.can_join_group),
          can_leave_group: settingOf(held.can_leave_group),
          can_manage_group: settingOf(held.can_manage_group),
          can_mention_group: settingOf(held.can_mention_group),
          can_remove_members_group: settingOf(held.can_remove_members_group),
          deactivated: group.deactivated,
        }
      }),
    }
  },
}
