import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import type { Queryable } from '../database/database.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import { listGroups } from './access.ts'
import { allMembers, allSubgroups, directMembers, directSubgroups } from './read-group.ts'
import { readGroupSettings } from './setting-values.ts'

const groupSettings = perRequest(
  ({ core, organization }) =>
    new DataLoader<number, GroupSettingValue>(async (groupIds) => {
      const systemGroups = await core.systemGroups.of(core.db, organization.id)
      return groupIds.map(await readGroupSettings(core.db, systemGroups, groupIds))
    }),
)

/** The value of a permission setting, by the id of the group in which it is kept. */
export function groupSetting(
  context: Context,
  groupId: number,
): GroupSettingValue | Promise<GroupSettingValue> {
  const systemGroups = context.core.systemGroups.known(context.organization.id)
  // System groups, which most settings have, need no loading.
  return systemGroups?.nameOf.has(groupId) ? groupId : groupSettings(context).load(groupId)
}

type ListLoader<Key> = DataLoader<Key, number[], number>

function lists<Key extends { readonly id: number }>(
  load: (db: Queryable, keys: readonly Key[]) => Promise<ReadonlyMap<number, number[]>>,
): (context: Context) => ListLoader<Key> {
  return perRequest(
    ({ core }) =>
      new DataLoader<Key, number[], number>(
        async (keys) => {
          const found = await load(core.db, keys)
          return keys.map(({ id }) => found.get(id) ?? [])
        },
        { cacheKeyFn: ({ id }) => id },
      ),
  )
}

const idsOf = (groups: readonly { readonly id: number }[]) => groups.map(({ id }) => id)

/** Ids of what is in groups, ascending: active users and groups, directly or at any depth. */
export const groupContents = {
  directMembers: lists<{ id: number }>((db, groups) => directMembers(db, idsOf(groups))),
  allMembers: lists<{ id: number; deactivated: boolean }>(allMembers),
  directSubgroups: lists<{ id: number }>((db, groups) => directSubgroups(db, idsOf(groups))),
  allSubgroups: lists<{ id: number }>((db, groups) => allSubgroups(db, idsOf(groups))),
}

/** Groups with names, by id; null for ids of no such group in the organization. */
export const namedGroups = perRequest(
  ({ core, organization }) =>
    new DataLoader<number, UserGroup | null>(async (ids) => {
      const found = await listGroups(core.db, organization.id, sql`g.id = ANY(${ids}::int[])`)
      const byId = new Map(found.map((group) => [group.id, group]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
)
