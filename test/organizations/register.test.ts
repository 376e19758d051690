import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { registerRealm } from '../../src/contract/shapes/register-realm.ts'
import { insertAnonymousGroup } from '../../src/groups/insert-groups.ts'
import { type Cast, cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs } from '../support/uploads.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Fields of every reply to POST /register. */
const envelope = ['result', 'msg', 'queue_id', 'last_event_id', 'idle_queue_timeout_secs']

async function realmOf(person = people.ann): Promise<Record<string, unknown>> {
  const { registered } = await register(person, ['realm'])
  const fields = Object.entries(registered).filter(
    ([name]) =>
      !envelope.includes(name) && !/^(service|zulip)_(version|merge_base|feature_level)$/.test(name),
  )
  return Object.fromEntries(fields)
}

async function groupIds(): Promise<Record<string, number>> {
  const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
  return idOf
}

describe('the gate realm of POST /register', () => {
  it('has every field of its shape and no other', async () => {
    const result = registerRealm.safeParse(await realmOf())
    expect(result.error?.issues ?? []).toEqual([])
  })

  it('is closed unless asked for', async () => {
    const { registered } = await register(people.ann, ['message'], { fetch_event_types: [] })
    expect(registered).not.toHaveProperty('realm_name')
    expect(registered).not.toHaveProperty('max_message_length')
  })

  it('tells what the organization is', async () => {
    const { db } = server.core
    await db.query(
      sql`UPDATE organization SET description = 'We *talk*.' WHERE id = ${people.organizationId}`,
    )
    const [row] = await db.query<{ uuid: string; dateCreated: Date }>(
      sql`SELECT uuid, date_created FROM organization WHERE id = ${people.organizationId}`,
    )
    expect(await realmOf()).toMatchObject({
      realm_name: 'Test',
      realm_description: 'We *talk*.',
      realm_url: `http://${people.host}`,
      realm_uri: `http://${people.host}`,
      realm_uuid: row?.uuid,
      realm_date_created: Math.floor((row?.dateCreated.getTime() ?? 0) / 1000),
      realm_bot_domain: people.host.split(':')[0],
      realm_icon_source: 'G',
      realm_logo_source: 'D',
      realm_logo_url: '/static/images/logo.svg',
      realm_night_logo_url: '/static/images/logo-dark.svg',
      realm_authentication_methods: { Email: { enabled: true, available: true } },
      realm_email_auth_enabled: true,
      realm_password_auth_enabled: true,
      realm_push_notifications_enabled: false,
      realm_push_notifications_enabled_end_timestamp: null,
      realm_plan_type: 1,
      zulip_plan_is_not_limited: true,
      realm_upload_quota_mib: null,
      realm_empty_topic_display_name: 'general chat',
    })
  })

  it('has the reference’s settings of a new organization', async () => {
    expect(await realmOf()).toMatchObject({
      realm_allow_message_editing: true,
      realm_message_content_edit_limit_seconds: 600,
      realm_message_content_delete_limit_seconds: 600,
      realm_move_messages_within_stream_limit_seconds: 604_800,
      realm_move_messages_between_streams_limit_seconds: 604_800,
      realm_message_edit_history_visibility_policy: 'all',
      realm_allow_edit_history: true,
      realm_topics_policy: 'allow_empty_topic',
      realm_mandatory_topics: false,
      realm_message_retention_days: -1,
      realm_waiting_period_threshold: 0,
      realm_invite_required: true,
      realm_enable_read_receipts: true,
      realm_media_preview_size: 100,
      realm_digest_weekday: 1,
      realm_default_avatar_source: 'J',
      realm_video_chat_provider: 1,
      realm_jitsi_server_url: null,
      server_jitsi_server_url: 'https://meet.jit.si',
      jitsi_server_url: 'https://meet.jit.si',
      realm_new_stream_announcements_stream_id: people.general,
      realm_zulip_update_announcements_stream_id: people.general,
      realm_signup_announcements_stream_id: -1,
      realm_moderation_request_channel_id: -1,
    })
  })

  it('shows what is stored instead of a default, and the old values that follow from it', async () => {
    const settings = {
      messageEditHistoryVisibilityPolicy: 'none',
      topicsPolicy: 'disable_empty_topic',
      messageContentEditLimitSeconds: null,
      jitsiServerUrl: 'https://calls.example.org',
      planType: 2,
    }
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || ${JSON.stringify(settings)}::jsonb
      WHERE id = ${people.organizationId}`)
    expect(await realmOf()).toMatchObject({
      realm_message_edit_history_visibility_policy: 'none',
      realm_allow_edit_history: false,
      realm_topics_policy: 'disable_empty_topic',
      realm_mandatory_topics: true,
      realm_message_content_edit_limit_seconds: null,
      realm_jitsi_server_url: 'https://calls.example.org',
      jitsi_server_url: 'https://calls.example.org',
      realm_plan_type: 2,
      zulip_plan_is_not_limited: false,
    })
  })

  it('names the groups that hold permissions, and the old numbers for some', async () => {
    const id = await groupIds()
    expect(await realmOf()).toMatchObject({
      realm_can_access_all_users_group: id['role:everyone'],
      realm_can_create_public_channel_group: id['role:members'],
      realm_can_create_web_public_channel_group: id['role:owners'],
      realm_can_mention_many_users_group: id['role:administrators'],
      realm_can_manage_all_groups: id['role:owners'],
      realm_create_multiuse_invite_group: id['role:administrators'],
      realm_create_public_stream_policy: 1,
      realm_create_private_stream_policy: 1,
      realm_create_web_public_stream_policy: 7,
      realm_wildcard_mention_policy: 5,
    })
  })

  it('spells out a permission that people and groups without a common name hold', async () => {
    const id = await groupIds()
    const moderators = id['role:moderators'] ?? -1
    await server.core.db.transaction('read committed', async (tx) => {
      const group = await insertAnonymousGroup(tx, people.organizationId, [people.ben.id], [moderators])
      await tx.query(sql`
        UPDATE organization_permission SET group_id = ${group}
        WHERE organization_id = ${people.organizationId} AND setting = 'can_create_public_channel_group'`)
      await tx.query(sql`
        UPDATE organization_permission SET group_id = ${id['role:moderators']}
        WHERE organization_id = ${people.organizationId} AND setting = 'can_create_private_channel_group'`)
    })
    expect(await realmOf()).toMatchObject({
      realm_can_create_public_channel_group: {
        direct_members: [people.ben.id],
        direct_subgroups: [moderators],
      },
      realm_create_public_stream_policy: 1,
      realm_can_create_private_channel_group: moderators,
      realm_create_private_stream_policy: 4,
    })
  })

  it('tells how permissions may be set', async () => {
    const { server_supported_permission_settings: supported } = await realmOf()
    expect(supported).toMatchObject({
      realm: { can_access_all_users_group: { allowed_system_groups: ['role:everyone', 'role:members'] } },
      stream: { can_administer_channel_group: { default_group_name: 'channel_creator' } },
      group: { can_join_group: { default_for_system_groups: 'role:nobody' } },
    })
  })

  it('tells the limits and the pace of the server', async () => {
    expect(await realmOf()).toMatchObject({
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_channel_folder_name_length: 60,
      max_channel_folder_description_length: 1024,
      max_topic_length: 60,
      max_message_length: 10_000,
      max_reminder_note_length: 1000,
      max_bulk_new_subscription_messages: 100,
      max_icon_file_size_mib: 5,
      max_logo_file_size_mib: 5,
      max_avatar_file_size_mib: 5,
      max_file_upload_size_mib: 100,
      password_min_length: 6,
      password_max_length: 100,
      password_min_guesses: 10_000,
      event_queue_longpoll_timeout_seconds: 90,
      server_generation: server.core.startedAt,
      development_environment: false,
      server_web_public_streams_enabled: false,
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
      server_typing_started_expiry_period_milliseconds: 45_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_wait_period_milliseconds: 30_000,
      server_min_deactivated_realm_deletion_days: 14,
      server_max_deactivated_realm_deletion_days: null,
      server_thumbnail_formats: [
        { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
        { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
        { name: '840x560.jpg', max_width: 840, max_height: 560, format: 'jpg', animated: false },
        { name: '300x200.webp', max_width: 300, max_height: 200, format: 'webp', animated: false },
        { name: '300x200-anim.webp', max_width: 300, max_height: 200, format: 'webp', animated: true },
        { name: '300x200.jpg', max_width: 300, max_height: 200, format: 'jpg', animated: false },
      ],
    })
  })

  it('is the same for owners, guests and bots', async () => {
    const [owner, guest, bot] = [
      await realmOf(people.owner),
      await realmOf(people.guest),
      await realmOf(people.bot),
    ]
    expect(guest).toEqual(owner)
    expect(bot).toEqual(owner)
  })

  it('points to files that the server has', async () => {
    const realm = await realmOf()
    for (const name of ['realm_logo_url', 'realm_night_logo_url', 'server_emoji_data_url']) {
      const { pathname } = new URL(String(realm[name]), 'http://localhost')
      const { status, headers } = await send(server.port, 'GET', pathname, { host: people.host })
      expect([name, status]).toEqual([name, 200])
      expect(headers['cache-control']).toBe('public, max-age=86400')
      expect(headers.etag).toBeDefined()
    }
    const { rendered } = await people.ann.post('messages/render', { content: ':zulip:' }).succeeds()
    const picture = await fetchAs(people.ann, /src="([^"]+)"/.exec(rendered)?.[1] ?? '')
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
    const emoji = new URL(String(realm.server_emoji_data_url)).pathname
    const { text } = await send(server.port, 'GET', emoji, { host: people.host })
    const names = JSON.parse(text).code_to_names
    expect(names['1f604']).toContain('smile')
    expect(Object.keys(names).length).toBeGreaterThan(1500)
  })
})
