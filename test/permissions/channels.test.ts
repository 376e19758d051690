import { beforeAll } from 'vitest'
import { testServer } from '../support/server.ts'
import { type ChannelRelation, type ChannelScene, ChannelStage, channelRefusals } from './channel-stage.ts'
import { provePermissions, type Way } from './matrix.ts'
import { verdicts } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new ChannelStage(server)

beforeAll(() => stage.open())

type Action =
  | 'change the description'
  | 'give its administration away'
  | 'open or close'
  | 'let others in'
  | 'let others delete'
  | 'open to visitors'
  | 'keep messages for a week'
  | 'archive'
  | 'take back from the archive'
  | 'make it a default channel by PATCH'
  | 'add to the default channels'
  | 'take from the default channels'

const changing =
  (
    parameters: (scene: ChannelScene) => Record<string, unknown>,
    input: (scene: ChannelScene) => Record<string, unknown>,
  ) =>
  (scene: ChannelScene): Way => ({
    rest: ['PATCH', `streams/${scene.id}`, parameters(scene)],
    graphql: ['updateChannel', 'UpdateChannelInput', { databaseId: scene.id, ...input(scene) }],
  })

const setting = (name: string, inGraphql: string) =>
  changing(
    ({ outsider }) => ({ [name]: { new: { direct_members: [outsider.id], direct_subgroups: [] } } }),
    ({ outsider }) => ({ [inGraphql]: { new: { direct_members: [outsider.id], direct_subgroups: [] } } }),
  )

const one =
  (method: string, path: (id: number) => string, mutation: string, hasParameter: boolean) =>
  ({ id }: ChannelScene): Way => ({
    rest: [method, path(id), hasParameter ? { stream_id: id } : {}],
    graphql: [mutation, 'OneChannelInput', { databaseId: id }],
  })

const ways: Record<Action, (scene: ChannelScene) => Way> = {
  'change the description': changing(
    () => ({ description: 'New.' }),
    () => ({ description: 'New.' }),
  ),
  'give its administration away': setting('can_administer_channel_group', 'canAdministerChannelGroup'),
  'open or close': changing(
    ({ isPrivate }) => ({ is_private: !isPrivate }),
    ({ isPrivate }) => ({ isPrivate: !isPrivate }),
  ),
  'let others in': setting('can_subscribe_group', 'canSubscribeGroup'),
  'let others delete': setting('can_delete_own_message_group', 'canDeleteOwnMessageGroup'),
  'open to visitors': changing(
    () => ({ is_private: false, is_web_public: true }),
    () => ({ isPrivate: false, isWebPublic: true }),
  ),
  'keep messages for a week': changing(
    () => ({ message_retention_days: 7 }),
    () => ({ messageRetentionDays: 7 }),
  ),
  archive: one('DELETE', (id) => `streams/${id}`, 'archiveChannel', false),
  'take back from the archive': changing(
    () => ({ is_archived: false }),
    () => ({ isArchived: false }),
  ),
  'make it a default channel by PATCH': changing(
    () => ({ is_default_stream: true }),
    () => ({ isDefault: true }),
  ),
  'add to the default channels': one('POST', () => 'default_streams', 'addDefaultChannel', true),
  'take from the default channels': one('DELETE', () => 'default_streams', 'removeDefaultChannel', true),
}

