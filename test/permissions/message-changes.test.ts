import { beforeAll } from 'vitest'
import { testServer } from '../support/server.ts'
import { provePermissions, type Way } from './matrix.ts'
import { type MessageRelation, type MessageScene, MessageStage, messageRefusals } from './message-stage.ts'
import { verdicts } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new MessageStage(server)

beforeAll(() => stage.open())

type Action =
  | 'edit the content'
  | 'change the topic'
  | 'resolve'
  | 'unresolve'
  | 'move out'
  | 'move in'
  | 'delete'

const patching = (parameters: object, move: object, messageId: number): Way => ({
  rest: ['PATCH', `messages/${messageId}`, { ...parameters, send_notification_to_new_thread: false }],
  graphql: [
    'moveMessages',
    'MoveMessagesInput',
    { messageDatabaseId: messageId, to: { ...move, notifyNewTopic: false } },
  ],
})

const movingTo = (messageId: number, channelId: number): Way =>
  patching({ stream_id: channelId }, { channelDatabaseId: channelId }, messageId)

const resolving = ({ messageId, id }: MessageScene, topic: string, isResolved: boolean): Way => ({
  rest: [
    'PATCH',
    `messages/${messageId}`,
    { topic: isResolved ? `✔ ${topic}` : topic.replace('✔ ', ''), propagate_mode: 'change_all' },
  ],
  graphql: ['resolveTopic', 'ResolveTopicInput', { channelDatabaseId: id, topic, isResolved }],
})

const ways: Record<Action, (scene: MessageScene) => Way> = {
  'edit the content': ({ messageId }) => ({
    rest: ['PATCH', `messages/${messageId}`, { content: 'Other words' }],
    graphql: ['editMessage', 'EditMessageInput', { messageDatabaseId: messageId, content: 'Other words' }],
  }),
  'change the topic': ({ messageId }) => patching({ topic: 'another' }, { topic: 'another' }, messageId),
  resolve: (scene) => resolving(scene, 't', true),
  unresolve: (scene) => resolving(scene, '✔ t', false),
  // To a channel in which everybody is and may write, and from it.
  'move out': ({ messageId }) => movingTo(messageId, stage.people.general),
  'move in': ({ messageId, id }) => movingTo(messageId, id),
  delete: ({ messageId }) => ({
    rest: ['DELETE', `messages/${messageId}`, {}],
    graphql: ['deleteMessage', 'DeleteMessageInput', { messageDatabaseId: messageId }],
  }),
}

