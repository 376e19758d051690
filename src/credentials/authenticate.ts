import { timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Viewer } from '../access/viewer.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Queryable } from '../database/database.ts'
import { type Gathered, gather } from '../database/gather.ts'
import { apiKeyHash, hasApiKeyForm } from './api-keys.ts'
import { type ViewerRow, viewerColumns, viewerOf } from './viewer-row.ts'

/** An API key as a client presented it; the address is missing with the Bearer scheme. */
export interface PresentedKey {
  readonly address: string | null
  readonly key: string
}

const unusable = () =>
  new CodedError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
const invalidKey = () => new CodedError('INVALID_API_KEY', 'Invalid API key')

/**
 * Reads an Authorization header: `Basic` with address and API key, or `Bearer` with the key alone.
 *
 * @throws CodedError BAD_REQUEST for another scheme, UNAUTHORIZED for an unreadable value
 */
export function readAuthorization(header: string): PresentedKey {
  const [scheme = '', value = ''] = header.trim().split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) return { address: null, key: value }
  if (!/^basic$/i.test(scheme)) throw badRequest('This endpoint requires HTTP basic authentication.')
  const pair = Buffer.from(value, 'base64').toString('utf8').split(':')
  const [address, key] = pair
  if (pair.length !== 2 || address === undefined || key === undefined) throw unusable()
  return { address: address.trim(), key: key.trim() }
}

interface KeyRow extends ViewerRow {
  keyId: number
  hash: Uint8Array
  keyUsedRecently: boolean
}

/** Finds API keys and their users by the keys' hashes, for many requests at once. */
export type KeyRows = Gathered<Buffer, KeyRow | undefined>

export function openKeyRows(db: Queryable): KeyRows {
  return gather(async (hashes) => {
    const wanted = hashes.map((hash) => hash.toString('hex'))
    const rows = await db.query<KeyRow>(sql`
      SELECT k.id AS key_id, k.hash, coalesce(k.last_used_at > now() - interval '1 minute', false) AS key_used_recently,
        ${viewerColumns}
      FROM unnest(${wanted}::text[]) AS given(hash) JOIN api_key k ON k.hash = decode(given.hash, 'hex')
        JOIN "user" u ON u.id = k.user_id JOIN organization o ON o.id = u.organization_id`)
    const byHash = new Map(rows.map((row) => [Buffer.from(row.hash).toString('hex'), row]))
    return wanted.map((hash) => byHash.get(hash))
  })
}

/** An authenticated request: who it is, and whether its key's last use needs to be written down. */
export interface Authenticated {
  readonly viewer: Viewer
  readonly apiKeyId: number
  readonly keyUsedRecently: boolean
}

/**
 * Finds the user of an API key, in the order of checks that the reference names: the key's form,
 * the key, its address, the organization, the account, the host.
 *
 * @throws CodedError INVALID_API_KEY, REALM_DEACTIVATED, USER_DEACTIVATED, UNAUTHORIZED
 */
export async function authenticate(
  keyRows: KeyRows,
  presented: PresentedKey,
  subdomain: string,
): Promise<Authenticated> {
  if (!hasApiKeyForm(presented.key)) {
    throw new CodedError('INVALID_API_KEY', 'Malformed API key')
  }
  const hash = apiKeyHash(presented.key)
  const row = await keyRows(hash)
  // The index has compared the hashes already; this comparison takes the same time for all of them.
  if (!row || !timingSafeEqual(row.hash, hash)) throw invalidKey()
  if (presented.address !== null && presented.address.toLowerCase() !== row.deliveryEmail.toLowerCase()) {
    throw invalidKey()
  }
  if (!row.organizationIsActive) {
    throw new CodedError('REALM_DEACTIVATED', 'This organization has been deactivated')
  }
  if (!row.isActive) throw new CodedError('USER_DEACTIVATED', 'Account is deactivated')
  if (row.subdomain !== subdomain) {
    throw new CodedError('UNAUTHORIZED', 'Account is not associated with this subdomain')
  }
  return { viewer: viewerOf(row), apiKeyId: row.keyId, keyUsedRecently: row.keyUsedRecently }
}
