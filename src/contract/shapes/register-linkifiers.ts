import * as z from 'zod'
import { linkifier } from './linkifier.ts'

/** Fields of POST /register under the gate `realm_linkifiers`. */
export const registerLinkifiersFields = {
  /** In the order in which they apply; empty for clients without linkifier_url_template. */
  realm_linkifiers: z.array(linkifier),
}

const registerLinkifiers = z.strictObject(registerLinkifiersFields)

export type RegisterLinkifiers = z.output<typeof registerLinkifiers>
