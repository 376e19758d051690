import * as z from 'zod'
import { registerDefaultStreamsFields } from './register-default-streams.ts'
import { registerEnvelopeFields } from './register-envelope.ts'
import { registerMessageFields } from './register-message.ts'
import { registerRealmFields } from './register-realm.ts'
import { registerRealmUserFields } from './register-realm-user.ts'
import { registerRealmUserGroupsFields } from './register-realm-user-groups.ts'
import { registerStarredMessagesFields } from './register-starred-messages.ts'
import { registerStreamFields } from './register-stream.ts'
import { registerSubscriptionFields } from './register-subscription.ts'
import { registerUserSettingsDefaultsFields, registerUserSettingsFields } from './register-user-settings.ts'

/** The fields of POST /register by the entry of `fetch_event_types` that asks for them. */
export const registerGates = {
  default_streams: registerDefaultStreamsFields,
  message: registerMessageFields,
  realm: registerRealmFields,
  realm_user: registerRealmUserFields,
  realm_user_groups: registerRealmUserGroupsFields,
  realm_user_settings_defaults: registerUserSettingsDefaultsFields,
  starred_messages: registerStarredMessagesFields,
  stream: registerStreamFields,
  subscription: registerSubscriptionFields,
  user_settings: registerUserSettingsFields,
}

export type RegisterGate = keyof typeof registerGates

/** The closed reply to a register that asks for these gates: all their fields and no others. */
export function registerReply(gates: readonly RegisterGate[]): z.ZodObject<Record<string, z.ZodType>> {
  const fields: Record<string, z.ZodType> = { ...registerEnvelopeFields }
  for (const gate of gates) Object.assign(fields, registerGates[gate])
  return z.strictObject(fields)
}
