import { beforeAll } from 'vitest'
import { testServer } from '../support/server.ts'
import { type ChannelRelation, type ChannelScene, ChannelStage, channelRefusals } from './channel-stage.ts'
import { provePermissions, type Way } from './matrix.ts'
import { verdicts } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new ChannelStage(server)

beforeAll(() => stage.open())

type Action =
  | 'subscribe oneself'
  | 'subscribe somebody'
  | 'unsubscribe oneself'
  | 'unsubscribe somebody'
  | 'colour it'
  | 'colour what is not one’s own'
  | 'mute a topic'
  | 'delete a topic'
  | 'post'
  | 'start a topic'

const subscribing =
  (whom: (scene: ChannelScene) => readonly number[]) =>
  (scene: ChannelScene): Way => ({
    rest: [
      'POST',
      'users/me/subscriptions',
      { subscriptions: [{ name: scene.name }], principals: whom(scene) },
    ],
    graphql: [
      'subscribe',
      'SubscribeInput',
      { channels: [{ name: scene.name }], principals: { databaseIds: whom(scene) } },
    ],
  })

const unsubscribing =
  (whom: (scene: ChannelScene) => readonly number[]) =>
  (scene: ChannelScene): Way => ({
    rest: ['DELETE', 'users/me/subscriptions', { subscriptions: [scene.name], principals: whom(scene) }],
    graphql: [
      'unsubscribe',
      'UnsubscribeInput',
      { names: [scene.name], principals: { databaseIds: whom(scene) } },
    ],
  })

const colouring = ({ id }: ChannelScene): Way => ({
  rest: [
    'POST',
    'users/me/subscriptions/properties',
    { subscription_data: [{ stream_id: id, property: 'color', value: '#123456' }] },
  ],
  graphql: [
    'updateSubscriptions',
    'UpdateSubscriptionsInput',
    { changes: [{ channelDatabaseId: id, color: '#123456' }] },
  ],
})

const sending =
  (topic: string) =>
  ({ id }: ChannelScene): Way => ({
    rest: ['POST', 'messages', { type: 'channel', to: id, topic, content: 'Hello' }],
    graphql: [
      'sendMessage',
      'SendMessageInput',
      { channel: { channelDatabaseId: id, topic }, content: 'Hello' },
    ],
  })

const ways: Record<Action, (scene: ChannelScene) => Way> = {
  'subscribe oneself': subscribing(() => []),
  'subscribe somebody': subscribing(({ outsider }) => [outsider.id]),
  'unsubscribe oneself': unsubscribing(() => []),
  'unsubscribe somebody': unsubscribing(({ insider }) => [insider.id]),
  'colour it': colouring,
  'colour what is not one’s own': colouring,
  'mute a topic': ({ id }) => ({
    rest: ['POST', 'user_topics', { stream_id: id, topic: 't', visibility_policy: 1 }],
    graphql: [
      'setTopicVisibility',
      'SetTopicVisibilityInput',
      { channelDatabaseId: id, topic: 't', policy: 'MUTED' },
    ],
  }),
  'delete a topic': ({ id }) => ({
    rest: ['POST', `streams/${id}/delete_topic`, { topic_name: 't' }],
    graphql: ['deleteTopic', 'DeleteTopicInput', { channelDatabaseId: id, topic: 't' }],
  }),
  post: sending('t'),
  'start a topic': sending('something else'),
}

