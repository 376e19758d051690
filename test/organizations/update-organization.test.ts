import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { changeableSettings, organizationSettingTable } from '../../src/contract/organization-settings.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
  ownersPermissions,
} from '../../src/contract/permission-settings.ts'
import type { SystemGroupName } from '../../src/contract/system-groups.ts'
import { archiveOn } from '../channels/support.ts'
import { say } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const archive = archiveOn(server)

const realmOf = async (person: Person) =>
  (await person.post('register', { fetch_event_types: ['realm'] }).succeeds()) as Record<string, unknown>

async function groupId({ organizationId }: Cast, name: SystemGroupName): Promise<number> {
  return (await server.core.systemGroups.of(server.core.db, organizationId)).idOf[name]
}

/** Everybody's queues, with the snapshot of every gate. */
const everybody = ({ owner, ann, guest }: Cast): Promise<TestQueue[]> =>
  Promise.all([owner, ann, guest].map((person) => register(person, undefined)))

/** For each setting what is sent, and what it is then. */
const changes: readonly (readonly [string, unknown, unknown])[] = [
  ['message_edit_history_visibility_policy', 'moves', 'moves'],
  ['allow_message_editing', false, false],
  ['message_content_edit_limit_seconds', 30, 30],
  ['message_content_delete_limit_seconds', 'unlimited', null],
  ['move_messages_within_stream_limit_seconds', '"unlimited"', null],
  ['move_messages_between_streams_limit_seconds', 86_400, 86_400],
  ['topics_policy', '"disable_empty_topic"', 'disable_empty_topic'],
  ['message_retention_days', 30, 30],
  ['waiting_period_threshold', 7, 7],
  ['invite_required', false, false],
  ['emails_restricted_to_domains', true, true],
  ['disallow_disposable_email_addresses', false, false],
  ['name_changes_disabled', true, true],
  ['email_changes_disabled', true, true],
  ['avatar_changes_disabled', true, true],
  ['require_unique_names', true, true],
  ['enable_spectator_access', true, true],
  ['enable_read_receipts', false, false],
  ['enable_guest_user_indicator', false, false],
  ['enable_guest_user_dm_warning', false, false],
  ['inline_image_preview', false, false],
  ['inline_url_embed_preview', true, true],
  ['media_preview_size', 150, 150],
  ['send_welcome_emails', false, false],
  ['message_content_allowed_in_email_notifications', false, false],
  ['digest_emails_enabled', true, true],
  ['digest_weekday', 6, 6],
  ['send_channel_events_messages', true, true],
  ['welcome_message_custom_text', 'Welcome to *us*', 'Welcome to *us*'],
  ['default_language', 'pt-BR', 'pt-BR'],
  ['default_code_block_language', 'python', 'python'],
  ['video_chat_provider', 0, 0],
  ['jitsi_server_url', 'https://meet.example.org', 'https://meet.example.org'],
  ['gif_rating_policy', 3, 3],
  ['default_avatar_source', 'G', 'G'],
  ['presence_disabled', true, true],
  ['want_advertise_in_communities_directory', true, true],
  ['require_e2ee_push_notifications', true, true],
  ['org_type', 35, 35],
]

const channelSettings = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
]

const setting = (wireName: string) =>
  Object.values(organizationSettingTable).find((one) => one.wireName === wireName)

