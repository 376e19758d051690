import { beforeAll } from 'vitest'
import { testServer } from '../support/server.ts'
import { provePermissions, type Refusal, type Way } from './matrix.ts'
import { type MessageRelation, type MessageScene, MessageStage, messageRefusals } from './message-stage.ts'
import { verdicts } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new MessageStage(server)

beforeAll(() => stage.open())

/** In each of them is a message in the topic `t`, or in the empty topic before it is given a name. */
type Action =
  | 'send to the empty topic'
  | 'send to a topic'
  | 'start a topic'
  | 'give a topic no name'
  | 'give a topic another name'
  | 'give the empty topic a name'
  | 'move in, to the empty topic'
  | 'move in, to a topic'
  | 'move out, to the empty topic'

const sending =
  (topic: string) =>
  ({ id }: MessageScene): Way => ({
    rest: ['POST', 'messages', { type: 'channel', to: id, topic, content: 'Hello' }],
    graphql: [
      'sendMessage',
      'SendMessageInput',
      { channel: { channelDatabaseId: id, topic }, content: 'Hello' },
    ],
  })

const moving =
  (to: (scene: MessageScene) => { readonly channelId?: number; readonly topic: string }) =>
  (scene: MessageScene): Way => {
    const { channelId, topic } = to(scene)
    return {
      rest: [
        'PATCH',
        `messages/${scene.messageId}`,
        { topic, stream_id: channelId, send_notification_to_new_thread: false },
      ],
      graphql: [
        'moveMessages',
        'MoveMessagesInput',
        {
          messageDatabaseId: scene.messageId,
          to: { topic, channelDatabaseId: channelId, notifyNewTopic: false },
        },
      ],
    }
  }

const ways: Record<Action, (scene: MessageScene) => Way> = {
  'send to the empty topic': sending(''),
  'send to a topic': sending('t'),
  'start a topic': sending('something else'),
  'give a topic no name': moving(() => ({ topic: '' })),
  'give a topic another name': moving(() => ({ topic: 'another' })),
  'give the empty topic a name': moving(() => ({ topic: 'another' })),
  'move in, to the empty topic': moving(({ id }) => ({ channelId: id, topic: '' })),
  'move in, to a topic': moving(({ id }) => ({ channelId: id, topic: 't' })),
  'move out, to the empty topic': moving(() => ({ channelId: stage.people.general, topic: '' })),
}

const refusals: Readonly<Record<string, Refusal>> = {
  ...messageRefusals,
  gone: { code: 'STREAM_DOES_NOT_EXIST', message: /does not exist$/ },
  // The channel's policy, or the one that it has from the organization: for everybody alike.
  empty: {
    code: 'BAD_REQUEST',
    message: /^Sending messages to the empty topic is not allowed in this channel$/,
  },
  named: { code: 'BAD_REQUEST', message: /^Only the empty topic is allowed in this channel$/ },
}

/** Who may write there at all; guests only where they are subscribed. */
const sentEmpty = `
                                                                   owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                                       yes    yes    yes        yes     yes       gone   yes    gone       401
      public, any topic                                            yes    yes    yes        yes     yes       gone   yes    -          -
      public, named topics                                         empty  empty  empty      empty   empty     gone   empty  -          -
      public, only the empty topic                                 yes    yes    yes        yes     yes       gone   yes    -          -
      public, subscribed                                           yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, named topics                             empty  empty  empty      empty   empty     empty  empty  -          -
      private, subscribed, named topics                            empty  empty  empty      empty   empty     empty  empty  -          -
      web-public, named topics                                     empty  empty  empty      empty   empty     empty  empty  -          -
      public, subscribed, topics need names                        empty  empty  empty      empty   empty     empty  empty  -          -
      public, subscribed, any topic, topics need names             yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, named topics, topics need names          empty  empty  empty      empty   empty     empty  empty  -          -
      public, subscribed, only the empty topic, topics need names  yes    yes    yes        yes     yes       yes    yes    -          -`

