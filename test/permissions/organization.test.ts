import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { setPermissionOn, setSettingsOn, systemGroupOn } from '../channels/support.ts'
import { testServer } from '../support/server.ts'
import { channelRefusals } from './channel-stage.ts'
import { personFor, provePermissions, type Staff, staff, type Way } from './matrix.ts'
import { verdicts, type Who } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const setPermission = setPermissionOn(server)
const systemGroup = systemGroupOn(server)
let people: Staff
/** By the name of a system group. */
const groupIds = new Map<string, number>()

beforeAll(async () => {
  people = await staff(server)
  await setSettingsOn(server)(people, { enableSpectatorAccess: true })
  for (const name of ['role:moderators', 'role:administrators', 'role:everyone', 'role:members']) {
    groupIds.set(name, await systemGroup(people.owner.id, name))
  }
})

/** Who holds the permissions to create; folders are there from the start. */
type Relation = 'as it is' | `${string} hold it`

/** Permissions that administrators pass on, and those that are the owners' (below the reference's table). */
const administratorsPermissions = [
  'can_access_all_users_group',
  'can_add_custom_emoji_group',
  'can_add_subscribers_group',
  'can_create_bots_group',
  'can_create_groups',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_web_public_channel_group',
  'can_create_write_only_bots_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_mention_many_users_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
  'can_summarize_topics_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
] as const
const ownersPermissions = [
  'create_multiuse_invite_group',
  'can_manage_billing_group',
  'workplace_users_group',
] as const
type Permission = (typeof administratorsPermissions | typeof ownersPermissions)[number]

type Action =
  | 'create a group'
  | 'create a public channel'
  | 'create a private channel'
  | 'create a web-public channel'
  | 'create a default channel'
  | 'create a channel with a retention'
  | 'create by subscribing'
  | 'create a folder'
  | 'rename a folder'
  | 'archive a folder'
  | 'reorder the folders'
  | 'change the name'
  | 'change a setting'
  | 'change a setting of owners'
  | 'change what new users start with'
  | 'drop the icon'
  | 'drop the logo'
  | 'open a way to sign in'
  | `pass on ${Permission}`

/** A folder of the scene's own, and everybody's folders. */
interface Scene {
  readonly folder: number
  readonly folders: readonly number[]
}

let count = 0

const creating =
  (parameters: object, settings: object) =>
  (_: Scene, who: Who): Way => {
    const name = `channel ${count++}`
    const subscribers = [personFor(people, who)?.id ?? people.foreigner.id]
    return {
      rest: ['POST', 'channels/create', { name, subscribers, ...parameters }],
      graphql: [
        'createChannel',
        'CreateChannelInput',
        { name, subscriberDatabaseIds: subscribers, settings },
      ],
    }
  }

const changingFolder =
  (parameters: () => Record<string, unknown>, input: () => Record<string, unknown>) =>
  ({ folder }: Scene): Way => ({
    rest: ['PATCH', `channel_folders/${folder}`, parameters()],
    graphql: ['updateChannelFolder', 'UpdateChannelFolderInput', { databaseId: folder, ...input() }],
  })

const changing = (parameters: Record<string, unknown>, input: Record<string, unknown>): Way => ({
  rest: ['PATCH', 'realm', parameters],
  graphql: ['updateOrganization', 'UpdateOrganizationInput', input],
})

/** Two values for each, none of which it starts with; some take only system groups. */
function newHolders(permission: Permission): unknown[] {
  if (permission === 'can_access_all_users_group') return ['role:members', 'role:everyone'].map(idOf)
  if (permission === 'can_create_web_public_channel_group') {
    return ['role:moderators', 'role:administrators'].map(idOf)
  }
  return [people.ann, people.ben].map(({ id }) => ({ direct_members: [id], direct_subgroups: [] }))
}

const idOf = (name: string) => groupIds.get(name)

const passingOn = (permission: Permission) => {
  let tries = 0
  return (): Way => {
    const change = { new: newHolders(permission)[tries++ % 2] }
    const field = permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return changing({ [permission]: change }, { permissions: { [field]: change } })
  }
}

const namePermission = (permission: Permission) => `pass on ${permission}` as const

