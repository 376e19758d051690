import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Core } from '../core.ts'
import type { Queryable, Transaction } from '../database/database.ts'

/** What an address says about how its mail becomes a message. */
export interface AddressOptions {
  /** The message begins with who the mail is from. */
  readonly showSender: boolean
  /** What a reply repeats of the mail before it stays. */
  readonly includeQuotes: boolean
  /** Signatures and footers stay. */
  readonly includeFooter: boolean
  /** The HTML counts, where a mail has both it and plain text. */
  readonly preferHtml: boolean
}

const words: ReadonlyMap<string, keyof AddressOptions> = new Map([
  ['show-sender', 'showSender'],
  ['include-quotes', 'includeQuotes'],
  ['include-footer', 'includeFooter'],
  ['prefer-html', 'preferHtml'],
])

/** Of the part before the @, in characters: mail servers may refuse more (RFC 5321, 4.5.3.1.1). */
const LONGEST_LOCAL_PART = 64
const TOKEN_BYTES = 16
const tokenForm = /^[0-9a-f]{32}$/

/** Whose address it is, and what for. */
export interface AddressedChannel {
  readonly channelId: number
  readonly userId: number
  readonly senderId: number
}

/** The key that secret parts of addresses follow from. Asked for outside of transactions. */
export const addressKey = ({ secrets }: Pick<Core, 'secrets'>) => secrets.of('addresses of channels')

/**
 * The part of a new or known address before the @. From then on mail to it is taken.
 *
 * @param key the {@link addressKey}
 * @param name for people to know the channel by
 */
export async function openAddress(
  tx: Transaction,
  key: Uint8Array,
  { channelId, userId, senderId }: AddressedChannel,
  name: string,
): Promise<string> {
  const token = createHmac('sha256', key)
    .update(`${channelId} ${userId} ${senderId}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('hex')
  await tx.query(sql`
    INSERT INTO channel_email_address (hash, channel_id, user_id, sender_id)
    VALUES (${hashOf(token)}, ${channelId}, ${userId}, ${senderId}) ON CONFLICT DO NOTHING`)
  const rest = `${token}.show-sender`
  const slug = slugOf(name)
    .slice(0, LONGEST_LOCAL_PART - rest.length - 1)
    .replace(/-$/, '')
  return slug === '' ? rest : `${slug}.${rest}`
}

/** Finds what an address was made for; undefined for every other one. */
export async function findAddress(
  db: Queryable,
  localPart: string,
): Promise<(AddressedChannel & { readonly options: AddressOptions; readonly hash: Buffer }) | undefined> {
  const parts = localPart.toLowerCase().split('.')
  const options = { showSender: false, includeQuotes: false, includeFooter: false, preferHtml: false }
  const wordAtEnd = () => words.get(parts.at(-1) ?? '')
  for (let word = wordAtEnd(); word !== undefined; word = wordAtEnd()) {
    options[word] = true
    parts.pop()
  }
  const token = parts.at(-1) ?? ''
  if (!tokenForm.test(token)) return undefined
  const hash = hashOf(token)
  const [row] = await db.query<AddressedChannel & { hash: Uint8Array }>(sql`
    SELECT hash, channel_id, user_id, sender_id FROM channel_email_address WHERE hash = ${hash}`)
  // The index has compared the hashes already; this comparison takes the same time for all of them.
  if (!row || !timingSafeEqual(row.hash, hash)) return undefined
  return { ...row, hash, options }
}

/** What is looked up and kept: how long a look-up takes tells nothing about the token itself. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What of a channel's name can stand in an address. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
