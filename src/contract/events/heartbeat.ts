import { deliveredKind } from './event-kind.ts'

/** Nothing happened for a while; queues make it themselves. */
export const heartbeat = deliveredKind('heartbeat', {})