provePermissions<Action, ChannelRelation, ChannelScene>(server, {
  title: 'Using channels (permissions: "Access", "Posting to a channel"; lifecycles: "Channels")',
  people: () => stage.people,
  refusals: channelRefusals,
  tables: {
    // Content access. Who may not gets one answer, whether or not there is a channel of that name.
    'subscribe oneself': verdicts(`
                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                   yes    yes    yes        yes     yes       no     yes  -          401
      private                  no     no     no         no      no        no     no   -          -
      protected                no     no     no         no      no        no     no   -          -
      web-public               yes    yes    yes        yes     yes       yes    yes  -          -
      archived                 yes    yes    yes        yes     yes       no     yes  -          -
      private, may administer  no     no     no         no      no        no     no   -          -
      private, may subscribe   yes    yes    yes        yes     yes       no     yes  -          -
      protected, may add       yes    yes    yes        yes     yes       no     yes  -          -`),
    // Content access, and can_add_subscribers_group of organization or channel, or administration.
    'subscribe somebody': verdicts(`
                                                  owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                                      yes    yes    yes        yes     yes       no     yes  -          401
      private                                     no     no     no         no      no        no     no   -          -
      protected                                   no     no     no         no      no        no     no   -          -
      web-public                                  yes    yes    yes        yes     yes       no     yes  -          -
      archived                                    yes    yes    yes        yes     yes       no     yes  -          -
      public, subscribed                          yes    yes    yes        yes     yes       no     yes  -          -
      private, subscribed                         yes    yes    yes        yes     yes       no     yes  -          -
      protected, subscribed                       yes    yes    yes        yes     yes       no     yes  -          -
      private, may add                            yes    yes    yes        yes     yes       no     yes  -          -
      private, may administer                     no     no     no         no      no        no     no   -          -
      public, nobody adds others                  yes    yes    no         no      no        no     no   -          -
      private, subscribed, nobody adds others     yes    yes    no         no      no        no     no   -          -
      public, may add, nobody adds others         yes    yes    yes        yes     yes       no     yes  -          -
      public, may administer, nobody adds others  yes    yes    yes        yes     yes       no     yes  -          -`),
    // Metadata access, and can_remove_subscribers_group, which guests can hold, or administration.
    'unsubscribe somebody': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    no         no      no        gone   no    -          401
      private                              yes    yes    gone       gone    gone      gone   gone  -          -
      protected                            yes    yes    gone       gone    gone      gone   gone  -          -
      web-public                           yes    yes    no         no      no        no     no    -          -
      archived                             yes    yes    no         no      no        gone   no    -          -
      public, subscribed                   yes    yes    no         no      no        no     no    -          -
      private, subscribed                  yes    yes    no         no      no        no     no    -          -
      public, may remove                   yes    yes    yes        yes     yes       gone   yes   -          -
      public, subscribed, may remove       yes    yes    yes        yes     yes       yes    yes   -          -
      private, may remove                  yes    yes    gone       gone    gone      gone   gone  -          -
      private, may administer              yes    yes    yes        yes     yes       gone   yes   -          -
      private, subscribed, may administer  yes    yes    yes        yes     yes       no     yes   -          -`),
    // One's own, always.
    'unsubscribe oneself; colour it': verdicts(`
                              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public, subscribed      yes    yes    yes        yes     yes       yes    yes  -          401
      private, subscribed     yes    yes    yes        yes     yes       yes    yes  -          -
      protected, subscribed   yes    yes    yes        yes     yes       yes    yes  -          -
      web-public, subscribed  yes    yes    yes        yes     yes       yes    yes  -          -
      archived, subscribed    yes    yes    yes        yes     yes       yes    yes  -          -`),
    'colour what is not one’s own': verdicts(`
                  owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public      no     no     no         no      no        none   no    none       401
      private     no     no     none       none    none      none   none  -          -
      web-public  no     no     no         no      no        no     no    -          -`),
    // Content access.
    'mute a topic': verdicts(`
                               owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                   yes    yes    yes        yes     yes       none   yes   none       401
      private                  none   none   none       none    none      none   none  -          -
      protected                none   none   none       none    none      none   none  -          -
      web-public               yes    yes    yes        yes     yes       yes    yes   none       -
      archived                 yes    yes    yes        yes     yes       none   yes   -          -
      public, subscribed       yes    yes    yes        yes     yes       yes    yes   -          -
      private, subscribed      yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed    yes    yes    yes        yes     yes       yes    yes   -          -
      web-public, subscribed   yes    yes    yes        yes     yes       yes    yes   -          -
      archived, subscribed     yes    yes    yes        yes     yes       yes    yes   -          -
      private, may administer  none   none   none       none    none      none   none  -          -
      private, may subscribe   yes    yes    yes        yes     yes       none   yes   -          -`),
    // The specification: administrators only; content access.
    'delete a topic': verdicts(`
                              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                  yes    yes    adm        adm     adm       adm    adm  none       401
      private                 none   none   adm        adm     adm       adm    adm  none       -
      protected               none   none   adm        adm     adm       adm    adm  -          -
      web-public              yes    yes    adm        adm     adm       adm    adm  none       -
      archived                arch   arch   adm        adm     adm       adm    adm  -          -
      public, subscribed      yes    yes    adm        adm     adm       adm    adm  -          -
      private, subscribed     yes    yes    adm        adm     adm       adm    adm  -          -
      protected, subscribed   yes    yes    adm        adm     adm       adm    adm  -          -
      web-public, subscribed  yes    yes    adm        adm     adm       adm    adm  -          -
      private, may subscribe  yes    yes    adm        adm     adm       adm    adm  -          -
      public, may delete any  yes    yes    adm        adm     adm       adm    adm  -          -`),
    // "Posting to a channel".
    post: verdicts(`
                                             owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                 yes    yes    yes        yes     yes       gone   yes   gone       401
      private                                no     no     gone       gone    gone      gone   gone  -          -
      protected                              no     no     gone       gone    gone      gone   gone  -          -
      web-public                             yes    yes    yes        yes     yes       yes    yes   gone       -
      archived                               no     no     no         no      no        gone   no    -          -
      public, subscribed                     yes    yes    yes        yes     yes       yes    yes   -          -
      private, subscribed                    yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      web-public, subscribed                 yes    yes    yes        yes     yes       yes    yes   -          -
      archived, subscribed                   no     no     no         no      no        no     no    -          -
      private, may administer                no     no     no         no      no        gone   no    -          -
      private, may subscribe                 yes    yes    yes        yes     yes       gone   yes   -          -
      protected, may subscribe               no     no     no         no      no        gone   no    -          -
      public, full members post              yes    yes    yes        yes     no        gone   yes   -          -
      public, subscribed, full members post  yes    yes    yes        yes     no        no     yes   -          -
      public, moderators post                yes    yes    yes        no      no        gone   no    -          -
      public, administrators post            yes    yes    no         no      no        gone   no    -          -
      public, nobody posts                   no     no     no         no      no        gone   no    -          -
      private, subscribed, nobody posts      no     no     no         no      no        no     no    -          -
      public, the bot’s owner posts          no     no     no         yes     no        gone   yes   -          -`),
    // Also takes can_create_topic_group.
    'start a topic': verdicts(`
                                                    owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                                        yes    yes    yes        yes     yes       gone   yes  gone       401
      public, moderators start topics               yes    yes    yes        no      no        gone   no   -          -
      private, subscribed, moderators start topics  yes    yes    yes        no      no        no     no   -          -`),
  },
  prepare: stage.prepare,
  stage: stage.stage,
  ways,
  state: stage.state,
})
