import * as z from 'zod'
import { playground } from '../shapes/playground.ts'
import { eventKind } from './event-kind.ts'

/** All code playgrounds. */
export const realmPlaygrounds = eventKind('realm_playgrounds', { realm_playgrounds: z.array(playground) })
