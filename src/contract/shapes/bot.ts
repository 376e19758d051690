import * as z from 'zod'

/** Settings of an embedded bot or of an integration. */
export const botConfiguration = z.record(z.string(), z.string())

/** What an outgoing webhook or an embedded bot works with. */
export const botService = z.union([
  z.strictObject({
    base_url: z.string(),
    token: z.string(),
    /** 1 the server's own format, 2 Slack's. */
    interface: z.literal([1, 2]),
  }),
  z.strictObject({ service_name: z.string(), config_data: botConfiguration }),
])

/** What administers a bot, beside its user object (schemas: "Bot"). */
export const bot = z.strictObject({
  user_id: z.int(),
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
  /** One element for outgoing webhooks and embedded bots, none for others. */
  services: z.array(botService),
})

export type Bot = z.output<typeof bot>
