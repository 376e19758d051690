import { beforeAll, describe, it } from 'vitest'
import { makeGroup } from '../groups/support.ts'
import { say } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { expectRefusals, type Refused, type RefusedRow } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { setPermissionOn, setSettingsOn, systemGroupOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)
const setSettings = setSettingsOn(server)
let people: Cast
let foreign: Cast
/** Public, private and of somebody else's organization; Ann made the first two. */
let open: number
let hidden: number
let internet: number
let everyone: number

const NOBODY = 2_000_000_000

beforeAll(async () => {
  people = await cast(server)
  foreign = await cast(server)
  const { ann } = people
  const make = async (name: string, more = {}) =>
    (await ann.post('channels/create', { name, subscribers: [ann.id], ...more }).succeeds()).id
  open = await make('Open')
  hidden = await make('Hidden', { invite_only: true })
  internet = await systemGroup(ann.id, 'role:internet')
  everyone = await systemGroup(ann.id, 'role:everyone')
})

const readChannel = (fields: string): string => `query ($id: Int!) { channel(databaseId: $id) { ${fields} } }`

/** A channel that does not exist, one that the asker may not know of, and one of another organization are one. */
const nowhere = (by: Person, ask: (id: number) => Pick<Refused, 'rest' | 'graphql'>): readonly RefusedRow[] =>
  [NOBODY, hidden, foreign.general].map((id) => ({
    what: `channel ${id}`,
    by,
    answered: { msg: 'Invalid channel ID' },
    ...ask(id),
  }))

