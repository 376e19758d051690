import { userSettings } from '../contract/user-settings.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { writeMail } from '../mail/outgoing/write-mail.ts'
import { organizationUrl } from '../organizations/organization-address.ts'

/** Mails somebody that they, or somebody who knows their password, have signed in (reference: "new-login mail"). */
export async function tellOfSignIn(
  tx: Transaction,
  { core, organization, clientName }: Context,
  user: Pick<User, 'fullName' | 'deliveryEmail' | 'settings'>,
): Promise<void> {
  if (!core.outbox.isOpen || !userSettings(user.settings).enableLoginEmails) return
  const url = organizationUrl(core.config, organization)
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ')
  await writeMail(tx, organization.id, {
    recipient: user.deliveryEmail,
    subject: `A new sign-in to ${organization.name}`,
    text: `Hello ${user.fullName},

somebody has signed in to your account at ${organization.name} (${url}):

  When: ${time} UTC
  With: ${clientName}

If it was you, there is nothing to do. If not, somebody knows your password: tell an administrator of your
organization.
`,
  })
}
