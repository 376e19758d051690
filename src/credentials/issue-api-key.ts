import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import type { PersonChange } from '../contract/events/realm-user.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { usersWhoSee } from '../users/audience.ts'
import { apiKeyHash, drawApiKey } from './api-keys.ts'
import { tellOfSignIn } from './sign-in-mail.ts'

/** A key that is nowhere else from now on: only its hash is kept. */
export interface IssuedKey {
  readonly apiKey: string
  readonly userId: number
  /** The real address, which the key is used with. */
  readonly address: string
}

/**
 * Makes another API key for somebody who has signed in; earlier ones stay. The first sign-in of an
 * account that others made moves its date of joining (reference: "Sign-up and first login").
 *
 * @throws CodedError USER_DEACTIVATED
 */
export async function issueApiKey(context: Context, userId: number): Promise<IssuedKey> {
  const { core, organization, clientName } = context
  const apiKey = drawApiKey()
  const issued = await transact(core, organization.id, async (tx) => {
    // Locked, so that of two first sign-ins one is the first, and none slips past a deactivation.
    const [user] = await tx.query<User>(sql`SELECT * FROM "user" WHERE id = ${userId} FOR UPDATE`)
    if (!user?.isActive) throw new CodedError('USER_DEACTIVATED', 'Account is deactivated')
    await tx.query(sql`
      INSERT INTO api_key (user_id, hash, client_name) VALUES (${userId}, ${apiKeyHash(apiKey)}, ${clientName})`)
    await tellOfSignIn(tx, context, user)
    if (user.awaitsFirstLogin || user.isImportedStub) await beginAccount(tx, context, user)
    return { apiKey, userId, address: user.deliveryEmail }
  })
  core.outbox.wake()
  return issued
}

async function beginAccount(tx: WriteTransaction, { core }: Context, user: User): Promise<void> {
  const [begun] = await tx.query<{ dateJoined: Date }>(sql`
    UPDATE "user" SET date_joined = now(), awaits_first_login = false, is_imported_stub = false
    WHERE id = ${user.id} RETURNING date_joined`)
  if (!begun) throw new Error(`User ${user.id} is gone.`)
  const systemGroups = await core.systemGroups.of(tx, user.organizationId)
  const audience = await usersWhoSee(tx, systemGroups, user)
  const tell = (person: PersonChange) =>
    tx.announce({ payload: { type: 'realm_user', op: 'update', person }, audience })
  if (user.isImportedStub) tell({ user_id: user.id, is_imported_stub: false })
  tell({ user_id: user.id, date_joined: begun.dateJoined.toISOString() })
}