provePermissions<Action, MessageRelation, MessageScene>(server, {
  title: 'Changing messages (permissions: "Access", "Posting to a channel", "Moving, editing, deleting")',
  people: () => stage.people,
  refusals: messageRefusals,
  tables: {
    // The sender alone, without exceptions, and within the limit.
    'edit the content': verdicts(`
                                                owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                    no     no     no         no      no        none   no    none       401
      public, subscribed                        no     no     no         no      no        no     no    -          -
      public, own                               yes    yes    yes        yes     yes       none   yes   -          -
      public, subscribed, own, just in time     yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, own, late             late   late   late       late    late      late   late  -          -
      public, subscribed, own, editing is off   off    off    off        off     off       off    off   -          -
      public, of the bot                        no     no     no         no      no        none   -     -          -
      private                                   none   none   none       none    none      none   none  none       401
      private, own                              none   none   none       none    none      none   none  -          -
      private, subscribed, own                  yes    yes    yes        yes     yes       yes    yes   -          -
      private, may subscribe, own               yes    yes    yes        yes     yes       none   yes   -          -
      protected, subscribed, own                yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, own, not received  none   none   none       none    none      none   none  -          -
      web-public, own                           yes    yes    yes        yes     yes       yes    yes   -          -
      archived, own                             arch   arch   arch       arch    arch      none   arch  -          -
      archived, subscribed, own                 arch   arch   arch       arch    arch      arch   arch  -          -
      direct                                    no     no     no         no      no        no     no    none       401
      direct, own                               yes    yes    yes        yes     yes       yes    yes   -          -
      direct, not in it                         none   none   none       none    none      none   none  -          -`),
    // can_move_messages_between_topics_group, or the channel's own, or its administration; the limit is not for moderators.
    'change the topic': verdicts(`
                                                                        owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                                            yes    yes    yes        yes     yes       none   yes    none       401
      public, subscribed                                                yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, a week old                                    yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, old                                           yes    yes    yes        late    late      late   late   -          -
      private                                                           none   none   none       none    none      none   none   none       401
      private, may administer                                           none   none   none       none    none      none   none   -          -
      private, subscribed                                               yes    yes    yes        yes     yes       yes    yes    -          -
      protected, subscribed, not received                               none   none   none       none    none      none   none   -          -
      web-public                                                        yes    yes    yes        yes     yes       yes    yes    -          -
      archived                                                          arch   arch   arch       arch    arch      none   arch   -          -
      public, subscribed, moderators start topics                       yes    yes    yes        start   start     start  start  -          -
      public, subscribed, organization grants nothing                   yes    yes    no         no      no        no     no     -          -
      private, subscribed, organization grants nothing                  yes    yes    no         no      no        no     no     -          -
      public, subscribed, may move within, organization grants nothing  yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, may administer, organization grants nothing   yes    yes    yes        yes     yes       no     yes    -          -
      public, subscribed, may move out, organization grants nothing     yes    yes    no         no      no        no     no     -          -
      direct, own                                                       dm     dm     dm         dm      dm        dm     dm     none       401`),
    // can_resolve_topics_group, or the channel's own; no limit, and no topic is started.
    resolve: verdicts(`
                                                                    owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                                        yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed, old                                       yes    yes    yes        yes     yes       yes    yes   -          -
      private                                                       none   none   none       none    none      none   none  none       401
      private, subscribed                                           yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received                           none   none   none       none    none      none   none  -          -
      archived, subscribed                                          arch   arch   arch       arch    arch      arch   arch  -          -
      public, subscribed, moderators start topics                   yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, organization grants nothing               no     no     no         no      no        no     no    -          -
      public, subscribed, may resolve, organization grants nothing  yes    yes    yes        yes     yes       yes    yes   -          -`),
    unresolve: verdicts(`
                                                                    owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                                        yes    yes    yes        yes     yes       none   yes   none       401
      archived, subscribed                                          arch   arch   arch       arch    arch      arch   arch  -          -
      public, subscribed, organization grants nothing               no     no     no         no      no        no     no    -          -
      public, subscribed, may resolve, organization grants nothing  yes    yes    yes        yes     yes       yes    yes   -          -`),
    // can_move_messages_between_channels_group, which guests cannot hold, or the channel's own, or its administration.
    'move out': verdicts(`
                                                                       owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                                           yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed                                               yes    yes    yes        yes     yes       no     yes   -          -
      public, subscribed, a week old                                   yes    yes    yes        yes     yes       no     yes   -          -
      public, subscribed, old                                          yes    yes    yes        late    late      no     late  -          -
      private                                                          none   none   none       none    none      none   none  none       401
      private, may administer                                          none   none   none       none    none      none   none  -          -
      private, subscribed                                              yes    yes    yes        yes     yes       no     yes   -          -
      protected, subscribed                                            yes    yes    yes        yes     yes       no     yes   -          -
      protected, subscribed, not received                              none   none   none       none    none      none   none  -          -
      archived                                                         arch   arch   arch       arch    arch      none   arch  -          -
      public, subscribed, organization grants nothing                  yes    yes    no         no      no        no     no    -          -
      public, subscribed, may move out, organization grants nothing    yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, may administer, organization grants nothing  yes    yes    yes        yes     yes       no     yes   -          -
      direct, own                                                      dm     dm     dm         dm      dm        dm     dm    none       401`),
    // The same, and content access to the channel to which they go, with the right to post there.
    'move in': verdicts(`
                                                                     owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                                         yes    yes    yes        yes     yes       none   yes    none       401
      private                                                        none   none   none       none    none      none   none   none       401
      private, may administer                                        none   none   none       none    none      none   none   -          -
      private, may subscribe                                         yes    yes    yes        yes     yes       none   yes    -          -
      private, subscribed                                            yes    yes    yes        yes     yes       no     yes    -          -
      protected, subscribed                                          yes    yes    yes        yes     yes       no     yes    -          -
      protected, may subscribe                                       post   post   post       post    post      none   post   -          -
      web-public                                                     yes    yes    yes        yes     yes       no     yes    -          -
      archived, subscribed                                           post   post   post       post    post      no     post   -          -
      public, full members post                                      yes    yes    yes        yes     post      none   yes    -          -
      public, moderators start topics                                yes    yes    yes        start   start     none   start  -          -
      public, old                                                    yes    yes    yes        late    late      none   late   -          -
      public, subscribed, may move out, organization grants nothing  yes    yes    no         no      no        no     no     -          -`),
    // can_delete_any_message_group of organization or channel; else one's own, or one's bot's, within the limit.
    delete: verdicts(`
                                                                                  owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                                                      yes    yes    no         no      no        none   no    none       401
      public, subscribed, late                                                    yes    yes    no         no      no        no     no    -          -
      public, own                                                                 yes    yes    yes        yes     yes       none   yes   -          -
      public, subscribed, own                                                     yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, own, just in time                                       yes    yes    late       late    late      late   late  -          -
      public, of the bot                                                          yes    yes    no         yes     no        none   yes   -          -
      private                                                                     none   none   none       none    none      none   none  none       401
      private, own                                                                none   none   none       none    none      none   none  -          -
      private, subscribed                                                         yes    yes    no         no      no        no     no    -          -
      private, subscribed, own                                                    yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received                                         none   none   none       none    none      none   none  -          -
      archived, subscribed, own                                                   arch   arch   arch       arch    arch      arch   arch  -          -
      direct                                                                      yes    yes    no         no      no        no     no    none       401
      direct, own                                                                 yes    yes    yes        yes     yes       yes    yes   -          -
      direct, not in it                                                           none   none   none       none    none      none   none  -          -
      public, subscribed, may delete any, late                                    yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, own, organization grants nothing                        no     no     no         no      no        no     no    -          -
      public, subscribed, own, may delete own, organization grants nothing        yes    yes    yes        yes     yes       yes    yes   -          -
      public, subscribed, own, may delete own, late, organization grants nothing  late   late   late       late    late      late   late  -          -
      public, subscribed, may delete any, organization grants nothing             yes    yes    yes        yes     yes       yes    yes   -          -`),
  },
  samples: 3,
  prepare: stage.prepare,
  stage: async (tries) => {
    const scenes = await stage.stage(tries)
    const idsOf = (action: Action) =>
      scenes.flatMap(({ messageId }, at) => (tries[at]?.action === action ? [messageId] : []))
    await stage.rename(idsOf('unresolve'), '✔ t')
    await stage.bringTogether(idsOf('move in'))
    return scenes
  },
  ways,
  state: stage.state,
})
