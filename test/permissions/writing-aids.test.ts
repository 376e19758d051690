import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { searchableForm } from '../../src/alert-words/matching.ts'
import { setPermissionOn } from '../channels/support.ts'
import { plainImage } from '../pictures/pictures.ts'
import { testServer } from '../support/server.ts'
import { sendForm } from '../support/uploads.ts'
import { personFor, provePermissions, type Staff, staff, type Way } from './matrix.ts'
import { verdicts } from './table.ts'

const server = testServer()
const setPermission = setPermissionOn(server)
let people: Staff
let picture: Buffer

beforeAll(async () => {
  people = await staff(server)
  picture = await plainImage('png', 64, 64)
})

type Action =
  | 'add an emoji'
  | 'take an emoji out of use'
  | 'list the emoji'
  | 'add a linkifier'
  | 'change a linkifier'
  | 'remove a linkifier'
  | 'reorder the linkifiers'
  | 'list the linkifiers'
  | 'add an alert word'
  | 'remove an alert word'
  | 'render'

/** Whose the emoji is, or who may add one. */
type Relation = 'as it is' | 'own' | `${string} add them`

/** An emoji, a linkifier and an alert word of the scene's own. */
interface Scene {
  readonly emoji: string
  readonly linkifier: number
  /** Everybody's. */
  readonly linkifiers: readonly number[]
  readonly word: string
}

let count = 0

const newLinkifier = () => ({ pattern: `new${count++}-(?P<id>[0-9]+)`, url: 'https://example.com/{id}' })

const ways: Record<Action, (scene: Scene) => Way> = {
  'add an emoji': () => {
    const name = `new_face_${count++}`
    const part = { field: 'filename', content: picture, filename: 'face.png' }
    return {
      rest: (actor) => sendForm(actor, `realm/emoji/${name}`, part),
      graphql: [
        'addCustomEmoji',
        'AddCustomEmojiInput',
        { name: `${name}_too`, picture: picture.toString('base64') },
      ],
    }
  },
  'take an emoji out of use': ({ emoji }) => ({
    rest: ['DELETE', `realm/emoji/${emoji}`, {}],
    graphql: ['deactivateCustomEmoji', 'DeactivateCustomEmojiInput', { name: emoji }],
  }),
  'list the emoji': () => ({
    rest: ['GET', 'realm/emoji', {}],
    graphql: { operation: '{ organization { customEmoji { name } } }', variables: {} },
  }),
  'add a linkifier': () => {
    const { pattern, url } = newLinkifier()
    return {
      rest: ['POST', 'realm/filters', { pattern, url_template: url }],
      graphql: ['createLinkifier', 'CreateLinkifierInput', { pattern: `${pattern}x`, urlTemplate: url }],
    }
  },
  'change a linkifier': ({ linkifier }) => {
    const { pattern, url } = newLinkifier()
    return {
      rest: ['PATCH', `realm/filters/${linkifier}`, { pattern, url_template: url }],
      graphql: [
        'updateLinkifier',
        'UpdateLinkifierInput',
        { databaseId: linkifier, pattern, urlTemplate: url },
      ],
    }
  },
  'remove a linkifier': ({ linkifier }) => ({
    rest: ['DELETE', `realm/filters/${linkifier}`, {}],
    graphql: ['deleteLinkifier', 'DeleteLinkifierInput', { databaseId: linkifier }],
  }),
  'reorder the linkifiers': ({ linkifiers }) => {
    const start = 1 + (count++ % (linkifiers.length - 1)) // Another order each time.
    const order = [...linkifiers.slice(start), ...linkifiers.slice(0, start)]
    return {
      rest: ['PATCH', 'realm/linkifiers', { ordered_linkifier_ids: order }],
      graphql: ['reorderLinkifiers', 'ReorderLinkifiersInput', { databaseIds: order }],
    }
  },
  'list the linkifiers': () => ({
    rest: ['GET', 'realm/linkifiers', {}],
    graphql: { operation: '{ linkifiers { pattern } }', variables: {} },
  }),
  'add an alert word': () => {
    const word = `new word ${count++}`
    return {
      rest: ['POST', 'users/me/alert_words', { alert_words: [word] }],
      graphql: ['addAlertWords', 'ChangeAlertWordsInput', { words: [`${word} too`] }],
    }
  },
  'remove an alert word': ({ word }) => ({
    rest: ['DELETE', 'users/me/alert_words', { alert_words: [word] }],
    graphql: ['removeAlertWords', 'ChangeAlertWordsInput', { words: [word] }],
  }),
  render: () => ({
    rest: ['POST', 'messages/render', { content: '*Hi*' }],
    graphql: { operation: '{ renderedMarkdown(content: "*Hi*") }', variables: {} },
  }),
}

