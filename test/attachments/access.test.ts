import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetDeletedMessages } from '../../src/messages/forget-deleted.ts'
import { channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, type Uploaded, upload } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
let people: Cast
let visitor: Visitor

beforeEach(async () => {
  people = await cast(server)
  visitor = new Visitor({ port: server.port, host: people.host })
})

const linkTo = ({ filename, url }: Uploaded) => `See [${filename}](${url})`
const roleNames = ['owner', 'admin', 'moderator', 'ann', 'ben', 'guest', 'bot'] as const

/**
 * Who fetches a file, by name. Each of them by all three doors, which have to agree: the file itself, its
 * temporary address, and GraphQL. To all others they answer as for a file that does not exist.
 */
async function readersOf(file: Uploaded): Promise<string[]> {
  const readers: string[] = []
  const missing = {
    url: file.url.replace(/.\/[^/]+$/, '~/x.txt'),
    pathId: file.pathId.replace(/.\/[^/]+$/, '~/x'),
  }
  for (const name of roleNames) {
    const person = people[name]
    const query = 'query ($pathId: String!) { uploadedFile(pathId: $pathId) { temporaryUrl } }'
    const [direct, temporary, graphql] = await Promise.all([
      fetchAs(person, file.url),
      person.get(`user_uploads/${file.pathId}`),
      person.graphqlResult(query, { pathId: file.pathId }),
    ])
    if (direct.status === 200) {
      readers.push(name)
      expect(temporary.status, name).toBe(200)
      expect(graphql.data.uploadedFile.temporaryUrl, name).toMatch(/^\/user_uploads\/temporary\//)
    } else {
      const absent = await fetchAs(person, missing.url)
      expect(direct, name).toMatchObject({ status: 403, text: absent.text })
      expect(temporary.body, name).toEqual((await person.get(`user_uploads/${missing.pathId}`)).body)
      const nothing = await person.graphqlResult(query, { pathId: missing.pathId })
      expect(graphql.errors, name).toEqual(nothing.errors)
    }
  }
  return readers
}

async function idsOf(person: Person): Promise<number[]> {
  const { attachments } = await person.get('attachments').succeeds()
  return attachments.flatMap(({ message_ids }: { message_ids: number[] }) => message_ids)
}

async function openToVisitors(): Promise<void> {
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}'::jsonb
    WHERE id = ${people.organizationId}`)
  await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${people.general}`)
}

