import * as z from 'zod'
import { playground } from './playground.ts'

/** Fields of POST /register under the gate `realm_playgrounds`. */
export const registerPlaygroundsFields = {
  realm_playgrounds: z.array(playground),
}

const registerPlaygrounds = z.strictObject(registerPlaygroundsFields)

export type RegisterPlaygrounds = z.output<typeof registerPlaygrounds>