const passing = Object.fromEntries(
  [...administratorsPermissions, ...ownersPermissions].map((one) => [namePermission(one), passingOn(one)]),
) as Record<`pass on ${Permission}`, () => Way> // One for each.

const ways: Record<Action, (scene: Scene, who: Who) => Way> = {
  'create a group': () => {
    const name = `group ${count++}`
    return {
      rest: ['POST', 'user_groups/create', { name, description: '', members: [] }],
      graphql: ['createUserGroup', 'CreateUserGroupInput', { name }],
    }
  },
  'create a public channel': creating({}, {}),
  'create a private channel': creating({ invite_only: true }, { isPrivate: true }),
  'create a web-public channel': creating({ is_web_public: true }, { isWebPublic: true }),
  'create a default channel': creating({ is_default_stream: true }, { isDefault: true }),
  'create a channel with a retention': creating({ message_retention_days: 7 }, { messageRetentionDays: 7 }),
  'create by subscribing': () => {
    const name = `channel ${count++}`
    return {
      rest: ['POST', 'users/me/subscriptions', { subscriptions: [{ name }] }],
      graphql: ['subscribe', 'SubscribeInput', { channels: [{ name }] }],
    }
  },
  'create a folder': () => {
    const name = `folder ${count++}`
    return {
      rest: ['POST', 'channel_folders/create', { name, description: '' }],
      graphql: ['createChannelFolder', 'CreateChannelFolderInput', { name }],
    }
  },
  'rename a folder': changingFolder(
    () => ({ name: `folder ${count++}` }),
    () => ({ name: `folder ${count++}` }),
  ),
  'archive a folder': changingFolder(
    () => ({ is_archived: true }),
    () => ({ isArchived: true }),
  ),
  'reorder the folders': ({ folders }) => {
    // Another order each time.
    const order = [...folders.slice(1 + (count++ % 3)), ...folders.slice(0, 1 + ((count - 1) % 3))]
    return {
      rest: ['PATCH', 'channel_folders', { order }],
      graphql: ['reorderChannelFolders', 'ReorderChannelFoldersInput', { databaseIds: order }],
    }
  },
  'change the name': () => changing({ name: `Name ${count}` }, { name: `Name ${count++}` }),
  'change a setting': () => {
    const limit = 1000 + count++
    return changing(
      { message_content_edit_limit_seconds: limit },
      { settings: { messageContentEditLimitSeconds: limit } },
    )
  },
  'change a setting of owners': () => {
    const days = 10 + count++
    return changing({ message_retention_days: days }, { settings: { messageRetentionDays: days } })
  },
  'change what new users start with': () => {
    const seconds = 60 + count++
    return {
      rest: [
        'PATCH',
        'realm/user_settings_defaults',
        { email_notifications_batching_period_seconds: seconds },
      ],
      graphql: [
        'updateDefaultUserSettings',
        'UpdateDefaultUserSettingsInput',
        { settings: { emailNotificationsBatchingPeriodSeconds: seconds } },
      ],
    }
  },
  'drop the icon': () => ({
    rest: ['DELETE', 'realm/icon', {}],
    graphql: ['removeOrganizationPicture', 'RemoveOrganizationPictureInput', { picture: 'ICON' }],
  }),
  'drop the logo': () => ({
    rest: ['DELETE', 'realm/logo', { night: true }],
    graphql: ['removeOrganizationPicture', 'RemoveOrganizationPictureInput', { picture: 'NIGHT_LOGO' }],
  }),
  'open a way to sign in': () =>
    changing(
      { authentication_methods: { Email: true } },
      { signInMethods: [{ method: 'PASSWORD', enabled: true }] },
    ),
  ...passing,
}

/** All of the organization that these actions could change. */
async function state(): Promise<unknown> {
  const { organizationId } = people
  const [row] = await server.core.db.query(sql`
    SELECT o.*,
      (SELECT jsonb_agg(p ORDER BY p.setting) FROM organization_permission p WHERE p.organization_id = o.id) AS permissions,
      (SELECT jsonb_agg(f ORDER BY f.id) FROM channel_folder f WHERE f.organization_id = o.id) AS folders,
      (SELECT jsonb_agg(c ORDER BY c.id) FROM channel c WHERE c.organization_id = o.id) AS channels,
      (SELECT array_agg(g.id ORDER BY g.id) FROM user_group g WHERE g.organization_id = o.id) AS groups,
      (SELECT count(*) FROM subscription s JOIN channel c ON c.id = s.channel_id
        WHERE c.organization_id = o.id) AS subscriptions
    FROM organization o WHERE o.id = ${organizationId}`)
  return row
}

