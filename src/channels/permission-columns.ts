import { type ChannelPermission, channelPermissionSettings } from '../contract/permission-settings.ts'
import type { Channel } from '../generated/prisma/client.ts'

type PascalCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>

/** `can_subscribe_group` is kept in the column `canSubscribeGroupId`. */
export type ChannelPermissionColumn = `${Uncapitalize<PascalCase<ChannelPermission>>}Id`

/** The groups that hold a channel's permissions. */
export type ChannelPermissionGroups = Pick<Channel, ChannelPermissionColumn>

/** The column in which a channel keeps the group that holds a permission. */
export function channelPermissionColumn(permission: ChannelPermission): ChannelPermissionColumn {
  const camelCase = permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  // The same spelling rule as in the type above, which the compiler can't follow through replace().
  return `${camelCase}Id` as ChannelPermissionColumn
}

/** Every permission with its column. */
export const channelPermissionColumns: readonly (readonly [ChannelPermission, ChannelPermissionColumn])[] = (
  Object.keys(channelPermissionSettings) as ChannelPermission[]
) // keys() widens to string
  .map((permission) => [permission, channelPermissionColumn(permission)])