const sentNamed = `
                                                                   owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                                       yes    yes    yes        yes     yes       gone   yes    gone       401
      public, any topic                                            yes    yes    yes        yes     yes       gone   yes    -          -
      public, named topics                                         yes    yes    yes        yes     yes       gone   yes    -          -
      public, only the empty topic                                 named  named  named      named   named     gone   named  -          -
      public, subscribed, only the empty topic                     named  named  named      named   named     named  named  -          -
      private, subscribed, only the empty topic                    named  named  named      named   named     named  named  -          -
      web-public, only the empty topic                             named  named  named      named   named     named  named  -          -
      public, subscribed, topics need names                        yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, any topic, topics need names             yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, only the empty topic, topics need names  named  named  named      named   named     named  named  -          -`

provePermissions<Action, MessageRelation, MessageScene>(server, {
  title: 'Which topics a channel has (schemas: "TopicsPolicy"; permissions: "Posting to a channel", 5)',
  people: () => stage.people,
  refusals,
  tables: {
    'send to the empty topic': verdicts(sentEmpty),
    'send to a topic; start a topic': verdicts(sentNamed),
    // The policy of the channel in which the messages are then; it is no matter where they come from.
    'give a topic no name': verdicts(`
                                                                   owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public, subscribed                                           yes    yes    yes        yes     yes       yes    yes    none       401
      public, subscribed, any topic                                yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, named topics                             empty  empty  empty      empty   empty     empty  empty  -          -
      public, subscribed, only the empty topic                     yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, topics need names                        empty  empty  empty      empty   empty     empty  empty  -          -
      public, subscribed, any topic, topics need names             yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, only the empty topic, topics need names  yes    yes    yes        yes     yes       yes    yes    -          -`),
    'give a topic another name; give the empty topic a name': verdicts(`
                                                                   owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public, subscribed                                           yes    yes    yes        yes     yes       yes    yes    none       401
      public, subscribed, any topic                                yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, named topics                             yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, only the empty topic                     named  named  named      named   named     named  named  -          -
      public, subscribed, topics need names                        yes    yes    yes        yes     yes       yes    yes    -          -
      public, subscribed, only the empty topic, topics need names  named  named  named      named   named     named  named  -          -`),
    // Guests cannot hold the organization's permission to move messages to other channels.
    'move in, to the empty topic': verdicts(`
                                                       owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                           yes    yes    yes        yes     yes       none   yes    none       401
      public, any topic                                yes    yes    yes        yes     yes       none   yes    -          -
      public, named topics                             empty  empty  empty      empty   empty     none   empty  -          -
      public, subscribed, named topics                 empty  empty  empty      empty   empty     no     empty  -          -
      public, only the empty topic                     yes    yes    yes        yes     yes       none   yes    -          -
      public, topics need names                        empty  empty  empty      empty   empty     none   empty  -          -
      public, any topic, topics need names             yes    yes    yes        yes     yes       none   yes    -          -
      public, only the empty topic, topics need names  yes    yes    yes        yes     yes       none   yes    -          -`),
    'move in, to a topic': verdicts(`
                                                owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                                    yes    yes    yes        yes     yes       none   yes    none       401
      public, any topic                         yes    yes    yes        yes     yes       none   yes    -          -
      public, named topics                      yes    yes    yes        yes     yes       none   yes    -          -
      public, only the empty topic              named  named  named      named   named     none   named  -          -
      public, subscribed, only the empty topic  named  named  named      named   named     no     named  -          -
      public, topics need names                 yes    yes    yes        yes     yes       none   yes    -          -`),
    'move out, to the empty topic': verdicts(`
                                    owner  admin  moderator  member  newcomer  guest  bot    foreigner  visitor
      public                        yes    yes    yes        yes     yes       none   yes    none       401
      public, named topics          yes    yes    yes        yes     yes       none   yes    -          -
      public, only the empty topic  yes    yes    yes        yes     yes       none   yes    -          -
      public, topics need names     empty  empty  empty      empty   empty     none   empty  -          -`),
  },
  samples: 3,
  prepare: stage.prepare,
  stage: async (tries) => {
    const scenes = await stage.stage(tries)
    const idsOf = (isMeant: (action: Action) => boolean) =>
      scenes.flatMap(({ messageId }, at) => {
        const action = tries[at]?.action
        return action !== undefined && isMeant(action) ? [messageId] : []
      })
    await stage.rename(
      idsOf((action) => action === 'give the empty topic a name'),
      '',
    )
    await stage.bringTogether(idsOf((action) => action.startsWith('move in')))
    return scenes
  },
  ways,
  state: stage.state,
})