provePermissions<Action, ChannelRelation, ChannelScene>(server, {
  title: 'Changing channels (permissions: "Access", "Channel permission settings"; lifecycles: "Channels")',
  people: () => stage.people,
  refusals: channelRefusals,
  tables: {
    // Administrators, for all channels that they know of, and who is in can_administer_channel_group.
    'change the description; give its administration away': verdicts(`
                                          owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                              yes    yes    no         no      no        none   no    none       401
      private                             yes    yes    none       none    none      none   none  none       -
      protected                           yes    yes    none       none    none      none   none  -          -
      web-public                          yes    yes    no         no      no        no     no    none       -
      archived                            yes    yes    no         no      no        none   no    -          -
      public, subscribed                  yes    yes    no         no      no        no     no    -          -
      private, subscribed                 yes    yes    no         no      no        no     no    -          -
      protected, subscribed               yes    yes    no         no      no        no     no    -          -
      web-public, subscribed              yes    yes    no         no      no        no     no    -          -
      archived, subscribed                yes    yes    no         no      no        no     no    -          -
      public, may administer              yes    yes    yes        yes     yes       none   yes   -          -
      public, subscribed, may administer  yes    yes    yes        yes     yes       no     yes   -          -
      private, may administer             yes    yes    yes        yes     yes       none   yes   -          -
      private, may add                    yes    yes    no         no      no        none   no    -          -
      private, may remove                 yes    yes    none       none    none      none   none  -          -`),
    // Privacy, and settings that grant content, take the reading of a private channel, too.
    'open or close; let others in': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    no         no      no        none   no    none       401
      private                              read   read   none       none    none      none   none  none       -
      protected                            read   read   none       none    none      none   none  -          -
      web-public                           yes    yes    no         no      no        no     no    none       -
      archived                             yes    yes    no         no      no        none   no    -          -
      public, subscribed                   yes    yes    no         no      no        no     no    -          -
      private, subscribed                  yes    yes    no         no      no        no     no    -          -
      protected, subscribed                yes    yes    no         no      no        no     no    -          -
      web-public, subscribed               yes    yes    no         no      no        no     no    -          -
      archived, subscribed                 yes    yes    no         no      no        no     no    -          -
      private, may administer              read   read   read       read    read      none   read  -          -
      private, subscribed, may administer  yes    yes    yes        yes     yes       no     yes   -          -
      private, may subscribe               yes    yes    no         no      no        none   no    -          -`),
    // Also takes can_set_delete_message_policy_group: moderators.
    'let others delete': verdicts(`
                              owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                  yes    yes    no         no      no        none   no    none       401
      private                 yes    yes    none       none    none      none   none  -          -
      public, may administer  yes    yes    yes        no      no        none   no    -          -`),
    // Also takes can_create_web_public_channel_group: owners.
    'open to visitors': verdicts(`
                              owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                  yes    no     no         no      no        none   no    none       401
      private                 read   read   none       none    none      none   none  -          -
      private, subscribed     yes    no     no         no      no        no     no    -          -
      public, may administer  yes    no     no         no      no        none   no    -          -`),
    // Lifecycles, "Channels": retention is the owner's.
    'keep messages for a week': verdicts(`
                              owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                  yes    own    no         no      no        none   no    none       401
      private                 yes    own    none       none    none      none   none  -          -
      public, may administer  yes    own    own        own     own       none   own   -          -`),
    // Administration of the channel; twice is refused.
    archive: verdicts(`
                               owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                   yes    yes    no         no      no        none   no    none       401
      private                  yes    yes    none       none    none      none   none  -          -
      protected                yes    yes    none       none    none      none   none  -          -
      web-public               yes    yes    no         no      no        no     no    none       -
      archived                 arch   arch   no         no      no        none   no    -          -
      public, subscribed       yes    yes    no         no      no        no     no    -          -
      private, subscribed      yes    yes    no         no      no        no     no    -          -
      protected, subscribed    yes    yes    no         no      no        no     no    -          -
      web-public, subscribed   yes    yes    no         no      no        no     no    -          -
      public, may administer   yes    yes    yes        yes     yes       none   yes   -          -
      private, may administer  yes    yes    yes        yes     yes       none   yes   -          -`),
    'take back from the archive': verdicts(`
                                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      archived                  yes    yes    no         no      no        none   no   none       401
      archived, subscribed      yes    yes    no         no      no        no     no   -          -
      archived, may administer  yes    yes    yes        yes     yes       none   yes  -          -`),
    // Default channels are the administrators' (permissions: below "Organization permission settings").
    'make it a default channel by PATCH': verdicts(`
                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                   yes    yes    no         no      no        none   no   none       401
      public, may administer   yes    yes    adm        adm     adm       none   adm  -          -
      private, may administer  priv   priv   adm        adm     adm       none   adm  -          -
      archived                 arch   arch   no         no      no        none   no   -          -`),
    'add to the default channels': verdicts(`
                                          owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                              yes    yes    adm        adm     adm       adm    adm  none       401
      public, subscribed, may administer  yes    yes    adm        adm     adm       adm    adm  -          -
      web-public                          yes    yes    adm        adm     adm       adm    adm  none       -
      private                             priv   priv   adm        adm     adm       adm    adm  none       -
      archived                            arch   arch   adm        adm     adm       adm    adm  -          -`),
    'take from the default channels': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      default                              yes    yes    adm        adm     adm       adm    adm  none       401
      default, subscribed, may administer  yes    yes    adm        adm     adm       adm    adm  -          -`),
  },
  prepare: stage.prepare,
  stage: stage.stage,
  ways,
  state: stage.state,
})
