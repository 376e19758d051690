import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { testServer } from '../support/server.ts'
import { personFor, provePermissions, type Way } from './matrix.ts'
import { type MessageRelation, type MessageScene, MessageStage, messageRefusals } from './message-stage.ts'
import { verdicts, type Who } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new MessageStage(server)

beforeAll(() => stage.open())

type Action =
  | 'read it'
  | 'read its history'
  | 'see who has read it'
  | 'react'
  | 'take back a reaction'
  | 'take back another’s reaction'
  | 'star'
  | 'star what is out of sight'
  | 'mark as read'
  | 'mark as unread what one is not subscribed to'
  | 'vote'
  | 'attach something'
  | 'report'
  | 'type'
  | 'type in an edit'

const reading =
  (path: string, fields: string) =>
  ({ messageId }: MessageScene): Way => ({
    rest: ['GET', `messages/${messageId}${path}`, {}],
    graphql: {
      operation: `query ($id: Int!) { message(databaseId: $id) { ${fields} } }`,
      variables: { id: messageId },
    },
  })

const flagging =
  (op: 'add' | 'remove', flag: string) =>
  ({ messageId }: MessageScene): Way => ({
    rest: ['POST', 'messages/flags', { messages: [messageId], op, flag }],
    graphql: [
      'changeMessageFlags',
      'ChangeMessageFlagsInput',
      { messageDatabaseIds: [messageId], operation: op.toUpperCase(), flag },
    ],
  })

const takingBack = ({ messageId }: MessageScene): Way => ({
  rest: ['DELETE', `messages/${messageId}/reactions`, { emoji_name: 'tada' }],
  graphql: ['removeReaction', 'RemoveReactionInput', { messageDatabaseId: messageId, emojiName: 'tada' }],
})

const attaching =
  (data: object) =>
  ({ messageId }: MessageScene): Way => {
    const content = JSON.stringify(data)
    return {
      rest: ['POST', 'submessage', { message_id: messageId, msg_type: 'widget', content }],
      graphql: [
        'addSubmessage',
        'AddSubmessageInput',
        { messageDatabaseId: messageId, type: 'widget', content },
      ],
    }
  }

const ways: Record<Action, (scene: MessageScene) => Way> = {
  'read it': reading('', 'content'),
  'read its history': reading('/history', 'history { content }'),
  'see who has read it': reading('/read_receipts', 'readers { databaseId }'),
  react: ({ messageId }) => ({
    rest: ['POST', `messages/${messageId}/reactions`, { emoji_name: 'tada' }],
    graphql: ['addReaction', 'AddReactionInput', { messageDatabaseId: messageId, emojiName: 'tada' }],
  }),
  'take back a reaction': takingBack,
  'take back another’s reaction': takingBack,
  star: flagging('add', 'starred'),
  'star what is out of sight': flagging('add', 'starred'),
  'mark as read': flagging('add', 'read'),
  'mark as unread what one is not subscribed to': flagging('remove', 'read'),
  vote: attaching({ type: 'vote', key: 'canned,0', vote: 1 }),
  'attach something': attaching({ colour: 'blue' }),
  report: ({ messageId }) => ({
    rest: ['POST', `messages/${messageId}/report`, { report_type: 'spam' }],
    graphql: ['reportMessage', 'ReportMessageInput', { messageDatabaseId: messageId, reason: 'SPAM' }],
  }),
  type: ({ id }) => ({
    rest: ['POST', 'typing', { type: 'channel', stream_id: id, topic: 't', op: 'start' }],
    graphql: [
      'sendTyping',
      'SendTypingInput',
      { channel: { channelDatabaseId: id, topic: 't' }, operation: 'START' },
    ],
  }),
  'type in an edit': ({ messageId }) => ({
    rest: ['POST', `messages/${messageId}/typing`, { op: 'start' }],
    graphql: ['sendEditTyping', 'SendEditTypingInput', { messageDatabaseId: messageId, operation: 'START' }],
  }),
}

/** Lets the actor, or Ben, have reacted to messages. */
async function haveReacted(userIds: readonly number[], messageIds: readonly number[]): Promise<void> {
  await server.core.db.query(sql`
    INSERT INTO reaction (user_id, message_id, type, emoji_code, emoji_name)
    SELECT u, m, 'unicode_emoji', '1f389', 'tada' FROM unnest(${userIds}::int[], ${messageIds}::int[]) AS x(u, m)`)
}

