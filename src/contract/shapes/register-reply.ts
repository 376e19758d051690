import * as z from 'zod'
import { registerEnvelopeFields } from './register-envelope.ts'
import { registerMessageFields } from './register-message.ts'
import { registerRealmFields } from './register-realm.ts'
import { registerRealmUserFields } from './register-realm-user.ts'
import { registerStreamFields } from './register-stream.ts'
import { registerSubscriptionFields } from './register-subscription.ts'

/** The fields of POST /register by the entry of `fetch_event_types` that asks for them. */
export const registerGates = {
  message: registerMessageFields,
  realm: registerRealmFields,
  realm_user: registerRealmUserFields,
  stream: registerStreamFields,
  subscription: registerSubscriptionFields,
}

export type RegisterGate = keyof typeof registerGates

/** The closed reply to a register that asks for these gates: all their fields and no others. */
export function registerReply(gates: readonly RegisterGate[]): z.ZodObject<Record<string, z.ZodType>> {
  const fields: Record<string, z.ZodType> = { ...registerEnvelopeFields }
  for (const gate of gates) Object.assign(fields, registerGates[gate])
  return z.strictObject(fields)
}