describe('PATCH /realm', () => {
  it('knows every setting that can be changed', () => {
    const known = changeableSettings.map((name) => organizationSettingTable[name].wireName)
    expect([...changes.map(([name]) => name), ...channelSettings].sort()).toEqual([...known].sort())
  })

  it.each(changes)('sets %s to %j, and tells everyone', async (name, sent, value) => {
    const people = await cast(server)
    const queues = await Promise.all(
      [people.owner, people.guest].map((person) => register(person, ['realm'])),
    )
    expect(await people.owner.patch('realm', { [name]: sent }).succeeds()).toEqual({
      result: 'success',
      msg: '',
    })
    expect((await realmOf(people.guest))[`realm_${name}`]).toEqual(value)
    const more = name === 'topics_policy' ? { mandatory_topics: true } : {}
    for (const queue of queues) {
      await queue.receives(
        setting(name)?.announcedBy === 'update'
          ? { type: 'realm', op: 'update', property: name, value }
          : { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value, ...more } },
      )
    }
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    // Nothing is announced when nothing changes.
    await people.owner.patch('realm', { [name]: sent }).succeeds()
    for (const queue of queues) await queue.receivesNothing()
  })

  it('gives limits, retention and the Jitsi server back their words', async () => {
    const { owner } = await cast(server)
    const url = 'https://meet.example.org/'
    await owner.patch('realm', { jitsi_server_url: `"${url}"`, message_retention_days: 3 }).succeeds()
    expect(await realmOf(owner)).toMatchObject({ realm_jitsi_server_url: url, jitsi_server_url: url })
    await owner
      .patch('realm', { jitsi_server_url: 'default', message_retention_days: 'unlimited' })
      .succeeds()
    const { realm_jitsi_server_url, realm_message_retention_days } = await realmOf(owner)
    expect([realm_jitsi_server_url, realm_message_retention_days]).toEqual([null, -1])
  })

  it.each(channelSettings)('sets %s to a channel that the caller may read, or to none', async (name) => {
    const { owner, admin, ann, general } = await cast(server)
    const make = async (person: Person, title: string) =>
      (
        await person
          .post('channels/create', { name: title, subscribers: [person.id], invite_only: true })
          .succeeds()
      ).id
    const own = await make(owner, 'Own')
    const hidden = await make(ann, 'Hidden')
    const queue = await register(admin, ['realm'])
    await owner.patch('realm', { [name]: own }).succeeds()
    await queue.receives({ type: 'realm', op: 'update', property: name, value: own })
    await owner.patch('realm', { [name]: -1 }).succeeds()
    expect((await realmOf(owner))[`realm_${name}`]).toBe(-1)
    for (const id of [hidden, 2_000_000_000]) {
      await owner.patch('realm', { [name]: id }).fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await owner.patch('realm', { [name]: -2 }).fails('BAD_REQUEST', `${name} is too small`)
    await archive(own)
    await owner.patch('realm', { [name]: own }).fails('BAD_REQUEST', 'Invalid channel ID')
    const open = owner.patch('realm', { [name]: general })
    if (name === 'moderation_request_channel_id') await open.fails('BAD_REQUEST', /must be private/)
    else await open.succeeds()
  })

  it('sets name and description, which comes as HTML, too', async () => {
    const people = await cast(server)
    const queue = await register(people.guest, ['realm'])
    await people.admin.patch('realm', { name: ' Guild ', description: 'We *build*.' }).succeeds()
    await queue.receives(
      { type: 'realm', op: 'update', property: 'name', value: 'Guild' },
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { description: 'We *build*.', rendered_description: '<p>We <em>build</em>.</p>' },
      },
    )
    const settings = await people.ann.get('server_settings').succeeds()
    expect(settings).toMatchObject({ realm_name: 'Guild', realm_description: '<p>We <em>build</em>.</p>' })
    await queue.replayEqualsFreshRegister()
  })

  it('takes the old forms of two policies, and other names of two settings', async () => {
    const { owner, general } = await cast(server)
    await owner
      .patch('realm', {
        mandatory_topics: true,
        allow_edit_history: false,
        giphy_rating: 4,
        service_update_announcements_stream_id: general,
      })
      .succeeds()
    expect(await realmOf(owner)).toMatchObject({
      realm_topics_policy: 'disable_empty_topic',
      realm_mandatory_topics: true,
      realm_message_edit_history_visibility_policy: 'none',
      realm_allow_edit_history: false,
      realm_gif_rating_policy: 4,
      realm_zulip_update_announcements_stream_id: general,
    })
    await owner.patch('realm', { mandatory_topics: false, allow_edit_history: true }).succeeds()
    expect(await realmOf(owner)).toMatchObject({
      realm_topics_policy: 'allow_empty_topic',
      realm_message_edit_history_visibility_policy: 'all',
    })
    const body = await owner
      .patch('realm', { mandatory_topics: false, topics_policy: 'allow_empty_topic' })
      .fails('BAD_REQUEST')
    expect(body.parameters).toBe('topics_policy, mandatory_topics')
    await owner.patch('realm', { giphy_rating: 1, gif_rating_policy: 1 }).fails('REQUEST_CONFUSING_VAR')
  })

  it('is for administrators; retention, domains and some permissions are for owners', async () => {
    const people = await cast(server)
    const { owner, admin, moderator, ann, guest, bot } = people
    for (const person of [moderator, ann, guest, bot]) {
      await person
        .patch('realm', { digest_weekday: 2 })
        .fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
    }
    await admin.patch('realm', { digest_weekday: 2 }).succeeds()
    const members = { new: await groupId(people, 'role:members') }
    const owners = { message_retention_days: 1, emails_restricted_to_domains: true }
    const theirs = Object.fromEntries(ownersPermissions.map((permission) => [permission, members]))
    for (const [name, value] of Object.entries({ ...owners, ...theirs })) {
      await admin
        .patch('realm', { digest_weekday: 3, [name]: value })
        .fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
      await owner.patch('realm', { [name]: value }).succeeds()
    }
    expect((await realmOf(owner)).realm_digest_weekday).toBe(2)
  })

  it.each([
    ['name', ' ', 'name cannot be blank'],
    ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
    ['description', 'x'.repeat(1001), 'description is too long (limit: 1000 characters)'],
    ['message_content_edit_limit_seconds', 0, 'message_content_edit_limit_seconds is too small'],
    ['message_content_delete_limit_seconds', -1, 'message_content_delete_limit_seconds is too small'],
    ['message_content_edit_limit_seconds', 'never', /message_content_edit_limit_seconds/],
    ['message_content_edit_limit_seconds', null, /message_content_edit_limit_seconds/],
    ['move_messages_within_stream_limit_seconds', 2 ** 31, /move_messages_within_stream_limit_seconds/],
    ['message_retention_days', 0, 'message_retention_days is too small'],
    ['message_retention_days', -1, 'message_retention_days is too small'],
    ['waiting_period_threshold', -1, 'waiting_period_threshold is too small'],
    ['waiting_period_threshold', '1.0', 'waiting_period_threshold is not an integer'],
    ['digest_weekday', 7, 'digest_weekday is too large'],
    ['invite_required', 'yes', 'invite_required is not valid JSON'],
    ['invite_required', 1, 'invite_required is not a boolean'],
    ['topics_policy', 'inherit', 'Invalid topics_policy'],
    ['message_edit_history_visibility_policy', 'some', 'Invalid message_edit_history_visibility_policy'],
    ['media_preview_size', 120, 'Invalid media_preview_size'],
    ['org_type', 1, 'Invalid org_type'],
    ['gif_rating_policy', 5, 'Invalid gif_rating_policy'],
    ['video_chat_provider', 3, /Invalid video_chat_provider: 3 is not available/],
    ['video_chat_provider', 2, 'Invalid video_chat_provider'],
    ['default_language', 'klingonese', 'Invalid default_language: not a language'],
    ['default_language', '', 'Invalid default_language: not a language'],
    ['jitsi_server_url', 'ftp://meet.example.org', 'Invalid jitsi_server_url: not a web address'],
    ['welcome_message_custom_text', 'x'.repeat(8001), /too long \(limit: 8000 characters\)/],
    ['default_avatar_source', 'U', 'Invalid default_avatar_source'],
    ['can_create_groups', 5_000_000, 'can_create_groups is not a dict'],
    ['can_create_groups', { new: 2_000_000_000 }, 'Invalid user group'],
    [
      'can_create_groups',
      { new: { direct_members: [2_000_000_000], direct_subgroups: [] } },
      /Invalid user ID/,
    ],
  ])('refuses %s = %j, and changes nothing', async (name, value, message) => {
    const people = await cast(server)
    const queue = await register(people.owner, ['realm'])
    await people.owner.patch('realm', { digest_weekday: 4, [name]: value }).fails('BAD_REQUEST', message)
    expect((await realmOf(people.owner)).realm_digest_weekday).toBe(1)
    await queue.receivesNothing()
  })

  it('lists what is none of its parameters: what only uploads, plans and operators change', async () => {
    const { owner } = await cast(server)
    const body = await owner
      .patch('realm', {
        plan_type: 3,
        icon_source: 'U',
        upload_quota_mib: 1,
        owner_full_content_access: true,
      })
      .succeeds()
    expect(body.ignored_parameters_unsupported).toEqual([
      'icon_source',
      'owner_full_content_access',
      'plan_type',
      'upload_quota_mib',
    ])
    expect((await realmOf(owner)).realm_plan_type).toBe(1)
  })
})

