import sql from 'sql-template-tag'
import { type ChannelPermissionGroups, channelPermissionColumn } from '../channels/permission-columns.ts'
import {
  type ChannelPermission,
  channelPermissionSettings,
  type OrganizationPermission,
  organizationPermissionSettings,
  type UserGroupPermission,
  userGroupPermissionSettings,
} from '../contract/permission-settings.ts'
import { type Role, roles } from '../contract/roles.ts'
import { isInSystemGroup } from '../contract/system-groups.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { groupPermissionColumn, type PermissionGroups } from '../groups/permission-columns.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { groupsOfUser, isPastWaitingPeriod } from './membership.ts'
import type { Viewer } from './viewer.ts'

/** Whose permissions are asked about. */
export type Subject = Pick<Viewer, 'id' | 'organizationId' | 'organization' | 'role' | 'dateJoined'>

/**
 * What one user may do. A permission is a group; holding it is being in the group. System groups
 * follow from the role and cost no query; all others cost one query for the whole request.
 */
export class Permissions {
  readonly #db: Queryable
  readonly #viewer: Subject
  readonly #systemGroups: SystemGroupIds
  #groups: Promise<Set<number>> | undefined
  #organizationGroups: Promise<Map<string, number>> | undefined

  constructor(db: Queryable, viewer: Subject, systemGroups: SystemGroupIds) {
    this.#db = db
    this.#viewer = viewer
    this.#systemGroups = systemGroups
  }

  /**
   * The same user's permissions, read through an open transaction.
   *
   * @param viewer the user as that transaction sees them, where it matters
   */
  within(tx: Transaction, viewer: Subject = this.#viewer): Permissions {
    return new Permissions(tx, viewer, this.#systemGroups)
  }

  /**
   * Whether the user is in the group that a setting names.
   *
   * @param allowEveryone whether guests can hold the permission (permission-settings.ts)
   */
  async isIn(groupId: number, allowEveryone: boolean): Promise<boolean> {
    if (this.#viewer.role === roles.guest && !allowEveryone) return false
    const known = this.isInSystemGroup(groupId)
    return known ?? (await this.groups()).has(groupId)
  }

  /** The same for a system group, at once; undefined when the group is none. */
  isInSystemGroup(groupId: number): boolean | undefined {
    const name = this.#systemGroups.nameOf.get(groupId)
    return name && isInSystemGroup(name, this.#viewer.role, this.isFullAccount())
  }

  /** Ids of the system groups that the user is in. */
  systemGroupIds(): number[] {
    return [...this.#systemGroups.nameOf.keys()].filter((groupId) => this.isInSystemGroup(groupId))
  }

  /** Whether the user holds a permission in the whole organization. */
  async holds(permission: OrganizationPermission): Promise<boolean> {
    const groupId = await this.groupHolding(permission)
    return (
      groupId !== undefined && this.isIn(groupId, organizationPermissionSettings[permission].allowEveryone)
    )
  }

  /** The group that holds a permission in the whole organization. */
  async groupHolding(permission: OrganizationPermission): Promise<number | undefined> {
    this.#organizationGroups ??= this.#loadOrganizationGroups()
    return (await this.#organizationGroups).get(permission)
  }

  /** Whether the user holds a permission in one channel. */
  holdsIn(channel: ChannelPermissionGroups, permission: ChannelPermission): Promise<boolean> {
    const groupId = channel[channelPermissionColumn(permission)]
    return this.isIn(groupId, channelPermissionSettings[permission].allowEveryone)
  }

  /** Whether the user holds a permission over one user group. */
  async holdsOver(group: PermissionGroups, permission: UserGroupPermission): Promise<boolean> {
    const groupId = group[groupPermissionColumn[permission]]
    return groupId !== null && this.isIn(groupId, userGroupPermissionSettings[permission].allowEveryone)
  }

  /** All groups that the user is in; loaded once. */
  groups(): Promise<Set<number>> {
    this.#groups ??= groupsOfUser(this.#db, this.#viewer.id, this.systemGroupIds())
    return this.#groups
  }

  isFullAccount(): boolean {
    return isPastWaitingPeriod(this.#viewer.dateJoined, this.#viewer.organization.settings)
  }

  get role(): Role {
    return this.#viewer.role
  }

  async #loadOrganizationGroups(): Promise<Map<string, number>> {
    const rows = await this.#db.query<{ setting: string; groupId: number }>(sql`
      SELECT setting, group_id FROM organization_permission
      WHERE organization_id = ${this.#viewer.organizationId}`)
    return new Map(rows.map((row) => [row.setting, row.groupId]))
  }
}
