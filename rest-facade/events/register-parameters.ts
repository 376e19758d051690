import { z } from 'zod'
import { clientCapabilities } from '../../src/contract/capabilities.ts'
import { queueTiming } from '../../src/contract/server.ts'
import type { RegisterEventQueueInput, VisitorsSnapshotInput } from '../generated/operations.ts'
import { knowsPronouns } from '../organizations/client-compatibility.ts'
import { boolean, integer, json } from '../parameters/json.ts'
import type { ParameterValues } from '../parameters/parameter.ts'
import { oneOf } from '../parameters/text.ts'

/** What POST /register takes, and GET /events where it registers on the fly. */
export const registerParameters = {
  apply_markdown: boolean().default(false).describe('HTML instead of Markdown in message events.'),
  client_gravatar: boolean().default(true).describe('The client computes Gravatar addresses itself.'),
  include_subscribers: oneOf(['true', 'false', 'partial'])
    .default('false')
    .describe('Whether channels come with the ids of their subscribers.'),
  slim_presence: boolean().default(false).describe('Presence by user id, in the modern form.'),
  presence_history_limit_days: integer({ min: 0 })
    .optional()
    .describe('No presence data older than that many days; 14 unless told.'),
  // Some client libraries send null where they mean all.
  event_types: json(z.array(z.string()).nullable())
    .optional()
    .describe('Types of the events to deliver; all unless told. Unknown types are ignored.'),
  all_public_streams: boolean()
    .default(false)
    .describe('Message events of all public channels, subscribed or not.'),
  client_capabilities: json(clientCapabilities)
    .optional()
    .describe('What the client is able to understand, each true or false.'),
  fetch_event_types: json(z.array(z.string()).nullable())
    .optional()
    .describe('Like event_types, for the snapshot; the same as event_types unless told.'),
  narrow: json(z.array(z.tuple([z.string(), z.string()])))
    .optional()
    .describe('Pairs of operator and operand that message events must match.'),
  idle_queue_timeout: json(z.union([z.int().min(1), z.literal('mobile')]))
    .optional()
    .describe(
      `Seconds for which to keep the queue without polls, at most ${queueTiming.idleTimeoutMaximumSeconds}, or "mobile".`,
    ),
}

const subscriberLists = { true: 'ALL', false: 'NONE', partial: 'PARTIAL' } as const

/** The core's input for these parameters. */
export function registerInput(
  given: ParameterValues<typeof registerParameters>,
  userAgent: string | undefined,
): RegisterEventQueueInput {
  const timeout = given.idle_queue_timeout
  return {
    eventTypes: given.event_types,
    fetchEventTypes: given.fetch_event_types,
    allPublicChannels: given.all_public_streams,
    narrow: given.narrow?.map(([operator, operand]) => ({ operator, operand })),
    ...(timeout === 'mobile' ? { isMobile: true } : { idleTimeoutSeconds: timeout }),
    includeSubscribers: subscriberLists[given.include_subscribers],
    presenceHistoryLimitDays: given.presence_history_limit_days,
    applyMarkdown: given.apply_markdown,
    clientGravatar: given.client_gravatar,
    slimPresence: given.slim_presence,
    capabilities: given.client_capabilities,
    knowsPronouns: knowsPronouns(userAgent),
  }
}

/**
 * The core's input for visitors, who get no queue.
 *
 * @param isGiven whether the request has the parameter: visitors have another default for one
 */
export function visitorsInput(
  given: ParameterValues<typeof registerParameters>,
  isGiven: (parameter: string) => boolean,
): VisitorsSnapshotInput {
  return {
    fetchEventTypes: given.fetch_event_types ?? given.event_types,
    includeSubscribers: subscriberLists[given.include_subscribers],
    clientGravatar: isGiven('client_gravatar') && given.client_gravatar,
    capabilities: given.client_capabilities,
  }
}