describe('permissions in PATCH /realm', () => {
  const permissions = Object.entries(organizationPermissionSettings)
  const wire = permissions.map(([name, { requireSystemGroup }]) => [name, requireSystemGroup] as const)

  it.each(wire)('passes %s on, and tells everyone', async (name, requireSystemGroup) => {
    const people = await cast(server)
    const { owner, ann, guest } = people
    const queue = await register(guest, ['realm'])
    const moderators = await groupId(people, 'role:moderators')
    const value = requireSystemGroup
      ? await groupId(people, name === 'can_access_all_users_group' ? 'role:members' : 'role:nobody')
      : { direct_members: [ann.id], direct_subgroups: [moderators] }
    await owner.patch('realm', { [name]: { new: value } }).succeeds()
    const event = { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } }
    await queue.receives(event)
    expect((await realmOf(guest))[`realm_${name}`]).toEqual(value)
    await owner.patch('realm', { [name]: { new: value, old: value } }).succeeds()
    await queue.receivesNothing()
  })

  it('compares the value that the client takes for the present one', async () => {
    const people = await cast(server)
    const [members, admins] = [
      await groupId(people, 'role:members'),
      await groupId(people, 'role:administrators'),
    ]
    const body = await people.owner
      .patch('realm', { name: 'No', can_create_groups: { new: members, old: admins } })
      .fails('EXPECTATION_MISMATCH')
    expect(body.field_name).toBe('old')
    await people.owner.patch('realm', { can_create_groups: { new: admins, old: members } }).succeeds()
    expect(await realmOf(people.ann)).toMatchObject({ realm_can_create_groups: admins, realm_name: 'Test' })
  })

  it('keeps to what each setting allows', async () => {
    const people = await cast(server)
    const refused = async (name: OrganizationPermission, group: SystemGroupName, code = 'BAD_REQUEST') =>
      people.owner
        .patch('realm', { [name]: { new: await groupId(people, group) } })
        .fails(code, new RegExp(name))
    await refused('can_manage_all_groups', 'role:nobody')
    await refused('can_create_groups', 'role:everyone')
    await refused('can_delete_own_message_group', 'role:internet')
    await refused('can_access_all_users_group', 'role:administrators')
    await refused('can_create_web_public_channel_group', 'role:members')
    const mixed = { new: { direct_members: [people.ann.id], direct_subgroups: [] } }
    const body = await people.owner
      .patch('realm', { can_access_all_users_group: mixed })
      .fails('SYSTEM_GROUP_REQUIRED')
    expect(body.setting_name).toBe('can_access_all_users_group')
  })

  it('takes effect at once', async () => {
    const people = await cast(server)
    const make = (person: Person, name: string) =>
      person.post('channels/create', { name, subscribers: [person.id] })
    const value = { direct_members: [people.ann.id], direct_subgroups: [] }
    await people.owner.patch('realm', { can_create_public_channel_group: { new: value } }).succeeds()
    await make(people.ann, 'hers').succeeds()
    await make(people.ben, 'his').fails('BAD_REQUEST')
  })

  it('leaves every copy equal to a fresh snapshot', async () => {
    const people = await cast(server)
    const queues = await everybody(people)
    const value = { direct_members: [people.ann.id], direct_subgroups: [] }
    await people.owner
      .patch('realm', {
        name: 'Guild',
        description: '*x*',
        topics_policy: 'disable_empty_topic',
        jitsi_server_url: 'https://meet.example.org',
        message_edit_history_visibility_policy: 'none',
        enable_spectator_access: true,
        can_create_public_channel_group: { new: value },
        can_create_private_channel_group: { new: await groupId(people, 'role:administrators') },
        can_create_web_public_channel_group: { new: await groupId(people, 'role:moderators') },
        can_mention_many_users_group: { new: await groupId(people, 'role:everyone') },
        can_invite_users_group: { new: await groupId(people, 'role:nobody') },
      })
      .succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })
})

