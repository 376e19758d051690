import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { ReactionType } from '../contract/shapes/emoji-reaction.ts'
import type { Queryable } from '../database/database.ts'
import { emojiCodesByName, emojiNamesByCode, extraEmojiName } from '../markdown/emoji-names.ts'

/** An emoji, as it is kept with a reaction or a status. */
export interface Emoji {
  readonly type: ReactionType
  /** Among those of its type: code points, the id of a custom emoji, or the name. */
  readonly code: string
  readonly name: string
}

/** An emoji as somebody names it. */
export interface NamedEmoji {
  readonly name: string
  readonly code?: string | null | undefined
  readonly type?: ReactionType | null | undefined
}

/**
 * The emoji that a name means: the organization's own in use, else Unicode's, else the server's extra
 * one; of one type where that is told.
 *
 * @throws CodedError BAD_REQUEST when there is none
 */
export async function emojiNamed(
  db: Queryable,
  organizationId: number,
  name: string,
  type?: ReactionType | null,
): Promise<Emoji> {
  if (type == null || type === 'realm_emoji') {
    const code = await codeOfCustomEmoji(db, organizationId, name)
    if (code !== undefined) return { type: 'realm_emoji', code, name }
  }
  if (type == null || type === 'unicode_emoji') {
    const code = emojiCodesByName().get(name)
    if (code !== undefined) return { type: 'unicode_emoji', code, name }
  }
  if ((type == null || type === 'service_extra_emoji') && name === extraEmojiName) {
    return { type: 'service_extra_emoji', code: name, name }
  }
  throw badRequest(`Emoji '${name}' does not exist`)
}

/**
 * The emoji that somebody names, with what they leave out guessed; name and code have to fit. Clients bring tables of
 * names of their own, so the code of a Unicode emoji stands whatever the name: one that does not mean this emoji
 * here gives way to ours.
 *
 * @throws CodedError BAD_REQUEST for an emoji that there is not, or that is not in use any more
 */
export async function resolveEmoji(db: Queryable, organizationId: number, named: NamedEmoji): Promise<Emoji> {
  const { name, code } = named
  if (code == null) return emojiNamed(db, organizationId, name, named.type)
  const type = named.type ?? (await typeOf(db, organizationId, name, code))
  const names = await namesOf(db, organizationId, { code, type })
  if (names === undefined) throw badRequest('Invalid emoji code.')
  if (names.includes(name)) return { name, code, type }
  const [ours] = names
  if (type !== 'unicode_emoji' || ours === undefined) throw badRequest('Invalid emoji name.')
  return { name: ours, code, type }
}

/** The type that name and code together mean: a custom emoji may have a number that is a Unicode emoji's code too. */
async function typeOf(
  db: Queryable,
  organizationId: number,
  name: string,
  code: string,
): Promise<ReactionType> {
  if ((await codeOfCustomEmoji(db, organizationId, name)) === code) return 'realm_emoji'
  if (emojiNamesByCode().has(code)) return 'unicode_emoji'
  return (await emojiNamed(db, organizationId, name)).type
}

/** Whether there is, or has been, such an emoji under any name. */
export async function emojiExists(
  db: Queryable,
  organizationId: number,
  code: string,
  type: ReactionType | null | undefined,
): Promise<boolean> {
  const types: readonly ReactionType[] = type
    ? [type]
    : ['unicode_emoji', 'realm_emoji', 'service_extra_emoji']
  for (const each of types) {
    if (each !== 'realm_emoji') {
      if ((await namesOf(db, organizationId, { code, type: each })) !== undefined) return true
    } else if (await customEmojiById(db, organizationId, code)) return true
  }
  return false
}

/** The names that mean an emoji; undefined when there is no such emoji. */
async function namesOf(
  db: Queryable,
  organizationId: number,
  { code, type }: Pick<Emoji, 'code' | 'type'>,
): Promise<readonly string[] | undefined> {
  if (type === 'unicode_emoji') return emojiNamesByCode().get(code)
  if (type === 'service_extra_emoji') return code === extraEmojiName ? [extraEmojiName] : undefined
  const found = await customEmojiById(db, organizationId, code)
  if (found?.isDeactivated) throw badRequest('This custom emoji has been deactivated.')
  return found && [found.name]
}

interface FoundCustomEmoji {
  readonly id: number
  readonly name: string
  readonly isDeactivated: boolean
}

async function codeOfCustomEmoji(
  db: Queryable,
  organizationId: number,
  name: string,
): Promise<string | undefined> {
  const [found] = await db.query<{ id: number }>(sql`
    SELECT id FROM custom_emoji
    WHERE organization_id = ${organizationId} AND name = ${name} AND NOT is_deactivated`)
  return found && String(found.id)
}

/** As a database id, in the one way of writing it. */
const ID = /^[1-9]\d{0,8}$/

async function customEmojiById(
  db: Queryable,
  organizationId: number,
  code: string,
): Promise<FoundCustomEmoji | undefined> {
  if (!ID.test(code)) return undefined
  const [found] = await db.query<FoundCustomEmoji>(sql`
    SELECT id, name, is_deactivated FROM custom_emoji
    WHERE organization_id = ${organizationId} AND id = ${Number(code)}`)
  return found
}