const administrators = {
  answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
}
const owners = { answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' } }

describe('In the words of the reference are refused', () => {
  it('reading a channel, its subscribers, topics and address', async () => {
    const { ben, ann } = people
    await expectRefusals(server, [
      ...nowhere(ben, (id) => ({
        rest: ['GET', `streams/${id}`],
        graphql: [readChannel('name'), { id }],
      })),
      ...nowhere(ben, (id) => ({ rest: ['GET', `streams/${id}/members`] })),
      ...nowhere(ben, (id) => ({ rest: ['GET', `users/me/${id}/topics`] })),
      ...nowhere(ben, (id) => ({ rest: ['GET', `streams/${id}/email_address`] })),
      ...nowhere(ben, (id) => ({ rest: ['GET', `users/${ann.id}/subscriptions/${id}`] })),
      {
        what: 'an address for somebody else',
        by: ann,
        rest: ['GET', `streams/${open}/email_address`, { sender_id: ben.id }],
        graphql: [
          readChannel('emailAddress(senderDatabaseId: $sender)').replace(')', ', $sender: Int)'),
          { id: open, sender: ben.id },
        ],
        answered: { msg: 'Invalid sender ID' },
      },
      ...['Hidden', 'No such "channel"', ''].map(
        (stream): RefusedRow => ({
          what: `the name ${stream}`,
          by: ben,
          rest: ['GET', 'get_stream_id', { stream }],
          graphql: ['query ($name: String!) { channel(name: $name) { databaseId } }', { name: stream }],
          answered: { msg: `Invalid channel name '${stream}'` },
        }),
      ),
      {
        what: 'all channels, for who is no administrator',
        by: ben,
        rest: ['GET', 'streams', { include_all_active: true }],
        answered: { msg: 'User not authorized for this query' },
      },
    ])
  })

  it('PATCH /streams/{stream_id}', async () => {
    const { owner, admin, ann, ben, moderator, general } = people
    const gone = await makeGroup(ann)
    await ann.post(`user_groups/${gone}/deactivate`).succeeds()
    await say(ann, open, 'a topic', 'Hello')
    await setSettings(people, { moderationRequestChannelId: hidden })
    const change = (
      by: Person,
      id: number,
      parameters: Record<string, unknown>,
      input: Record<string, unknown>,
    ): Pick<Refused, 'by' | 'rest' | 'graphql'> => ({
      by,
      rest: ['PATCH', `streams/${id}`, parameters],
      graphql: ['updateChannel', 'UpdateChannelInput', { databaseId: id, ...input }],
    })
    const permission = (by: Person, value: unknown, id = open) =>
      change(by, id, { can_subscribe_group: value }, { canSubscribeGroup: value })
    const administer = 'You do not have permission to administer this channel'
    await expectRefusals(server, [
      ...nowhere(ben, (id) => change(ben, id, { new_name: 'x' }, { name: 'x' })),
      {
        what: 'by who only reads it',
        ...change(ben, open, { description: 'x' }, { description: 'x' }),
        answered: { msg: administer },
      },
      {
        what: 'unarchiving by who only reads it',
        ...change(moderator, open, { is_archived: false }, { isArchived: false }),
        answered: { msg: administer },
      },
      {
        what: 'a name in use',
        ...change(ann, open, { new_name: 'HIDDEN' }, { name: 'HIDDEN' }),
        answered: { msg: 'Channel name is already in use.' },
      },
      ...[
        [
          { is_private: true, is_web_public: true },
          { isPrivate: true, isWebPublic: true },
        ],
        [{ history_public_to_subscribers: false }, { historyPublicToSubscribers: false }],
        [
          { is_private: false, history_public_to_subscribers: false },
          { isPrivate: false, historyPublicToSubscribers: false },
        ],
      ].map(([parameters = {}, input = {}]) => ({
        what: `privacy that contradicts itself: ${JSON.stringify(parameters)}`,
        ...change(owner, open, parameters, input),
        answered: { msg: 'Invalid parameters' },
      })),
      {
        what: 'the moderation request channel, made public',
        ...change(ann, hidden, { is_private: false }, { isPrivate: false }),
        answered: { msg: 'Moderation request channel must be private.' },
      },
      {
        what: 'web-public, where nothing is',
        ...change(owner, open, { is_web_public: true }, { isWebPublic: true }),
        answered: { msg: 'Web-public channels are not enabled.' },
      },
      {
        what: 'privacy by who cannot read it',
        ...change(admin, hidden, { is_private: false }, { isPrivate: false }),
        answered: { msg: 'Channel content access is required.' },
      },
      {
        what: 'who may subscribe, by who cannot read it',
        ...permission(admin, { new: everyone }, hidden),
        answered: { msg: 'Channel content access is required.' },
      },
      {
        what: 'private and default',
        ...change(owner, general, { is_private: true }, { isPrivate: true }),
        answered: { msg: 'A default channel cannot be private.' },
      },
      {
        what: 'default by a member',
        ...change(ann, open, { is_default_stream: true }, { isDefault: true }),
        ...administrators,
      },
      {
        what: 'push by a member',
        ...change(ann, open, { default_push_notifications: true }, { defaultPushNotifications: true }),
        ...administrators,
      },
      {
        what: 'retention by an administrator',
        ...change(admin, open, { message_retention_days: 5 }, { messageRetentionDays: 5 }),
        ...owners,
      },
      {
        what: 'no folder',
        ...change(ann, open, { folder_id: NOBODY }, { folderDatabaseId: NOBODY }),
        answered: { msg: 'Invalid channel folder ID' },
      },
      {
        what: 'only the empty topic, where there are others',
        ...change(ann, open, { topics_policy: 'empty_topic_only' }, { topicsPolicy: 'EMPTY_TOPIC_ONLY' }),
        answered: {
          msg: "To allow only 'general chat', move all messages of this channel there first.",
          empty_topic_display_name: 'general chat',
        },
      },
      {
        what: 'who deletes messages, by a member',
        ...change(
          ann,
          open,
          { can_delete_any_message_group: { new: everyone } },
          { canDeleteAnyMessageGroup: { new: everyone } },
        ),
        answered: { msg: 'Insufficient permission to set who deletes messages' },
      },
      {
        what: 'another value than the old one',
        ...permission(ann, { new: gone, old: internet }),
        answered: {
          msg: "'can_subscribe_group' has another value than 'old' says.",
          code: 'EXPECTATION_MISMATCH',
          field_name: 'old',
        },
      },
      {
        what: 'the whole internet',
        ...permission(ann, { new: internet }),
        answered: { msg: "'can_subscribe_group' setting cannot be set to 'role:internet' group." },
      },
      {
        what: 'everyone, where guests cannot be',
        ...permission(ann, { new: everyone }),
        answered: { msg: "'can_subscribe_group' setting cannot be set to 'role:everyone' group." },
      },
      { what: 'no group', ...permission(ann, { new: NOBODY }), answered: { msg: 'Invalid user group' } },
      {
        what: 'no group inside',
        ...permission(ann, { new: { direct_members: [], direct_subgroups: [NOBODY] } }),
        answered: { msg: `Invalid user group ID in can_subscribe_group: ${NOBODY}` },
      },
      {
        what: 'a deactivated group',
        ...permission(ann, { new: gone }),
        answered: { msg: `User group is deactivated: ${gone}` },
      },
      {
        what: 'a deactivated group inside',
        ...permission(ann, { new: { direct_members: [ann.id], direct_subgroups: [gone] } }),
        answered: { msg: `User group is deactivated: ${gone}` },
      },
      {
        what: 'nobody as a member',
        ...permission(ann, { new: { direct_members: [foreign.ann.id], direct_subgroups: [] } }),
        answered: { msg: `Invalid user ID: ${foreign.ann.id}` },
      },
    ])
    await setPermission(ann.id, 'can_set_topics_policy_group', 'role:nobody')
    await expectRefusals(server, [
      {
        what: 'a topics policy by who may not',
        ...change(ann, open, { topics_policy: 'allow_empty_topic' }, { topicsPolicy: 'ALLOW_EMPTY_TOPIC' }),
        answered: { msg: 'Insufficient permission to set topics_policy' },
      },
    ])
    await setPermission(ann.id, 'can_set_topics_policy_group', 'role:members')
  })

  it('DELETE /streams/{stream_id} and POST /streams/{stream_id}/delete_topic', async () => {
    const { owner, admin, ann, ben, moderator } = people
    const { id } = await ann.post('channels/create', { name: 'Old', subscribers: [ann.id] }).succeeds()
    await ann.delete(`streams/${id}`).succeeds()
    const archive = (channelId: number): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['DELETE', `streams/${channelId}`],
      graphql: ['archiveChannel', 'OneChannelInput', { databaseId: channelId }],
    })
    const empty = (channelId: number): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['POST', `streams/${channelId}/delete_topic`, { topic_name: 't' }],
      graphql: ['deleteTopic', 'DeleteTopicInput', { channelDatabaseId: channelId, topic: 't' }],
    })
    await expectRefusals(server, [
      ...nowhere(ben, archive),
      {
        what: 'archiving by who only reads it',
        by: ben,
        ...archive(open),
        answered: { msg: 'You do not have permission to administer this channel' },
      },
      { what: 'archiving twice', by: ann, ...archive(id), answered: { msg: 'Channel is already archived' } },
      ...nowhere(admin, empty),
      { what: 'a topic by a moderator', by: moderator, ...empty(open), ...administrators },
      { what: 'a topic by who made the channel', by: ann, ...empty(open), ...administrators },
      {
        what: 'a topic of an archived channel',
        by: owner,
        ...empty(id),
        answered: { msg: 'Messages of an archived channel cannot be deleted' },
      },
    ])
  })

  it('POST /channels/create', async () => {
    const { owner, admin, ann, guest } = people
    const create = (
      by: Person,
      parameters: Record<string, unknown>,
      settings: Record<string, unknown>,
      ids: readonly number[] = [],
      name = 'Never',
    ): Pick<Refused, 'by' | 'rest' | 'graphql'> => ({
      by,
      rest: ['POST', 'channels/create', { name, subscribers: ids, ...parameters }],
      graphql: ['createChannel', 'CreateChannelInput', { name, subscriberDatabaseIds: ids, settings }],
    })
    await expectRefusals(server, [
      {
        what: 'a name in use',
        ...create(ann, {}, {}, [], 'hIDDEN'),
        answered: {
          msg: "Channel 'hIDDEN' already exists",
          code: 'CHANNEL_ALREADY_EXISTS',
          status: 409,
          channel_name: 'hIDDEN',
        },
      },
      { what: 'by a guest', ...create(guest, {}, {}), answered: { msg: 'Insufficient permission' } },
      {
        what: 'subscribers who are nobody',
        ...create(ann, {}, {}, [NOBODY]),
        answered: { msg: `Invalid user ID: ${NOBODY}` },
      },
      {
        what: 'web-public, where nothing is',
        ...create(owner, { is_web_public: true }, { isWebPublic: true }),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'private and default',
        ...create(
          owner,
          { is_default_stream: true, invite_only: true },
          { isDefault: true, isPrivate: true },
        ),
        answered: { msg: 'A default channel cannot be private.' },
      },
      {
        what: 'default by a member',
        ...create(ann, { is_default_stream: true }, { isDefault: true }),
        ...administrators,
      },
      {
        what: 'push by a member',
        ...create(ann, { default_push_notifications: true }, { defaultPushNotifications: true }),
        ...administrators,
      },
      {
        what: 'retention by an administrator',
        ...create(admin, { message_retention_days: 5 }, { messageRetentionDays: 5 }),
        ...owners,
      },
      {
        what: 'no folder',
        ...create(ann, { folder_id: NOBODY }, { folderDatabaseId: NOBODY }),
        answered: { msg: 'Invalid channel folder ID' },
      },
      {
        what: 'a permission for the whole internet',
        ...create(ann, { can_send_message_group: internet }, { canSendMessageGroup: internet }),
        answered: { msg: "'can_send_message_group' setting cannot be set to 'role:internet' group." },
      },
      {
        what: 'protected history, where not everybody starts topics',
        ...create(
          ann,
          { invite_only: true, can_create_topic_group: { direct_members: [ann.id], direct_subgroups: [] } },
          { isPrivate: true, canCreateTopicGroup: { direct_members: [ann.id], direct_subgroups: [] } },
        ),
        answered: {
          msg: "can_create_topic_group must be 'role:everyone' in a private channel with protected history.",
        },
      },
    ])
  })

  it('POST and DELETE /default_streams', async () => {
    const { owner, ann } = people
    const { id } = await owner
      .post('channels/create', { name: 'Secret', subscribers: [owner.id], invite_only: true })
      .succeeds()
    const add = (channelId: number): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['POST', 'default_streams', { stream_id: channelId }],
      graphql: ['addDefaultChannel', 'OneChannelInput', { databaseId: channelId }],
    })
    const remove = (channelId: number): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['DELETE', 'default_streams', { stream_id: channelId }],
      graphql: ['removeDefaultChannel', 'OneChannelInput', { databaseId: channelId }],
    })
    await expectRefusals(server, [
      ...[NOBODY, foreign.general].flatMap((channelId) => [
        { what: 'adding no channel', by: owner, ...add(channelId), answered: { msg: 'Invalid channel ID' } },
        {
          what: 'removing no channel',
          by: owner,
          ...remove(channelId),
          answered: { msg: 'Invalid channel ID' },
        },
      ]),
      {
        what: 'a private channel',
        by: owner,
        ...add(id),
        answered: { msg: 'A default channel cannot be private.' },
      },
      { what: 'adding by a member', by: ann, ...add(open), ...administrators },
      { what: 'removing by a member', by: ann, ...remove(open), ...administrators },
    ])
  })

  it('what is done with channel folders', async () => {
    const { owner, moderator } = people
    const { channel_folder_id: sales } = await owner
      .post('channel_folders/create', { name: 'Sales', description: '' })
      .succeeds()
    const { channel_folder_id: other } = await owner
      .post('channel_folders/create', { name: 'Other', description: '' })
      .succeeds()
    const create = (name: string): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['POST', 'channel_folders/create', { name, description: '' }],
      graphql: ['createChannelFolder', 'CreateChannelFolderInput', { name, description: '' }],
    })
    const rename = (id: number, name: string): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['PATCH', `channel_folders/${id}`, { name }],
      graphql: ['updateChannelFolder', 'UpdateChannelFolderInput', { databaseId: id, name }],
    })
    const reorder = (order: readonly number[]): Pick<Refused, 'rest' | 'graphql'> => ({
      rest: ['PATCH', 'channel_folders', { order }],
      graphql: ['reorderChannelFolders', 'ReorderChannelFoldersInput', { databaseIds: order }],
    })
    await expectRefusals(server, [
      { what: 'creating by a moderator', by: moderator, ...create('X'), ...administrators },
      { what: 'changing by a moderator', by: moderator, ...rename(sales, 'X'), ...administrators },
      { what: 'reordering by a moderator', by: moderator, ...reorder([other, sales]), ...administrators },
      {
        what: 'no folder',
        by: owner,
        ...rename(NOBODY, 'X'),
        answered: { msg: 'Invalid channel folder ID' },
      },
      {
        what: 'another’s folder',
        by: foreign.owner,
        ...rename(sales, 'X'),
        answered: { msg: 'Invalid channel folder ID' },
      },
      {
        what: 'a new name in use',
        by: owner,
        ...create('sALES'),
        answered: { msg: 'Channel folder name already in use' },
      },
      {
        what: 'a name in use',
        by: owner,
        ...rename(other, 'sALES'),
        answered: { msg: 'Channel folder name already in use' },
      },
      ...[[], [sales], [sales, sales], [sales, other, NOBODY], [sales, other, other]].map((order) => ({
        what: `the order ${order}`,
        by: owner,
        ...reorder(order),
        answered: { msg: 'Invalid order mapping' },
      })),
    ])
  })
})
