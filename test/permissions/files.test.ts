import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { temporaryUrl } from '../../src/attachments/temporary-url.ts'
import type { Actor } from '../support/actor.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, sendForm, upload } from '../support/uploads.ts'
import { personFor, provePermissions, type Way } from './matrix.ts'
import { type MessageRelation, type MessageScene, MessageStage } from './message-stage.ts'
import { verdicts } from './table.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const stage = new MessageStage(server)

beforeAll(() => stage.open())

type Action =
  | 'fetch it'
  | 'get a temporary address'
  | 'use a temporary address'
  | 'delete it'
  | 'upload'
  | 'list one’s own'

/** A file to which the message refers, uploaded by its sender. */
interface Scene extends MessageScene {
  readonly fileId: number
  readonly pathId: string
  /** Which serves it to anybody for a while. */
  readonly temporaryUrl: string
  /** Whoever acts; -1 for nobody of the organization. */
  readonly actorId: number
}

/** What is answered outside of the API. */
async function fetched(actor: Actor, path: string) {
  const { status, text } = await fetchAs(actor, path)
  return { status, body: status === 200 ? {} : JSON.parse(text) }
}

const uploadedFile = (pathId: string) => ({
  operation: 'query ($pathId: String!) { uploadedFile(pathId: $pathId) { temporaryUrl } }',
  variables: { pathId },
})

const ways: Record<Action, (scene: Scene) => Way> = {
  'fetch it': ({ pathId }) => ({ rest: (actor) => fetched(actor, `/user_uploads/${pathId}`) }),
  'get a temporary address': ({ pathId }) => ({
    rest: ['GET', `user_uploads/${pathId}`, {}],
    graphql: uploadedFile(pathId),
  }),
  'use a temporary address': ({ temporaryUrl }) => ({ rest: (actor) => fetched(actor, temporaryUrl) }),
  'delete it': ({ fileId }) => ({
    rest: ['DELETE', `attachments/${fileId}`, {}],
    graphql: ['deleteAttachment', 'DeleteAttachmentInput', { databaseId: fileId }],
  }),
  upload: () => ({
    rest: (actor) =>
      sendForm(actor, 'user_uploads', { field: 'filename', content: 'words', filename: 'a.txt' }),
  }),
  'list one’s own': () => ({ rest: ['GET', 'attachments', {}] }),
}

provePermissions<Action, MessageRelation, Scene>(server, {
  title: 'Files (permissions: "Access"; lifecycles: "Uploads")',
  people: () => stage.people,
  refusals: {
    // As if there were no such file.
    none: { code: 'BAD_REQUEST', message: /^There is no such file, or you may not see it$/, status: 403 },
    att: { code: 'BAD_REQUEST', message: /^Invalid attachment$/ },
  },
  tables: {
    // The uploader, and whoever can read a message that refers to it; visitors in web-public channels.
    'fetch it': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   none       401
      public, subscribed                   yes    yes    yes        yes     yes       yes    yes   -          -
      private                              none   none   none       none    none      none   none  none       401
      private, own                         yes    yes    yes        yes     yes       yes    yes   -          -
      private, may administer              none   none   none       none    none      none   none  -          -
      private, may subscribe               yes    yes    yes        yes     yes       none   yes   -          -
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed                yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      protected, may subscribe             none   none   none       none    none      none   none  -          -
      web-public                           yes    yes    yes        yes     yes       yes    yes   none       yes
      archived                             yes    yes    yes        yes     yes       none   yes   none       401
      direct                               yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                    none   none   none       none    none      none   none  none       401`),
    // The same; never visitors, who need none.
    'get a temporary address': verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      public                               yes    yes    yes        yes     yes       none   yes   none       401
      private                              none   none   none       none    none      none   none  none       401
      private, subscribed                  yes    yes    yes        yes     yes       yes    yes   -          -
      protected, subscribed, not received  none   none   none       none    none      none   none  -          -
      web-public                           yes    yes    yes        yes     yes       yes    yes   none       401
      direct, not in it                    none   none   none       none    none      none   none  none       401`),
    // Whoever has it.
    'use a temporary address': verdicts(`
               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      private  -      yes    -          yes     -         yes    -    yes        yes`),
    // One's own alone, wherever they are.
    'delete it': verdicts(`
                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public                   att    att    att        att     att       att    att  att        401
      public, subscribed, own  yes    yes    yes        yes     yes       yes    yes  -          -
      private, own             yes    yes    yes        yes     yes       yes    yes  -          -
      public, of the bot       att    att    att        att     att       att    yes  -          -`),
    upload: verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public  yes    yes    yes        yes     yes       yes    yes  -          401`),
    'list one’s own': verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      public  yes    yes    yes        yes     yes       yes    yes  yes        401`),
  },
  samples: 3,
  harmless: ['fetch it', 'get a temporary address', 'use a temporary address', 'list one’s own'],
  onlyRest: ['fetch it', 'use a temporary address', 'upload', 'list one’s own'],
  prepare: stage.prepare,
  stage: async (tries) => {
    const scenes = await stage.stage(tries)
    const { core } = server
    const { pathId } = await upload(stage.people.ben)
    // Their addresses differ in the name at the end: they share what is stored.
    const files = await core.db.query<{ id: number; pathId: string; messageId: number }>(sql`
      WITH file AS (
        INSERT INTO attachment (organization_id, owner_id, name, path_id, size, content_type)
        SELECT a.organization_id, m.sender_id, a.name, a.path_id || m.id, a.size, a.content_type
        FROM attachment a, message m
        WHERE a.path_id = ${pathId} AND m.id = ANY(${scenes.map(({ messageId }) => messageId)}::int[])
        RETURNING id, path_id
      )
      INSERT INTO attachment_message (message_id, attachment_id)
      SELECT substr(path_id, length(${pathId}) + 1)::int, id FROM file
      RETURNING attachment_id AS id, message_id, ${pathId}::text || message_id AS path_id`)
    const byMessage = new Map(files.map((file) => [file.messageId, file]))
    return Promise.all(
      scenes.map(async (scene, at): Promise<Scene> => {
        const file = byMessage.get(scene.messageId)
        if (!file) throw new Error('A message has no file.')
        const who = tries[at]?.who
        const actorId = (who && personFor(stage.people, who)?.id) ?? -1
        const url = await temporaryUrl(core, file.pathId)
        return { ...scene, fileId: file.id, pathId: file.pathId, temporaryUrl: url, actorId }
      }),
    )
  },
  ways,
  state: async (scenes) => {
    const rows = await server.core.db.query(sql`
      SELECT given.id, to_jsonb(a) AS attachment,
        (SELECT jsonb_agg(am) FROM attachment_message am WHERE am.attachment_id = given.id) AS messages,
        (SELECT count(*) FROM attachment own WHERE own.owner_id = given.actor_id) AS own
      FROM unnest(${scenes.map(({ fileId }) => fileId)}::int[], ${scenes.map(({ actorId }) => actorId)}::int[])
        WITH ORDINALITY AS given(id, actor_id, place) LEFT JOIN attachment a ON a.id = given.id ORDER BY given.place`)
    return rows
  },
})