provePermissions<Action, Relation, Scene>(server, {
  title: 'What one writes with (permissions: "Organization permission settings"; the specification)',
  people: () => people,
  refusals: {
    no: { code: 'BAD_REQUEST', message: /^Insufficient permission$/ },
    adm: { code: 'UNAUTHORIZED_PRINCIPAL', message: /^Must be an organization administrator$/ },
    // As if there were no such emoji, or linkifier.
    none: { code: 'BAD_REQUEST', message: /^Emoji '\w+' does not exist$/, status: 404 },
    gone: { code: 'BAD_REQUEST', message: /^Linkifier not found\.$/ },
    ord: { code: 'BAD_REQUEST', message: /must name every linkifier exactly once\.$/ },
  },
  tables: {
    // can_add_custom_emoji_group, which guests cannot hold.
    'add an emoji': verdicts(`
                                 owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      role:members add them      yes    yes    yes        yes     yes       no     yes  -          401
      role:everyone add them     yes    yes    yes        yes     yes       no     yes  -          -
      role:fullmembers add them  yes    yes    yes        yes     no        no     yes  -          -
      role:nobody add them       no     no     no         no      no        no     no   -          -`),
    // Administrators, and who added it.
    'take an emoji out of use': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  none       401
      own       yes    yes    yes        yes     yes       yes    yes  -          -`),
    'list the emoji': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    yes        yes     yes       yes    yes  yes        -`),
    // Administrators.
    'add a linkifier': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  -          401`),
    'change a linkifier; remove a linkifier': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  gone       401`),
    'reorder the linkifiers': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    adm        adm     adm       adm    adm  ord        401`),
    'list the linkifiers': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    yes        yes     yes       yes    yes  yes        -`),
    // Everybody's own.
    'add an alert word; remove an alert word': verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    yes        yes     yes       yes    yes  -          401`),
    render: verdicts(`
                owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      as it is  yes    yes    yes        yes     yes       yes    yes  yes        401`),
  },
  harmless: ['list the emoji', 'list the linkifiers', 'render'],
  prepare: async (relation) => {
    if (!relation.endsWith(' add them')) return undefined
    const set = (holders: string) => setPermission(people.owner.id, 'can_add_custom_emoji_group', holders)
    await set(relation.replace(' add them', ''))
    return () => set('role:members')
  },
  stage: async (tries) => {
    const { db } = server.core
    const { organizationId, ben } = people
    const actors = tries.map(({ who }) => personFor(people, who)?.id ?? ben.id)
    const authors = tries.map(({ relation }, at) => (relation === 'own' ? actors[at] : ben.id))
    const stamp = `${count++}`
    const words = tries.map((_, at) => `word${stamp}x${at}`)
    const made = await db.query<{ id: number }>(sql`
      INSERT INTO linkifier (organization_id, pattern, url_template, alternative_url_templates, position)
      SELECT ${organizationId}, 'staged' || ${stamp} || '-' || n || '-(?P<id>[0-9]+)', 'https://example.com/{id}', '{}', n
      FROM generate_series(1, ${tries.length}::int) n RETURNING id`)
    await db.query(sql`
      INSERT INTO custom_emoji (organization_id, name, author_id, file_name)
      SELECT ${organizationId}, 'face_' || ${stamp} || '_' || n, author, 'face.png'
      FROM unnest(${authors}::int[]) WITH ORDINALITY AS given(author, n)`)
    await db.query(sql`
      INSERT INTO alert_word (organization_id, user_id, word, match_key, first_token)
      SELECT ${organizationId}, actor, word, match_key, word
      FROM unnest(${actors}::int[], ${words}::text[], ${words.map(searchableForm)}::text[]) AS given(actor, word, match_key)`)
    const all = await db.query<{ id: number }>(
      sql`SELECT id FROM linkifier WHERE organization_id = ${organizationId} ORDER BY position, id`,
    )
    const linkifiers = all.map(({ id }) => id)
    return tries.map((_, at) => ({
      emoji: `face_${stamp}_${at + 1}`,
      linkifier: made[at]?.id ?? -1,
      linkifiers,
      word: words[at] ?? '',
    }))
  },
  ways,
  state: async (scenes) => {
    const { organizationId } = people
    const [all] = await server.core.db.query(sql`
      SELECT (SELECT jsonb_agg(l ORDER BY l.id) FROM linkifier l WHERE l.organization_id = ${organizationId}) AS linkifiers,
        (SELECT jsonb_agg(e ORDER BY e.id) FROM custom_emoji e WHERE e.organization_id = ${organizationId}) AS emoji,
        (SELECT jsonb_agg(w ORDER BY w) FROM alert_word w JOIN "user" u ON u.id = w.user_id
          WHERE u.organization_id = ${organizationId}) AS words`)
    return scenes.map(() => all)
  },
})
