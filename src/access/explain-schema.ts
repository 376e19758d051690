import { accessChannel } from '../channels/access.ts'
import { ChannelType } from '../channels/channel-type.ts'
import { remember } from '../channels/loaders.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Channel, User, UserGroup } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer, type ViewerContext } from '../graphql/context.ts'
import { accessGroup } from '../groups/access.ts'
import { UserGroupType } from '../groups/group-type.ts'
import { groupSetting, namedGroups } from '../groups/loaders.ts'
import { accessUser } from '../users/access.ts'
import { UserType } from '../users/user-type.ts'
import { roleOf } from '../users/wire.ts'
import { type Explanation, explain, type GroundFinding, type Reason, settingOf } from './explain.ts'
import { channelRules, groupRules, organizationRules, type Rule } from './rules.ts'

const rules: Readonly<Record<string, Rule>> = { ...groupRules, ...channelRules, ...organizationRules }

const PermissionActionType = builder.enumType('PermissionAction', {
  description: 'Something that one may or may not do.',
  values: Object.fromEntries(
    Object.entries(rules).map(([name, { may }]) => [name, { value: name, description: `Who may ${may}.` }]),
  ) as Record<string, { value: string; description: string }>,
})

const ReasonType = builder.enumType('PermissionReason', {
  description: 'Why somebody has a ground for an action, or has it not.',
  values: {
    ROLE_SUFFICES: { value: 'roleSuffices', description: 'The user has the role, or a higher one.' },
    ROLE_IS_TOO_LOW: { value: 'roleIsTooLow', description: 'The user has a lower role.' },
    IS_MEMBER: { value: 'isMember', description: 'The user is in the group: see `chain`.' },
    IS_NO_MEMBER: {
      value: 'isNoMember',
      description: 'The user is not in the group, or only through a deactivated one.',
    },
    GUESTS_NEVER: { value: 'guestsNever', description: 'Guests never hold it, whatever group they are in.' },
    SYSTEM_GROUP: { value: 'systemGroup', description: 'The server maintains the group: nobody may.' },
    USER_DEACTIVATED: { value: 'userDeactivated', description: 'Deactivated users may do nothing.' },
  } as const satisfies Record<string, { value: Reason; description: string }>,
})

const PermissionScopeType = builder.enumType('PermissionScope', {
  description: 'Where a ground comes from.',
  values: {
    ROLE: { value: 'role', description: 'The user’s role.' },
    ORGANIZATION: { value: 'organization', description: 'A permission of the whole organization.' },
    CHANNEL: { value: 'channel', description: 'A permission of the channel.' },
    USER_GROUP: { value: 'group', description: 'A permission of the user group.' },
  } as const,
})

const ChainLinkType = builder.objectRef<{ readonly id: number }>('PermissionChainLink').implement({
  description: 'A group on the way from a permission to its holder.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The group’s id.' }),
    userGroup: t.field({
      type: UserGroupType,
      nullable: true,
      description: 'The group; null for the unnamed group of one setting.',
      resolve: ({ id }, _, context) => namedGroups(context).load(id),
    }),
  }),
})

const GroundType = builder.objectRef<GroundFinding>('PermissionGround').implement({
  description: 'One of the things that suffice for an action, and whether it is somebody’s.',
  fields: (t) => ({
    scope: t.field({
      type: PermissionScopeType,
      description: 'Where it comes from.',
      resolve: ({ ground }) => {
        if ('role' in ground) return 'role'
        if ('organization' in ground) return 'organization'
        return 'channel' in ground ? 'channel' : 'group'
      },
    }),
    role: t.string({
      nullable: true,
      description: 'The role that suffices, with all higher ones; null for permissions.',
      resolve: ({ ground }) => ('role' in ground ? ground.role : null),
    }),
    setting: t.string({
      nullable: true,
      description: 'The permission setting, such as `can_join_group`; null for roles.',
      resolve: ({ ground }) => settingOf(ground)?.name ?? null,
    }),
    value: t.field({
      type: 'GroupSetting',
      nullable: true,
      description: 'The setting’s value: who holds the permission; null for roles.',
      resolve: ({ groupId }, _, context) => (groupId === null ? null : groupSetting(context, groupId)),
    }),
    isHeld: t.exposeBoolean('isHeld', { description: 'Whether it is the user’s.' }),
    reason: t.field({ type: ReasonType, description: 'Why.', resolve: ({ reason }) => reason }),
    chain: t.field({
      type: [ChainLinkType],
      description:
        'The groups from the setting’s value down to the one that the user is a direct member of; empty when it is not held, and for roles.',
      resolve: ({ chain }) => chain.map((id) => ({ id })),
    }),
  }),
})

