import { ChannelFolderType, folders } from '../channel-folders/folder-type.ts'
import { channelPermissionSettings } from '../contract/permission-settings.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { groupSetting } from '../groups/loaders.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { loadPeople } from '../users/people.ts'
import { UserType } from '../users/user-type.ts'
import { accessibleChannels, invalidChannel, mayAccess } from './access.ts'
import {
  channelTopics,
  defaultChannelIds,
  remember,
  subscriberLists,
  viewerSubscriptions,
} from './loaders.ts'
import { channelPermissionColumns } from './permission-columns.ts'
import type { ChannelTopic } from './topics.ts'

export const TopicsPolicyType = builder.enumType('TopicsPolicy', {
  description: 'Which topics a channel has.',
  values: {
    INHERIT: { value: 'inherit', description: 'As the organization has it.' },
    ALLOW_EMPTY_TOPIC: { value: 'allow_empty_topic', description: 'Named topics and the empty one.' },
    DISABLE_EMPTY_TOPIC: { value: 'disable_empty_topic', description: 'Named topics only.' },
    EMPTY_TOPIC_ONLY: { value: 'empty_topic_only', description: 'Only the empty topic.' },
  } as const,
})

export const TopicType = builder.objectRef<ChannelTopic>('Topic').implement({
  description: 'A thread of messages inside a channel.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As its newest message spells it; may be empty.' }),
    maxMessageDatabaseId: t.exposeInt('maxId', {
      description: 'Id of the newest message that the viewer may read.',
    }),
  }),
})

interface SubscriberList {
  readonly userIds: readonly number[]
  readonly isComplete: boolean
}

const SubscriberListType = builder.objectRef<SubscriberList>('SubscriberList').implement({
  description: 'Users who are subscribed to a channel.',
  fields: (t) => ({
    userDatabaseIds: t.intList({
      description: 'Ids of active users, ascending.',
      resolve: ({ userIds }) => [...userIds],
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'False: only all bots and whoever was active in the last 14 days.',
    }),
  }),
})

/** `can_subscribe_group` becomes `canSubscribeGroup`. */
export function permissionField(permission: string): string {
  return permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export const ChannelType = builder.objectRef<Channel>('Channel')

builder.node(ChannelType, {
  description: 'A named place for messages with topics, as the viewer may know of it.',
  id: { description: 'Global id.', resolve: ({ id }) => id, parse: databaseIdOf },
  loadMany: async (ids, context) => {
    const accessible = await accessibleChannels(context.core.db, context, ids, 'metadata')
    remember(context, [...accessible.values()])
    return ids.map((id) => accessible.get(id)?.channel ?? null)
  },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.exposeString('name', { description: 'Unique without regard to case.' }),
    description: t.exposeString('description', { description: 'Markdown, one line.' }),
    renderedDescription: t.exposeString('renderedDescription', { description: 'HTML.' }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    creatorDatabaseId: t.exposeInt('creatorId', {
      nullable: true,
      description: 'Id of the user who made it; null when nobody is recorded.',
    }),
    isArchived: t.exposeBoolean('isArchived', { description: 'Its messages can be read, not added to.' }),
    isPrivate: t.exposeBoolean('inviteOnly', {
      description: 'Only subscribers and holders of some permissions see what is in it.',
    }),
    isWebPublic: t.exposeBoolean('isWebPublic', { description: 'Visitors without an account can read it.' }),
    historyPublicToSubscribers: t.exposeBoolean('historyPublicToSubscribers', {
      description: 'False: subscribers read only what arrived while they were subscribed.',
    }),
    topicsPolicy: t.field({
      type: TopicsPolicyType,
      description: 'Which topics it has.',
      resolve: (channel) => channel.topicsPolicy,
    }),
    messageRetentionDays: t.exposeInt('messageRetentionDays', {
      nullable: true,
      description: 'Days for which messages are kept; -1 for ever, null as the organization has it.',
    }),
    folderDatabaseId: t.exposeInt('folderId', { nullable: true, description: 'Id of the folder it is in.' }),
    folder: t.field({
      type: ChannelFolderType,
      nullable: true,
      description: 'The folder it is in.',
      resolve: ({ folderId }, _, context) => (folderId === null ? null : folders(context).load(folderId)),
    }),
    defaultPushNotifications: t.exposeBoolean('defaultPushNotifications', {
      description: 'Whether mobile push is on at a user’s first subscription.',
    }),
    firstMessageDatabaseId: t.exposeInt('firstMessageId', {
      nullable: true,
      description: 'Id of the oldest message; null when there is none.',
    }),
    isRecentlyActive: t.exposeBoolean('isRecentlyActive', { description: 'Whether it had messages lately.' }),
    weeklyTraffic: t.exposeInt('weeklyTraffic', {
      nullable: true,
      description: 'Messages a week, estimated; null for young channels.',
    }),
    subscriberCount: t.exposeInt('subscriberCount', { description: 'Active subscribers, bots included.' }),
    isDefault: t.boolean({
      description: 'Whether new users are subscribed to it.',
      resolve: async ({ id }, _, context) => (await defaultChannelIds(context)).has(id),
    }),
    postingSystemGroup: t.string({
      nullable: true,
      description: 'Name of the system group that may post, such as `role:members`; null for any other.',
      resolve: ({ canSendMessageGroupId }, _, { core, organization }) => {
        const nameIn = ({ nameOf }: SystemGroupIds) => nameOf.get(canSendMessageGroupId) ?? null
        const known = core.systemGroups.known(organization.id)
        return known ? nameIn(known) : core.systemGroups.of(core.db, organization.id).then(nameIn)
      },
    }),
    ...Object.fromEntries(
      channelPermissionColumns.map(([permission, column]) => [
        permissionField(permission),
        t.field({
          type: 'GroupSetting',
          description: `Who may ${channelPermissionSettings[permission].may}.`,
          resolve: (channel, _, context) => groupSetting(context, channel[column]),
        }),
      ]),
    ),
    subscribers: t.field({
      type: [UserType],
      description: 'All active subscribers, by ascending id.',
      resolve: async (channel, _, context) => {
        const { subscribers = [] } = await subscriberLists(context).complete.load(channel)
        return loadPeople(context, subscribers)
      },
    }),
    subscriberList: t.field({
      type: SubscriberListType,
      description: 'Ids of the subscribers, cheaper than the users themselves.',
      args: {
        partial: t.arg.boolean({
          defaultValue: false,
          description: 'Of large channels, list only bots and recently active users.',
        }),
      },
      resolve: async (channel, { partial }, context) => {
        const lists = subscriberLists(context)
        const list = await (partial === true ? lists.partial : lists.complete).load(channel)
        const userIds = list.subscribers ?? list.partial_subscribers ?? []
        return { userIds, isComplete: list.partial_subscribers === undefined }
      },
    }),
    topics: t.field({
      type: [TopicType],
      description:
        'Its topics with messages that the viewer may read, the newest first. Errors: BAD_REQUEST when the viewer may not read the channel.',
      resolve: async (channel, _, context) => {
        const subscription = await viewerSubscriptions(context).load(channel.id)
        if (!(await mayAccess({ channel, subscription }, context, 'content'))) {
          throw invalidChannel({ id: channel.id })
        }
        return channelTopics(context).load(channel)
      },
    }),
  }),
})
