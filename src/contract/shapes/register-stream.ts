import * as z from 'zod'
import { basicChannel } from './channel.ts'

/** Fields of POST /register under the gate `stream`. */
export const registerStreamFields = {
  streams: z.array(basicChannel),
}

export const registerStream = z.strictObject(registerStreamFields)

export type RegisterStream = z.output<typeof registerStream>