describe('what settings do', () => {
  it('topics_policy refuses the empty topic, and allows it again', async () => {
    const { owner, ann, general } = await cast(server)
    await owner.patch('realm', { topics_policy: 'disable_empty_topic' }).succeeds()
    const send = () => ann.post('messages', { type: 'stream', to: general, topic: '', content: 'Hi' })
    await send().fails('BAD_REQUEST')
    await owner.patch('realm', { topics_policy: 'allow_empty_topic' }).succeeds()
    await send().succeeds()
  })

  it('waiting_period_threshold moves people between members and full members, and private channels in and out of sight', async () => {
    const people = await cast(server)
    const { owner, ann, ben } = people
    await server.core.db.query(sql`
      UPDATE "user" SET date_joined = now() - interval '10 days' WHERE id = ${ann.id}`)
    const full = await groupId(people, 'role:fullmembers')
    const members = await groupId(people, 'role:members')
    const { id } = await owner
      .post('channels/create', {
        name: 'Elders',
        subscribers: [owner.id],
        invite_only: true,
        can_subscribe_group: full,
      })
      .succeeds()
    const queues = await everybody(people)
    const own = await register(ben, ['user_group', 'stream', 'subscription'])
    await owner.patch('realm', { waiting_period_threshold: 7 }).succeeds()
    // Robby, Ann's bot, joined with Ben.
    const movers = [ben.id, people.bot.id]
    await own.receives(
      { type: 'user_group', op: 'remove_members', group_id: full, user_ids: movers },
      { type: 'user_group', op: 'add_members', group_id: members, user_ids: movers },
      { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] },
    )
    await ben.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
    await ann.get(`streams/${id}`).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    await owner.patch('realm', { waiting_period_threshold: 0 }).succeeds()
    await ben.get(`streams/${id}`).succeeds()
    for (const queue of [...queues, own]) await queue.replayEqualsFreshRegister()
  })

  it('can_access_all_users_group hides from guests whom they have nothing to do with, and shows them again', async () => {
    const people = await cast(server)
    const { owner, ann, ben, guest, sandbox } = people
    await owner
      .post('users/me/subscriptions', { subscriptions: [{ name: 'sandbox' }], principals: [guest.id] })
      .succeeds()
    await ben.delete('users/me/subscriptions', { subscriptions: ['sandbox'] }).succeeds()
    await say(ann, sandbox, 'tea', 'Hello')
    const modern = { client_capabilities: { user_list_incomplete: true }, fetch_event_types: ['realm_user'] }
    const queue = await register(guest, ['realm_user'], modern)
    const queues = await everybody(people)
    const [members, all] = [await groupId(people, 'role:members'), await groupId(people, 'role:everyone')]
    await owner.patch('realm', { can_access_all_users_group: { new: members } }).succeeds()
    await queue.receives({
      type: 'realm_user',
      op: 'remove',
      person: { user_id: ben.id, full_name: 'Unknown user' },
    })
    await guest.get(`users/${ben.id}`).fails('BAD_REQUEST')
    for (const one of [...queues, queue]) await one.replayEqualsFreshRegister()
    await owner.patch('realm', { can_access_all_users_group: { new: all } }).succeeds()
    expect((await guest.get(`users/${ben.id}`).succeeds()).user.full_name).toBe('Ben Ito')
    for (const one of [...queues, queue]) await one.replayEqualsFreshRegister()
  })
})

