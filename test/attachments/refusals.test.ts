import sql from 'sql-template-tag'
import { beforeAll, describe } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveParameters } from '../support/documented-parameters.ts'
import { send } from '../support/http.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { multipartType, sendForm, upload } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_UPLOAD_MIB: '1' })

interface Stage extends Cast {
  /** Ann's files. */
  readonly pathId: string
  readonly attachment: number
  readonly other: number
  /** An organization with hardly any room. */
  readonly full: Cast
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { pathId } = await upload(people.ann)
  await upload(people.ann)
  const { attachments } = await people.ann.get('attachments').succeeds()
  const idOf = (isIt: boolean): number =>
    attachments.find(({ path_id }: { path_id: string }) => (path_id === pathId) === isIt).id
  const full = await cast(server)
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || '{"uploadQuotaMib": 0}' WHERE id = ${full.organizationId}`)
  stage = { ...people, pathId, attachment: idOf(true), other: idOf(false), full }
})

const file = { field: 'filename', content: 'content', filename: 'notes.txt', type: 'text/plain' }
const uploading = (by: Actor, ...parts: Parameters<typeof sendForm>[2][]): Refused => ({
  by,
  rest: () => sendForm(by, 'user_uploads', ...parts),
})
const fetching = (by: Actor, pathId: string): Refused => ({
  by,
  rest: ['GET', `user_uploads/${pathId}`],
  graphql: `{ uploadedFile(pathId: ${JSON.stringify(pathId)}) { temporaryUrl } }`,
})
const askingForThumbnail = (by: Actor, pathId: string): Refused => ({
  by,
  rest: ['GET', `thumbnail/status/${pathId}`],
  graphql: `{ uploadedFile(pathId: ${JSON.stringify(pathId)}) { hasThumbnail } }`,
})
const deleting = (by: Actor, databaseId: number): Refused => ({
  by,
  rest: ['DELETE', `attachments/${databaseId}`],
  graphql: ['deleteAttachment', 'DeleteAttachmentInput', { databaseId }],
})

describe('Uploads', () => {
  proveParameters(server, [
    { route: 'GET /attachments', by: () => stage.ann, request: () => ['attachments', {}], parameters: {} },
    {
      route: 'DELETE /attachments/:attachment_id',
      by: () => stage.ann,
      request: () => [`attachments/${stage.other}`, {}],
      parameters: {},
    },
    {
      route: 'GET /user_uploads/:realm_id_str/:filename',
      by: () => stage.ann,
      request: () => [`user_uploads/${stage.pathId}`, {}],
      parameters: {},
    },
    {
      route: 'GET /thumbnail/status/:realm_id_str/:filename',
      by: () => stage.ann,
      request: () => [`thumbnail/status/${stage.pathId}`, {}],
      parameters: {},
    },
  ])

  const hidden = { msg: 'There is no such file, or you may not see it', status: 403 }
  const none = { msg: 'Invalid attachment' }
  const visitors = (msg: string) => ({ code: 'UNAUTHORIZED', msg, status: 401 })
  const never = ({ organizationId }: Stage) => `${organizationId}/ab/${'x'.repeat(22)}/notes.txt`
  proveRefusals<Stage>(server, () => stage, {
    'no file': [({ ann }) => uploading(ann), { msg: 'You must specify a file to upload' }],
    'a form of no bytes': [
      ({ ann }) => ({
        by: ann,
        async rest() {
          const headers = { ...ann.headers, 'content-type': multipartType }
          const { status, text } = await send(server.port, 'POST', '/api/v1/user_uploads', headers)
          return { status, body: JSON.parse(text) }
        },
      }),
      { msg: 'You must specify a file to upload' },
    ],
    'two files': [
      ({ ann }) => uploading(ann, file, { ...file, filename: 'more.txt' }),
      { msg: 'You may only upload one file at a time' },
    ],
    'a file that is too large': [
      ({ ann }) => uploading(ann, { ...file, content: Buffer.alloc(1024 * 1024 + 1) }),
      { msg: 'Uploaded file is larger than the allowed limit of 1 MiB' },
    ],
    'a file for which there is no room': [
      ({ full }) => uploading(full.ann, file),
      { code: 'REALM_UPLOAD_QUOTA', msg: 'The upload would exceed the quota of your organization' },
    ],
    'somebody else’s file': [({ ben, pathId }) => fetching(ben, pathId), hidden],
    'a file that does not exist': [(on) => fetching(on.ann, never(on)), hidden],
    'a thumbnail of somebody else’s file': [({ ben, pathId }) => askingForThumbnail(ben, pathId), hidden],
    'a thumbnail of what does not exist': [(on) => askingForThumbnail(on.ann, never(on)), hidden],
    'to delete somebody else’s file': [({ admin, attachment }) => deleting(admin, attachment), none],
    'to delete what does not exist': [({ ann }) => deleting(ann, 2_000_000_000), none],
    'visitors who delete': [
      ({ ann, attachment }) => deleting(new Visitor(ann.identity), attachment),
      visitors('Not logged in: API authentication or user session required'),
    ],
  })
})