/** Lets messages be polls. */
async function makePolls(messageIds: readonly number[]): Promise<void> {
  const poll = JSON.stringify({ widget_type: 'poll', extra_data: { question: 'Tea?', options: ['Yes'] } })
  await server.core.db.query(sql`
    INSERT INTO submessage (message_id, sender_id, type, content)
    SELECT id, sender_id, 'widget', ${poll} FROM message WHERE id = ANY(${messageIds}::int[])`)
}

provePermissions<Action, MessageRelation, MessageScene>(server, {
  title:
    'Using messages (permissions: "Access", "Moving, editing, deleting"; narrows-and-messages: "Changing flags")',
  people: () => stage.people,
  refusals: {
    ...messageRefusals,
    // There is no such reaction of one's own.
    have: { code: 'REACTION_DOES_NOT_EXIST', message: /exist/ },
    // Only its sender adds to a message without a widget.
    send: { code: 'BAD_REQUEST', message: /^You cannot attach a submessage/ },
  },
  tables: {
    // Access to the message; visitors' to those of web-public channels.
    'read it': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed                   yes    yes    yes        yes     yes       yes    yes   -          -
      private                              none   none   none       none    none      none   none  none       401
      private, own                         none   none   none       none    none      none   none  -          -
      private, received                    none   none   none       none    none      none   none  -          -
      private, may administer              none   none   none       none    none      none   none  -          -
      private, may subscribe               yes    yes    yes        yes     yes       none   yes   -          -
      private, may add                     yes    yes    yes        yes     yes       none   yes   -          -
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      private, subscribed, not received    yes    yes    yes        yes     yes       yes    yes   -          -
      protected                            none   none   none       none    none      none   none  none       401
      protected, may subscribe             none   none   none       none    none      none   none  -          -
      protected, may subscribe, received   yes    yes    yes        yes     yes       none   yes   -          -
      protected, subscribed                yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      web-public                           yes    yes    yes        yes     yes       yes    yes   none       yes
      archived                             yes    yes    yes        yes     yes       none   yes   none       401
      archived, subscribed                 yes    yes    yes        yes     yes       yes    yes   -          -
      direct                               yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                    none   none   none       none    none      none   none  -          -`),
    'read its history': verdicts(`
                                                owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                    yes    yes    yes        yes     yes       none   yes   none       401
      private                                   none   none   none       none    none      none   none  none       401
      protected, subscribed, not received       none   none   none       none    none      none   none  -          -
      archived, subscribed                      yes    yes    yes        yes     yes       yes    yes   -          -
      direct                                    yes    yes    yes        yes     yes       yes    yes   none       401
      public, subscribed, histories are hidden  off    off    off        off     off       off    off   -          401
      private, histories are hidden             none   none   none       none    none      none   none  -          401`),
    'see who has read it': verdicts(`
                                            owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                yes    yes    yes        yes     yes       none   yes   none       401
      private                               none   none   none       none    none      none   none  none       401
      protected, subscribed, not received   none   none   none       none    none      none   none  -          -
      archived, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      direct                                yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                     none   none   none       none    none      none   none  -          401
      public, subscribed, receipts are off  off    off    off        off     off       off    off   -          401
      private, receipts are off             none   none   none       none    none      none   none  -          401`),
    // Content access, where nothing is archived.
    'react; vote': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed                   yes    yes    yes        yes     yes       yes    yes   -          -
      private                              none   none   none       none    none      none   none  none       401
      private, may subscribe               yes    yes    yes        yes     yes       none   yes   -          -
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      web-public                           yes    yes    yes        yes     yes       yes    yes   none       401
      archived                             arch   arch   arch       arch    arch      none   arch  none       401
      archived, subscribed                 arch   arch   arch       arch    arch      arch   arch  -          -
      direct                               yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                    none   none   none       none    none      none   none  -          -`),
    // One's own alone.
    'take back a reaction': verdicts(`
                            owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                yes    yes    yes        yes     yes       none   yes   none       401
      private               none   none   none       none    none      none   none  none       401
      private, subscribed   yes    yes    yes        yes     yes       yes    yes   -          -
      archived, subscribed  arch   arch   arch       arch    arch      arch   arch  -          -
      direct                yes    yes    yes        yes     yes       yes    yes   none       401`),
    'take back another’s reaction': verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public  have   have   have       have    have      none   have  none       401
      direct  have   have   have       have    have      have   have  none       401`),
    // Access to the message; archived channels are as readable as before.
    star: verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   none       401
      private                              none   none   none       none    none      none   none  none       401
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      web-public                           yes    yes    yes        yes     yes       yes    yes   none       401
      archived                             yes    yes    yes        yes     yes       none   yes   none       401
      direct                               yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                    none   none   none       none    none      none   none  -          -`),
    // What was received and cannot be read is passed over, without a word.
    'star what is out of sight': verdicts(`
                         owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      private, received  yes    yes    yes        yes     yes       yes    yes  -          401`),
    'mark as read': verdicts(`
                            owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public, subscribed    yes    yes    yes        yes     yes       yes    yes  -          401
      archived, subscribed  yes    yes    yes        yes     yes       yes    yes  -          -
      direct                yes    yes    yes        yes     yes       yes    yes  -          401`),
    // Passed over as well: only what one is subscribed to becomes unread.
    'mark as unread what one is not subscribed to': verdicts(`
                  owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public      yes    yes    yes        yes     yes       none   yes   none       401
      private     none   none   none       none    none      none   none  none       -
      web-public  yes    yes    yes        yes     yes       yes    yes   none       -`),
    'attach something': verdicts(`
                     owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public, own    yes    yes    yes        yes     yes       none   yes   -          401
      public         send   send   send       send    send      none   send  none       -
      private, own   none   none   none       none    none      none   none  -          -
      archived, own  arch   arch   arch       arch    arch      none   arch  -          -`),
    report: verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   -          401
      private                              none   none   none       none    none      none   none  -          401
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      archived, subscribed                 yes    yes    yes        yes     yes       yes    yes   -          -
      direct                               yes    yes    yes        yes     yes       yes    yes   -          401
      direct, not in it                    none   none   none       none    none      none   none  -          -`),
    // As "Posting to a channel".
    type: verdicts(`
                                             owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                                 yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed                     yes    yes    yes        yes     yes       yes    yes   -          -
      private                                post   post   none       none    none      none   none  none       401
      private, subscribed                    yes    yes    yes        yes     yes       yes    yes   -          -
      private, may subscribe                 yes    yes    yes        yes     yes       none   yes   -          -
      protected, may subscribe               post   post   post       post    post      none   post  -          -
      archived, subscribed                   post   post   post       post    post      post   post  -          -
      public, subscribed, full members post  yes    yes    yes        yes     post      post   yes   -          -`),
    // One's own alone.
    'type in an edit': verdicts(`
                                 owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                     no     no     no         no      no        none   no    none       401
      public, subscribed, own    yes    yes    yes        yes     yes       yes    yes   -          -
      private, own               none   none   none       none    none      none   none  -          -
      archived, subscribed, own  arch   arch   arch       arch    arch      arch   arch  -          -
      direct, own                yes    yes    yes        yes     yes       yes    yes   -          401`),
  },
  samples: 3,
  harmless: [
    'read it',
    'read its history',
    'see who has read it',
    'star what is out of sight',
    'mark as unread what one is not subscribed to',
  ],
  prepare: stage.prepare,
  stage: async (tries) => {
    const scenes = await stage.stage(tries)
    const idOf = (who: Who) => personFor(stage.people, who)?.id ?? stage.people.ben.id
    const all = scenes.map(({ messageId }, at) => ({ messageId, ...tries[at] }))
    const of = (action: Action) => all.filter((each) => each.action === action)
    const own = of('take back a reaction')
    const bens = of('take back another’s reaction')
    await haveReacted(
      [...own.map(({ who }) => idOf(who ?? 'visitor')), ...bens.map(() => stage.people.ben.id)],
      [...own, ...bens].map(({ messageId }) => messageId),
    )
    await makePolls(of('vote').map(({ messageId }) => messageId))
    return scenes
  },
  ways,
  state: stage.state,
})