interface Explained extends Explanation {
  readonly action: string
  readonly rule: Rule
  readonly user: User
  readonly channel: Channel | null
  readonly group: UserGroup | null
}

const ExplanationType = builder.objectRef<Explained>('PermissionExplanation').implement({
  description: 'Whether somebody may do something, and why: the judgement that the action itself would meet.',
  fields: (t) => ({
    action: t.field({
      type: PermissionActionType,
      description: 'What is done.',
      resolve: ({ action }) => action,
    }),
    rule: t.string({
      description: 'The rule in words; one of its grounds suffices.',
      resolve: ({ rule }) => `Who may ${rule.may}.`,
    }),
    user: t.field({ type: UserType, description: 'Who is judged.', resolve: ({ user }) => user }),
    channel: t.field({
      type: ChannelType,
      nullable: true,
      description: 'The channel that it is about, if any.',
      resolve: ({ channel }) => channel,
    }),
    userGroup: t.field({
      type: UserGroupType,
      nullable: true,
      description: 'The user group that it is about, if any.',
      resolve: ({ group }) => group,
    }),
    isAllowed: t.exposeBoolean('isAllowed', { description: 'The verdict.' }),
    grounds: t.field({
      type: [GroundType],
      description: 'The rule’s grounds, in the order in which they are looked at.',
      resolve: ({ grounds }) => [...grounds],
    }),
  }),
})

interface ObjectIds {
  readonly channelDatabaseId?: number | null | undefined
  readonly userGroupDatabaseId?: number | null | undefined
}

/** Loads what the action is about, as far as the viewer may know of it. */
async function accessObject(
  viewing: ViewerContext,
  action: string,
  { object }: Rule,
  { channelDatabaseId, userGroupDatabaseId }: ObjectIds,
): Promise<{ channel: Channel | null; group: UserGroup | null }> {
  const { db } = viewing.core
  if (object === 'channel') {
    if (typeof channelDatabaseId !== 'number') throw badRequest(`${action} needs channelDatabaseId.`)
    const accessed = await accessChannel(db, viewing, { id: channelDatabaseId }, 'metadata')
    remember(viewing, [accessed])
    return { channel: accessed.channel, group: null }
  }
  if (object === 'organization') return { channel: null, group: null }
  if (typeof userGroupDatabaseId !== 'number') throw badRequest(`${action} needs userGroupDatabaseId.`)
  return { channel: null, group: await accessGroup(db, viewing.viewer.organizationId, userGroupDatabaseId) }
}

builder.queryField('explainPermission', (t) =>
  t.field({
    type: ExplanationType,
    description:
      'Whether a user may do something, and why. It judges permissions; access to channels and messages, time limits and the like come on top. ' +
      'Errors: BAD_REQUEST for a user, channel or group of which the viewer may not know, and where the action lacks its object.',
    args: {
      action: t.arg({ type: PermissionActionType, required: true, description: 'What is to be done.' }),
      userDatabaseId: t.arg.int({ required: false, description: 'By whom; left out: by the viewer.' }),
      channelDatabaseId: t.arg.int({ required: false, description: 'In which channel.' }),
      userGroupDatabaseId: t.arg.int({ required: false, description: 'To which user group.' }),
    },
    resolve: async (_, { action, userDatabaseId, ...ids }, context): Promise<Explained> => {
      const viewing = requireViewer(context)
      const { core, viewer } = viewing
      const rule = rules[action]
      if (!rule) throw new Error(`There is no rule for ${action}.`)
      const user = await accessUser(core.db, viewing, userDatabaseId ?? viewer.id)
      const { channel, group } = await accessObject(viewing, action, rule, ids)
      const systemGroups = await core.systemGroups.of(core.db, viewer.organizationId)
      const subject = { ...user, role: roleOf(user), organization: viewer.organization }
      const object = { ...(channel && { channel }), ...(group && { group }) }
      const explanation = await explain(core.db, systemGroups, subject, rule, object)
      return { ...explanation, action, rule, user, channel, group }
    },
  }),
)