describe('an uploaded file is seen by', () => {
  it('its owner alone, until a message refers to it', async () => {
    expect(await readersOf(await upload(people.ann))).toEqual(['ann'])
  })

  it('those of a message that names it in any form: encoded, with a query or a fragment', async () => {
    const { ann, ben } = people
    const forms: ((url: string) => string)[] = [
      (url) => url.replace('notes', '%6Eotes'),
      (url) => `${url}?download=1`,
      (url) => `${url}#page=2`,
    ]
    const ids: number[] = []
    for (const form of forms) {
      const { url, pathId } = await upload(ann)
      ids.push(await tell(ann, [ben], `[notes](${form(url)})`))
      expect((await fetchAs(ben, url)).status).toBe(200)
      expect((await ben.get(`user_uploads/${pathId}`)).status).toBe(200)
    }
    expect((await idsOf(ann)).sort((left, right) => left - right)).toEqual(ids)
    const { url } = await upload(ann)
    await tell(ann, [ben], `[notes](${url.replace('notes', '%zz')}) [notes](${url}x)`)
    expect((await fetchAs(ben, url)).status).toBe(403)
  })

  it('those of a direct message that refers to it', async () => {
    const file = await upload(people.ann)
    await tell(people.ann, [people.ben], linkTo(file))
    expect(await readersOf(file)).toEqual(['ann', 'ben'])
  })

  it('everybody but guests, when it is in a public channel; guests who are there', async () => {
    const file = await upload(people.ann)
    await say(people.ann, people.general, 'tea', linkTo(file))
    expect(await readersOf(file)).toEqual(['owner', 'admin', 'moderator', 'ann', 'ben', 'bot'])
    const guests = await channel(people, 'with guests', [people.ann, people.guest])
    await say(people.ann, guests, 'tea', linkTo(file))
    expect(await readersOf(file)).toContain('guest')
  })

  it('subscribers of a private channel, not its administrators; with protected history, receivers', async () => {
    const shared = await channel(people, 'shared', [people.ann, people.ben], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    const guarded = await channel(people, 'guarded', [people.ann, people.ben], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const one = await upload(people.ann)
    const other = await upload(people.ann)
    await say(people.ann, shared, 'tea', linkTo(one))
    await say(people.ann, guarded, 'tea', linkTo(other))
    expect(await readersOf(one)).toEqual(['ann', 'ben'])
    for (const id of [shared, guarded]) {
      await people.ann
        .post('users/me/subscriptions', {
          subscriptions: [{ name: id === shared ? 'shared' : 'guarded' }],
          principals: [people.moderator.id],
        })
        .succeeds()
    }
    expect(await readersOf(one)).toEqual(['moderator', 'ann', 'ben'])
    expect(await readersOf(other)).toEqual(['ann', 'ben'])
    // Who leaves sees it no longer.
    await people.ben.delete('users/me/subscriptions', { subscriptions: ['shared'] }).succeeds()
    expect(await readersOf(one)).toEqual(['moderator', 'ann'])
  })

  it('the widest audience of several messages', async () => {
    const file = await upload(people.ann)
    await tell(people.ann, [people.ben], linkTo(file))
    await say(people.ben, people.general, 'tea', linkTo(file))
    expect(await readersOf(file)).toEqual(['owner', 'admin', 'moderator', 'ann', 'ben', 'bot'])
  })

  it('nobody more, when somebody writes its address who may not see it', async () => {
    const file = await upload(people.ann)
    await say(people.ben, people.general, 'tea', linkTo(file))
    expect(await readersOf(file)).toEqual(['ann'])
    expect(await idsOf(people.ann)).toEqual([])
  })

  it('visitors only in web-public channels; what else there is they are not told', async () => {
    const file = await upload(people.ann)
    const hidden = await upload(people.ann)
    await say(people.ann, people.general, 'tea', linkTo(file))
    const refused = await fetchAs(visitor, hidden.url)
    expect(refused.status).toBe(401)
    expect((await fetchAs(visitor, file.url)).text).toBe(refused.text)
    await openToVisitors()
    expect(await fetchAs(visitor, file.url)).toMatchObject({ status: 200, text: 'content' })
    for (const url of [hidden.url, file.url.replace(/.\/[^/]+$/, '~/x.txt'), '/user_uploads/1/2/3']) {
      expect(await fetchAs(visitor, url)).toMatchObject({ status: 401, text: refused.text })
    }
    expect((await fetchAs(people.guest, file.url)).status).toBe(200)
    await visitor.get(`user_uploads/${file.pathId}`).fails('UNAUTHORIZED', undefined, 401)
  })

  it('visitors a thousand times on a day', async () => {
    const file = await upload(people.ann)
    await say(people.ann, people.general, 'tea', linkTo(file))
    await openToVisitors()
    for (let visit = 1; visit <= 1000; visit++) server.core.fileVisits.count(file.pathId)
    const refused = await fetchAs(visitor, file.url)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expect((await fetchAs(people.ben, file.url)).status).toBe(200)
  })

  it('nobody of another organization', async () => {
    const file = await upload(people.ann)
    await say(people.ann, people.general, 'tea', linkTo(file))
    const others = await cast(server)
    expect((await fetchAs(others.owner, file.url)).status).toBe(403)
    await others.owner.get(`user_uploads/${file.pathId}`).fails('BAD_REQUEST', 'There is no such file', 403)
    await say(others.ann, others.general, 'tea', linkTo(file))
    expect((await fetchAs(others.owner, file.url)).status).toBe(403)
  })

  it('no bot that may only send', async () => {
    const hook = await people.person({ fullName: 'Hook', bot: { owner: people.ann, type: 2 } })
    const file = await upload(people.ann)
    await say(people.ann, people.general, 'tea', linkTo(file))
    expect((await fetchAs(hook, file.url)).status).toBe(401)
  })
})

describe('a message that refers to files', () => {
  it('is named to their owners, in events and lists', async () => {
    const { ann, ben, general } = people
    const file = await upload(ann)
    const queue = await register(ann, ['attachment'])
    const other = await register(ben, ['attachment'])
    const first = await say(ann, general, 'tea', linkTo(file))
    const { attachments } = await ann.get('attachments').succeeds()
    expect(attachments).toMatchObject([{ message_ids: [first] }])
    await queue.receives({
      type: 'attachment',
      op: 'update',
      attachment: attachments[0],
      upload_space_used: 7,
    })
    const second = await tell(ben, [ann], `${linkTo(file)} and again ${linkTo(file)}`)
    await queue.receives({
      type: 'attachment',
      op: 'update',
      attachment: { ...attachments[0], message_ids: [first, second] },
      upload_space_used: 7,
    })
    await other.receivesNothing()
    expect(await idsOf(ben)).toEqual([])
  })

  it('refers to them by whole addresses of the server, too', async () => {
    const { ann, general, host } = people
    const file = await upload(ann)
    const id = await say(ann, general, 'tea', `http://${host}${file.url}`)
    expect(await idsOf(ann)).toEqual([id])
  })

  it('refers to nothing in code, and to no file that does not exist', async () => {
    const { ann, general, organizationId } = people
    const file = await upload(ann)
    await say(ann, general, 'tea', `\`${linkTo(file)}\``)
    await say(ann, general, 'tea', `[x](/user_uploads/${organizationId}/aa/bb/x.txt)`)
    expect(await idsOf(ann)).toEqual([])
  })

  it('shows those of its new text when it is edited, and tells its writer which nothing refers to', async () => {
    const { ann, ben, general } = people
    const [old, kept, added] = [await upload(ann), await upload(ann), await upload(ann)]
    const id = await say(ann, general, 'tea', `${linkTo(old)} ${linkTo(kept)}`)
    const queue = await register(ann, ['attachment'])
    const edited = await ann
      .patch(`messages/${id}`, { content: `${linkTo(kept)} ${linkTo(added)}` })
      .succeeds()
    const { attachments } = await ann.get('attachments').succeeds()
    const [first, , third] = attachments
    expect(attachments).toMatchObject([{ message_ids: [] }, { message_ids: [id] }, { message_ids: [id] }])
    expect(edited.detached_uploads).toEqual([first])
    const told = { type: 'attachment', op: 'update', upload_space_used: 21 }
    await queue.receives({ ...told, attachment: first }, { ...told, attachment: third })
    const statuses = [old, kept, added].map(async ({ url }) => (await fetchAs(ben, url)).status)
    expect(await Promise.all(statuses)).toEqual([403, 200, 200])
    const again = await ann.patch(`messages/${id}`, { content: linkTo(added) }).succeeds()
    expect(again.detached_uploads).toMatchObject([{ path_id: kept.pathId }])
  })

  it('shows them to nobody any more when it is deleted', async () => {
    const { ann, ben, owner, general } = people
    const file = await upload(ann)
    const direct = await tell(ann, [ben], linkTo(file))
    await say(ann, general, 'doomed', linkTo(file))
    const queue = await register(ann, ['attachment'])
    await owner.post(`streams/${general}/delete_topic`, { topic_name: 'doomed' }).succeeds()
    const { attachments } = await ann.get('attachments').succeeds()
    expect(attachments).toMatchObject([{ message_ids: [direct] }])
    await queue.receives({
      type: 'attachment',
      op: 'update',
      attachment: attachments[0],
      upload_space_used: 7,
    })
    expect(await readersOf(file)).toEqual(['ann', 'ben'])
  })
})

describe('a file that nothing refers to', () => {
  const expire = (file: Uploaded, days: number) =>
    server.core.db.query(sql`
      UPDATE attachment SET expires_at = expires_at - make_interval(days => ${days}) WHERE path_id = ${file.pathId}`)
  const isThere = async (file: Uploaded) => (await fetchAs(people.ann, file.url)).status === 200

  it('goes five weeks after it was uploaded; its owner is told', async () => {
    const file = await upload(people.ann)
    await expire(file, 34)
    await server.core.dailyWork.run()
    expect(await isThere(file)).toBe(true)
    const queue = await register(people.ann, ['attachment'])
    const { attachments } = await people.ann.get('attachments').succeeds()
    await expire(file, 1)
    await server.core.dailyWork.run()
    expect(await isThere(file)).toBe(false)
    await queue.receives({
      type: 'attachment',
      op: 'remove',
      attachment: { id: attachments[0].id },
      upload_space_used: 0,
    })
    await server.core.files.removeDue()
    expect(await server.core.files.has(`uploads/${file.pathId.split('/').slice(0, 3).join('/')}`)).toBe(false)
  })

  it('stays as long as a message refers to it, and 30 days after that was deleted', async () => {
    const { ann, owner, general } = people
    const file = await upload(ann)
    await say(ann, general, 'doomed', linkTo(file))
    await expire(file, 1000)
    await server.core.dailyWork.run()
    expect(await isThere(file)).toBe(true)
    await owner.post(`streams/${general}/delete_topic`, { topic_name: 'doomed' }).succeeds()
    await expire(file, 29)
    await server.core.dailyWork.run()
    expect(await isThere(file)).toBe(true)
    await expire(file, 1)
    await server.core.dailyWork.run()
    expect(await isThere(file)).toBe(false)
    await forgetDeletedMessages(server.core.db)
  })
})

describe('DELETE /attachments/{attachment_id}', () => {
  it('removes a file of one’s own, linked or not, over REST and GraphQL', async () => {
    const { ann, ben, general } = people
    const file = await upload(ann)
    await say(ann, general, 'tea', linkTo(file))
    const { attachments } = await ann.get('attachments').succeeds()
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    for (const person of [ann, ben]) expect((await fetchAs(person, file.url)).status).toBe(403)
    await ann.delete(`attachments/${attachments[0].id}`).fails('BAD_REQUEST', 'Invalid attachment')
    await upload(ann)
    const { viewer } = await ann.graphql('{ viewer { attachments { edges { node { databaseId } } } } }')
    const { databaseId } = viewer.attachments.edges[0].node
    const remove = 'mutation ($id: Int!) { deleteAttachment(input: {databaseId: $id}) { databaseId } }'
    await expect(ben.graphql(remove, { id: databaseId })).rejects.toThrow('Invalid attachment')
    expect(await ann.graphql(remove, { id: databaseId })).toEqual({ deleteAttachment: { databaseId } })
    expect((await ann.get('attachments').succeeds()).attachments).toEqual([])
  })

  it('refuses everybody else, as for one that does not exist', async () => {
    const { ann, general } = people
    const file = await upload(ann)
    await say(ann, general, 'tea', linkTo(file))
    const { attachments } = await ann.get('attachments').succeeds()
    for (const name of roleNames.filter((name) => name !== 'ann')) {
      const refused = await people[name].delete(`attachments/${attachments[0].id}`)
      expect(refused.body, name).toEqual((await people[name].delete('attachments/999999')).body)
      expect(refused.status).toBe(400)
    }
    expect((await fetchAs(people.ben, file.url)).status).toBe(200)
  })
})

it('the files of GraphQL are those of REST, page by page', async () => {
  const { ann, general } = people
  const files = [await upload(ann, 'one'), await upload(ann, 'three', { type: 'text/csv' })]
  const message = await say(ann, general, 'tea', linkTo(files[1] ?? (files[0] as Uploaded)))
  const { viewer } = await ann.graphql(`{ viewer { uploadSpaceUsed attachments(first: 1) {
    pageInfo { hasNextPage endCursor }
    edges { node { name pathId url size contentType expiresAt messageDatabaseIds image { width } } }
  } } }`)
  expect(viewer.uploadSpaceUsed).toBe(8)
  expect(viewer.attachments.edges).toMatchObject([
    { node: { pathId: files[0]?.pathId, url: files[0]?.url, size: 3, messageDatabaseIds: [], image: null } },
  ])
  expect(viewer.attachments.pageInfo.hasNextPage).toBe(true)
  const next = await ann.graphql(
    'query ($after: String) { viewer { attachments(after: $after) { edges { node { contentType expiresAt messageDatabaseIds } } } } }',
    { after: viewer.attachments.pageInfo.endCursor },
  )
  expect(next.viewer.attachments.edges).toEqual([
    { node: { contentType: 'text/csv', expiresAt: null, messageDatabaseIds: [message] } },
  ])
  const backwards = async (before: string | null) => {
    const query = `query ($before: String) { viewer { attachments(last: 1, before: $before) {
      pageInfo { hasPreviousPage startCursor } edges { node { pathId } } } } }`
    return (await ann.graphql(query, { before })).viewer.attachments
  }
  const newest = await backwards(null)
  expect(newest.edges).toEqual([{ node: { pathId: files[1]?.pathId } }])
  expect(newest.pageInfo.hasPreviousPage).toBe(true)
  const oldest = await backwards(newest.pageInfo.startCursor)
  expect(oldest.edges).toEqual([{ node: { pathId: files[0]?.pathId } }])
  expect(oldest.pageInfo.hasPreviousPage).toBe(false)
})
