import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { apiAddress, deliveryAddressFor } from './address.ts'
import { avatarUrl, mediumAvatarUrl } from './avatar.ts'
import { loadPerson } from './people.ts'
import { listUsers } from './queries.ts'
import type { UserRow } from './user-row.ts'
import { avatarSourceOf, avatarUrlFor } from './wire.ts'

export const AvatarSourceType = builder.enumType('AvatarSource', {
  description: 'Where a picture comes from.',
  values: {
    GENERATED: { value: 'J', description: 'A pattern that the server draws.' },
    GRAVATAR: { value: 'G', description: 'Gravatar, by the real address.' },
    UPLOADED: { value: 'U', description: 'A file that the user uploaded.' },
  },
} as const)

export const UserType = builder.objectRef<UserRow>('User')

builder.node(UserType, {
  description: 'A person or a bot of the organization, as the viewer may see them.',
  id: { description: 'Global id.', resolve: ({ id }) => id, parse: databaseIdOf },
  loadMany: async (ids, context) => {
    const users = await listUsers(context.core.db, requireViewer(context), ids)
    const byId = new Map(users.map((user) => [user.id, user]))
    return ids.map((id) => byId.get(id) ?? null)
  },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    fullName: t.exposeString('fullName', { description: 'The name.' }),
    role: t.exposeInt('role', {
      description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    }),
    isBot: t.boolean({ description: 'Whether it is a program.', resolve: ({ botType }) => botType !== null }),
    botType: t.exposeInt('botType', {
      nullable: true,
      description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people.',
    }),
    botOwnerDatabaseId: t.exposeInt('botOwnerId', {
      nullable: true,
      description: 'Id of a bot’s owner; null for people and for bots without one.',
    }),
    botOwner: t.field({
      type: UserType,
      nullable: true,
      description: 'Who is responsible for a bot; null for people and for bots without an owner.',
      resolve: ({ botOwnerId }, _, context) =>
        botOwnerId === null ? null : loadPerson(requireViewer(context), botOwnerId),
    }),
    isSystemBot: t.exposeBoolean('isSystemBot', {
      description: 'Whether it is a bot of the server itself.',
    }),
    email: t.string({
      description:
        'The address that the API goes by, the same for every reader: the real one when everybody may see it, else a dummy.',
      resolve: (user, _, { core, organization }) =>
        apiAddress(user, organizationHostName(core.config, organization)),
    }),
    deliveryEmail: t.string({
      nullable: true,
      description: 'The real address; null when the viewer may not see it.',
      resolve: (user, _, { viewer }) => deliveryAddressFor(viewer, user),
    }),
    avatarUrl: t.string({
      nullable: true,
      description:
        'The picture, 100 pixels wide; null only by `clientGravatar`. Without a host: below the organization’s address.',
      args: {
        clientGravatar: t.arg.boolean({
          defaultValue: false,
          description: 'Leave out URLs at Gravatar that follow from an address which the viewer may see.',
        }),
      },
      resolve: (user, { clientGravatar }, { viewer }) =>
        clientGravatar === true ? avatarUrlFor({ reader: viewer, clientGravatar }, user) : avatarUrl(user),
    }),
    avatarMediumUrl: t.string({
      description: 'The picture, 500 pixels wide.',
      resolve: (user) => mediumAvatarUrl(user),
    }),
    avatarSource: t.field({
      type: AvatarSourceType,
      description: 'Where the picture comes from.',
      resolve: avatarSourceOf,
    }),
    avatarVersion: t.exposeInt('avatarVersion', { description: 'Changes with the picture.' }),
    timezone: t.exposeString('timezone', { description: 'IANA name; empty when not set.' }),
    dateJoined: t.expose('dateJoined', {
      type: 'DateTime',
      description:
        'When the account was made; for accounts made by others, the first login once there was one.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'False when deactivated.' }),
    isImportedStub: t.exposeBoolean('isImportedStub', {
      description: 'Made by an import for the sender of messages, and not used yet.',
    }),
    isDeleted: t.exposeBoolean('isDeleted', { description: 'Deactivated for good, and scrubbed.' }),
    profileData: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Values of custom profile fields by the field’s id, each `{value, rendered_value}`; null for bots, which have none.',
      resolve: ({ botType }) => (botType === null ? {} : null),
    }),
  }),
})
