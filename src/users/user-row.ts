import sql from 'sql-template-tag'
import type { User } from '../generated/prisma/client.ts'

/** A user without what concerns only themselves, such as settings: long lists need not read it. */
export type UserRow = Omit<
  User,
  | 'settings'
  | 'lastActiveAt'
  | 'awaitsFirstLogin'
  | 'canCreateUsers'
  | 'canChangeUserEmails'
  | 'canForgeSender'
>

/** The columns of a {@link UserRow}, from `"user" u`. */
export const userColumns = sql`u.id, u.organization_id, u.delivery_email, u.full_name, u.role, u.is_active,
  u.date_joined, u.is_imported_stub, u.is_deleted, u.bot_type, u.bot_owner_id, u.is_system_bot,
  u.email_address_visibility, u.timezone, u.avatar_source, u.avatar_version,
  u.avatar_file`
