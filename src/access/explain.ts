import sql from 'sql-template-tag'
import { channelPermissionColumn } from '../channels/permission-columns.ts'
import {
  channelPermissionSettings,
  organizationPermissionSettings,
  type PermissionSetting,
  userGroupPermissionSettings,
} from '../contract/permission-settings.ts'
import { roles } from '../contract/roles.ts'
import { systemGroupOfUser } from '../contract/system-groups.ts'
import type { Queryable } from '../database/database.ts'
import { groupPermissionColumn } from '../groups/permission-columns.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { isPastWaitingPeriod } from './membership.ts'
import { Permissions, type Subject } from './permissions.ts'
import { type Ground, isTheirs, type Rule, type RuleObject } from './rules.ts'

/** Why somebody has a ground for an action, or has it not. */
export type Reason =
  | 'roleSuffices'
  | 'roleIsTooLow'
  | 'isMember'
  | 'isNoMember'
  | 'guestsNever'
  | 'systemGroup'
  | 'userDeactivated'

/** One ground of a rule, and whether it is somebody's. */
export interface GroundFinding {
  readonly ground: Ground
  readonly isHeld: boolean
  readonly reason: Reason
  /** The group that holds the permission; null for roles. */
  readonly groupId: number | null
  /** From that group down to the one that has the user as a direct member; empty where there is no way. */
  readonly chain: readonly number[]
}

/** A rule, judged for one user and one object. */
export interface Explanation {
  readonly isAllowed: boolean
  readonly grounds: readonly GroundFinding[]
}

/**
 * Judges a rule as the actions do, and tells how each of its grounds came out.
 *
 * @param subject.isActive false for deactivated users, who may do nothing
 */
export async function explain(
  db: Queryable,
  systemGroups: SystemGroupIds,
  subject: Subject & { readonly isActive: boolean },
  rule: Rule,
  object: RuleObject,
): Promise<Explanation> {
  const permissions = new Permissions(db, subject, systemGroups)
  const grounds: GroundFinding[] = []
  for (const ground of rule.grounds) {
    const isHeld = subject.isActive && (await isTheirs(permissions, ground, object))
    const groupId = await groupOf(permissions, ground, object)
    const chain = groupId === null ? [] : await chainTo(db, systemGroups, subject, groupId)
    grounds.push({
      ground,
      isHeld,
      reason: reasonFor(subject, ground, object, isHeld),
      groupId,
      // Being in the group is not always enough.
      chain: isHeld ? chain : [],
    })
  }
  return { isAllowed: grounds.some(({ isHeld }) => isHeld), grounds }
}

/** The setting that a ground is about; undefined for roles. */
export function settingOf(ground: Ground): { name: string; setting: PermissionSetting } | undefined {
  if ('role' in ground) return undefined
  if ('organization' in ground) {
    return { name: ground.organization, setting: organizationPermissionSettings[ground.organization] }
  }
  if ('channel' in ground) return { name: ground.channel, setting: channelPermissionSettings[ground.channel] }
  return { name: ground.group, setting: userGroupPermissionSettings[ground.group] }
}

function reasonFor(
  subject: Subject & { readonly isActive: boolean },
  ground: Ground,
  { group }: RuleObject,
  isHeld: boolean,
): Reason {
  if (!subject.isActive) return 'userDeactivated'
  if (group?.kind === 'system') return 'systemGroup'
  const named = settingOf(ground)
  if (!named) return isHeld ? 'roleSuffices' : 'roleIsTooLow'
  if (isHeld) return 'isMember'
  return subject.role === roles.guest && !named.setting.allowEveryone ? 'guestsNever' : 'isNoMember'
}

async function groupOf(
  permissions: Permissions,
  ground: Ground,
  { channel, group }: RuleObject,
): Promise<number | null> {
  if ('role' in ground) return null
  if ('organization' in ground) return (await permissions.groupHolding(ground.organization)) ?? null
  if ('channel' in ground) return channel?.[channelPermissionColumn(ground.channel)] ?? null
  return group?.[groupPermissionColumn[ground.group]] ?? null
}

interface InnerGroup {
  readonly id: number
  readonly subgroups: number[]
  readonly isMember: boolean
}

/** A shortest way from a group down to one that has the user as a direct member. */
async function chainTo(
  db: Queryable,
  systemGroups: SystemGroupIds,
  subject: Subject,
  groupId: number,
): Promise<number[]> {
  const isFull = isPastWaitingPeriod(subject.dateJoined, subject.organization.settings)
  const ownSystemGroup = systemGroups.idOf[systemGroupOfUser(subject.role, isFull)]
  const rows = await db.query<InnerGroup>(sql`
    WITH RECURSIVE inside(id) AS (
      SELECT id FROM user_group WHERE id = ${groupId} AND NOT deactivated
      UNION
      SELECT g.id FROM inside JOIN user_group_subgroup s ON s.supergroup_id = inside.id
        JOIN user_group g ON g.id = s.subgroup_id AND NOT g.deactivated
    )
    SELECT g.id,
      array(SELECT s.subgroup_id FROM user_group_subgroup s
        WHERE s.supergroup_id = g.id ORDER BY s.subgroup_id) AS subgroups,
      CASE WHEN g.kind = 'system' THEN g.id = ${ownSystemGroup}
        ELSE EXISTS (SELECT FROM user_group_member m WHERE m.group_id = g.id AND m.user_id = ${subject.id})
      END AS is_member
    FROM inside JOIN user_group g ON g.id = inside.id`)
  const groups = new Map(rows.map((row) => [row.id, row]))
  const cameFrom = new Map<number, number | null>([[groupId, null]])
  for (const id of cameFrom.keys()) {
    const group = groups.get(id)
    if (group?.isMember) return wayTo(id, cameFrom)
    for (const inner of group?.subgroups ?? []) if (!cameFrom.has(inner)) cameFrom.set(inner, id)
  }
  return []
}

function wayTo(id: number, cameFrom: ReadonlyMap<number, number | null>): number[] {
  const way: number[] = []
  for (let at: number | null = id; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at)
  return way
}
