import * as z from 'zod'
import { bot } from '../shapes/bot.ts'
import { eventKind } from './event-kind.ts'

/** A bot was created; for its owner and administrators. */
export const realmBotAdd = eventKind('realm_bot', { op: z.literal('add'), bot })

const id = { user_id: z.int() }

/** One thing about a bot changed. */
export const realmBotUpdate = eventKind('realm_bot', {
  op: z.literal('update'),
  bot: z.union([
    z.strictObject({ ...id, default_sending_stream: bot.shape.default_sending_stream }),
    z.strictObject({ ...id, default_events_register_stream: bot.shape.default_events_register_stream }),
    z.strictObject({ ...id, default_all_public_streams: bot.shape.default_all_public_streams }),
    z.strictObject({ ...id, services: bot.shape.services }),
  ]),
})

/** A bot was deactivated. */
export const realmBotDelete = eventKind('realm_bot', { op: z.literal('delete'), bot: z.strictObject(id) })