describe('updateOrganization', () => {
  const mutation = `mutation ($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        name descriptionHtml
        settings { topicsPolicy messageContentEditLimitSeconds inviteRequired }
        permissions { canCreateGroups }
      }
    }
  }`

  it('does the same over GraphQL; null is a value where a setting can be null', async () => {
    const people = await cast(server)
    const queues = await everybody(people)
    const admins = await groupId(people, 'role:administrators')
    const { updateOrganization } = await people.owner.graphql(mutation, {
      input: {
        name: 'Guild',
        description: '**Us**',
        settings: {
          topicsPolicy: 'DISABLE_EMPTY_TOPIC',
          messageContentEditLimitSeconds: null,
          inviteRequired: false,
        },
        permissions: { canCreateGroups: { new: admins } },
      },
    })
    expect(updateOrganization.organization).toEqual({
      name: 'Guild',
      descriptionHtml: '<p><strong>Us</strong></p>',
      settings: {
        topicsPolicy: 'DISABLE_EMPTY_TOPIC',
        messageContentEditLimitSeconds: null,
        inviteRequired: false,
      },
      permissions: { canCreateGroups: admins },
    })
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })

  it('refuses what REST refuses', async () => {
    const { owner, admin, ann } = await cast(server)
    const update = (person: Person, input: object) => person.graphql(mutation, { input })
    await expect(update(ann, { name: 'No' })).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    await expect(update(admin, { settings: { messageRetentionDays: 3 } })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    for (const settings of [
      { messageContentEditLimitSeconds: 0 },
      { inviteRequired: null },
      { digestWeekday: 7 },
      { defaultLanguage: 'klingonese' },
      { videoChatProvider: 8 },
      { welcomeMessageCustomText: 'x'.repeat(8001) },
    ]) {
      await expect(update(owner, { settings })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(update(owner, { name: '' })).rejects.toMatchObject({ message: 'name cannot be blank' })
  })
})
