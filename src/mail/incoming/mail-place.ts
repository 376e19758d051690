import sql from 'sql-template-tag'
import type { Core } from '../../core.ts'
import { type ViewerRow, viewerColumns, viewerOf } from '../../credentials/viewer-row.ts'
import type { User } from '../../generated/prisma/client.ts'
import { createContext, requireSender, type ViewerContext } from '../../graphql/context.ts'
import { mayPostTo } from '../../messages/posting.ts'
import { systemBotsOf } from '../../organizations/system-organization.ts'
import { type AddressOptions, findAddress } from '../channel-address.ts'
import { notTaken } from './refusal.ts'

/** What an address leads to. */
export interface MailPlace {
  /** Of whoever posts: the sender, or whose address it is where that is the email gateway. */
  readonly context: ViewerContext
  readonly channelId: number
  /** The email gateway, where it appears as the sender. */
  readonly gateway: User | undefined
  readonly options: AddressOptions
  /** Tells the address from all others. */
  readonly addressHash: Buffer
}

/** The name under which mail is sent, as that of a client. */
const SENDING_CLIENT = 'Email'

/**
 * Finds out where mail to an address goes, if whoever posts it is active and may post there at all.
 *
 * @param address as the mail server gives it
 * @throws Refusal, the same for whatever is the reason
 */
export async function accessMailPlace(core: Core, address: string): Promise<MailPlace> {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== core.config.mailDomain.toLowerCase()) throw notTaken()
  const found = await findAddress(core.db, address.slice(0, at))
  if (!found) throw notTaken()
  const { channelId, userId, senderId, options, hash } = found
  const { email } = await systemBotsOf(core.db)
  const gateway = senderId === email.id ? email : undefined
  const rows = await core.db.query<ViewerRow>(sql`
    SELECT ${viewerColumns} FROM "user" u JOIN organization o ON o.id = u.organization_id
    WHERE u.id IN (${userId}, ${senderId}) AND u.is_active AND o.is_active AND o.subdomain IS NOT NULL`)
  const owner = rows.find(({ id }) => id === userId)
  const poster = gateway ? owner : rows.find(({ id }) => id === senderId)
  if (!owner || !poster) throw notTaken()
  // A bot may have got another owner since.
  if (poster !== owner && poster.botOwnerId !== owner.id) throw notTaken()
  const viewer = viewerOf(poster)
  const request = { viewer, organization: viewer.organization, clientName: SENDING_CLIENT }
  const context = requireSender(await createContext(core, request))
  const may = await core.db.transaction('read committed', (tx) => mayPostTo(tx, context, channelId))
  if (!may) throw notTaken()
  return { context, channelId, gateway, options, addressHash: hash }
}
