import * as z from 'zod'
import { linkifier } from '../shapes/linkifier.ts'
import { eventKind } from './event-kind.ts'

/** All linkifiers in the order they apply in; only for clients with linkifier_url_template. */
export const realmLinkifiers = eventKind('realm_linkifiers', { realm_linkifiers: z.array(linkifier) })
