import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import type { ChannelPermission } from '../contract/permission-settings.ts'
import type { TopicsPolicy } from '../generated/prisma/enums.ts'
import type { PrivacyChange } from './privacy.ts'

/** What is to change about a channel; whatever is undefined stays as it is. */
export interface ChannelChange extends PrivacyChange {
  readonly name?: string | undefined
  /** Markdown. */
  readonly description?: string | undefined
  readonly topicsPolicy?: TopicsPolicy | undefined
  /** Null inherits from the organization; -1 keeps for ever. */
  readonly messageRetentionDays?: number | null | undefined
  readonly defaultPushNotifications?: boolean | undefined
  /** Null takes it out of its folder. */
  readonly folderId?: number | null | undefined
  /** Whether new users are subscribed. */
  readonly isDefault?: boolean | undefined
  /** Takes it back from the archive. */
  readonly unarchive: boolean
  readonly permissions: Partial<Readonly<Record<ChannelPermission, GroupSettingValueUpdate>>>
}