provePermissions<Action, Relation, Scene>(server, {
  title:
    'The organization (permissions: "System groups", "Organization permission settings"; the specification)',
  people: () => people,
  refusals: {
    ...channelRefusals,
    // A folder of another organization is like none.
    fold: { code: 'BAD_REQUEST', message: /^Invalid channel folder ID$/ },
    ord: { code: 'BAD_REQUEST', message: /^Invalid order mapping$/ },
  },
  tables: {
    // Guests never hold it. It is forbidden to give it to everyone, which must not matter.
    'create a group; create a public channel; create a private channel; create by subscribing': verdicts(`
                                   owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      role:nobody hold it          no     no     no         no      no        no     no   -          401
      role:owners hold it          yes    no     no         no      no        no     no   -          -
      role:administrators hold it  yes    yes    no         no      no        no     no   -          -
      role:moderators hold it      yes    yes    yes        no      no        no     no   -          -
      role:fullmembers hold it     yes    yes    yes        yes     no        no     yes  -          -
      role:members hold it         yes    yes    yes        yes     yes       no     yes  -          -
      role:everyone hold it        yes    yes    yes        yes     yes       no     yes  -          -`),
    // Only system groups up to moderators can be the value.
    'create a web-public channel': verdicts(`
                                   owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      role:nobody hold it          no     no     no         no      no        no     no   -          401
      role:owners hold it          yes    no     no         no      no        no     no   -          -
      role:administrators hold it  yes    yes    no         no      no        no     no   -          -
      role:moderators hold it      yes    yes    yes        no      no        no     no   -          -`),
    'create a default channel': verdicts(`
                            owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      role:members hold it  yes    yes    adm        adm     adm       no     adm  -          401`),
    'create a channel with a retention': verdicts(`
                            owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      role:members hold it  yes    own    own        own     own       no     own  -          401`),
    // Administrators (the specification; permissions: below "Organization permission settings").
    'create a folder; change the name; change a setting; change what new users start with; drop the icon; drop the logo':
      verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  -          401`),
    'rename a folder; archive a folder': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  fold       401`),
    'reorder the folders': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  ord        401`),
    'change a setting of owners; open a way to sign in': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    own    adm        adm     adm       adm    adm  -          401`),
    [administratorsPermissions.map(namePermission).join('; ')]: verdicts(`
      owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes  yes  adm  adm  adm  adm  adm  -  401`),
    [ownersPermissions.map(namePermission).join('; ')]: verdicts(`
      owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes  own  adm  adm  adm  adm  adm  -  401`),
  },
  prepare: async (relation) => {
    if (relation === 'as it is') return undefined
    const name = relation.replace(' hold it', '')
    const set = async (holders: string) => {
      for (const setting of [
        'groups',
        'public_channel_group',
        'private_channel_group',
        'web_public_channel_group',
      ]) {
        await setPermission(people.owner.id, `can_create_${setting}`, holders)
      }
    }
    await set(name)
    return () => set('role:members')
  },
  stage: async (tries) => {
    const { organizationId } = people
    // Pictures that can be dropped.
    await server.core.db.query(sql`
      UPDATE organization SET icon_file = 'drawn', night_logo_file = 'drawn' WHERE id = ${organizationId}`)
    const made = await server.core.db.query<{ id: number }>(sql`
      INSERT INTO channel_folder (organization_id, name, position)
      SELECT ${organizationId}, 'stage ' || ${count++} || ' ' || n, n FROM generate_series(1, ${tries.length}::int) n
      RETURNING id`)
    const all = await server.core.db.query<{ id: number }>(sql`
      SELECT id FROM channel_folder WHERE organization_id = ${organizationId} ORDER BY id`)
    const folders = all.map(({ id }) => id)
    return tries.map((_, at) => ({ folder: made[at]?.id ?? -1, folders }))
  },
  ways,
  harmless: ['open a way to sign in'],
  state: async (scenes) => {
    const now = await state()
    return scenes.map(() => now)
  },
})
