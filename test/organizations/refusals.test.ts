import { beforeAll, describe, it } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { expectRefusals, type Refused, type RefusedRow } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const NOBODY = 2_000_000_000
let people: Cast
let foreign: Cast

beforeAll(async () => {
  people = await cast(server)
  foreign = await cast(server)
})

const update = (parameters: object, input: object): Pick<Refused, 'rest' | 'graphql'> => ({
  rest: ['PATCH', 'realm', { ...parameters }],
  graphql: ['updateOrganization', 'UpdateOrganizationInput', { ...input }],
})
const permission = (name: string, value: unknown): Pick<Refused, 'rest' | 'graphql'> => {
  const own = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return update({ [name]: value }, { permissions: { [own]: value } })
}
const setting = (name: string, value: unknown, own: string): Pick<Refused, 'rest' | 'graphql'> =>
  update({ [name]: value }, { settings: { [own]: value } })

describe('In the words of the reference is PATCH /realm refused', () => {
  it('by role', async () => {
    const { admin, moderator, ann, guest, bot } = people
    const administrators = {
      answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    }
    const owners = { answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' } }
    const members = { new: await systemGroup(ann.id, 'role:members') }
    await expectRefusals(server, [
      ...[moderator, ann, guest, bot].map((by: Person) => ({
        what: `by ${by.fullName}`,
        by,
        ...update({ name: 'New' }, { name: 'New' }),
        ...administrators,
      })),
      {
        what: 'retention',
        by: admin,
        ...setting('message_retention_days', 5, 'messageRetentionDays'),
        ...owners,
      },
      {
        what: 'domains',
        by: admin,
        ...setting('emails_restricted_to_domains', true, 'emailsRestrictedToDomains'),
        ...owners,
      },
      {
        what: 'ways to sign in',
        by: admin,
        rest: ['PATCH', 'realm', { authentication_methods: { Email: true } }],
        ...owners,
      },
      ...['create_multiuse_invite_group', 'can_manage_billing_group', 'workplace_users_group'].map(
        (name) => ({
          what: name,
          by: admin,
          ...permission(name, members),
          ...owners,
        }),
      ),
    ])
  })

  it('for values that cannot be', async () => {
    const { owner, ann, general } = people
    const group = (name: string) => systemGroup(ann.id, name)
    const [internet, everyone, nobody, moderators] = await Promise.all(
      ['role:internet', 'role:everyone', 'role:nobody', 'role:moderators'].map(group),
    )
    const one = { direct_members: [ann.id], direct_subgroups: [] }
    const system = (name: string, value: unknown): RefusedRow => ({
      what: `${name} for ${JSON.stringify(value)}`,
      by: owner,
      ...permission(name, { new: value }),
      answered: {
        msg: `'${name}' must be a system user group.`,
        code: 'SYSTEM_GROUP_REQUIRED',
        setting_name: name,
      },
    })
    const notFor = (name: string, value: unknown, groupName: string): RefusedRow => ({
      what: `${name} for ${groupName}`,
      by: owner,
      ...permission(name, { new: value }),
      answered: { msg: `'${name}' setting cannot be set to '${groupName}' group.` },
    })
    await expectRefusals(server, [
      system('can_access_all_users_group', one),
      system('can_create_web_public_channel_group', one),
      notFor('can_access_all_users_group', moderators, 'role:moderators'),
      notFor('can_access_all_users_group', nobody, 'role:nobody'),
      notFor('can_create_web_public_channel_group', everyone, 'role:everyone'),
      notFor('can_create_groups', everyone, 'role:everyone'),
      notFor('can_create_groups', internet, 'role:internet'),
      notFor('can_manage_all_groups', nobody, 'role:nobody'),
      notFor('can_manage_billing_group', nobody, 'role:nobody'),
      {
        what: 'no group',
        by: owner,
        ...permission('can_create_groups', { new: NOBODY }),
        answered: { msg: 'Invalid user group' },
      },
      {
        what: 'another value than the old one',
        by: owner,
        ...permission('can_create_groups', { new: moderators, old: one }),
        answered: {
          msg: "'can_create_groups' has another value than 'old' says.",
          code: 'EXPECTATION_MISMATCH',
          field_name: 'old',
        },
      },
      {
        what: 'public moderation',
        by: owner,
        ...setting('moderation_request_channel_id', general, 'moderationRequestChannelId'),
        answered: { msg: 'Moderation request channel must be private.' },
      },
      ...[
        ['moderation_request_channel_id', 'moderationRequestChannelId'],
        ['new_stream_announcements_stream_id', 'newChannelAnnouncementsChannelId'],
        ['signup_announcements_stream_id', 'signupAnnouncementsChannelId'],
        ['zulip_update_announcements_stream_id', 'productUpdateAnnouncementsChannelId'],
      ].flatMap(([name = '', own = '']) =>
        [NOBODY, foreign.general].map((id) => ({
          what: `${name}: ${id}`,
          by: owner,
          ...setting(name, id, own),
          answered: { msg: 'Invalid channel ID' },
        })),
      ),
      {
        what: 'visitors, where nothing is web-public',
        by: owner,
        ...setting('enable_spectator_access', true, 'enableSpectatorAccess'),
        answered: { msg: 'Invalid enable_spectator_access: this server has no web-public channels' },
      },
      {
        what: 'no way to sign in',
        by: owner,
        rest: ['PATCH', 'realm', { authentication_methods: { Email: false } }],
        answered: { msg: 'At least one authentication method must be enabled.' },
      },
      {
        what: 'both forms of the topics policy',
        by: owner,
        rest: ['PATCH', 'realm', { topics_policy: 'allow_empty_topic', mandatory_topics: true }],
        answered: {
          msg: 'Parameters that exclude each other: topics_policy, mandatory_topics',
          parameters: 'topics_policy, mandatory_topics',
        },
      },
    ])
  })
})
