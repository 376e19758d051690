import { isOldForm } from '../contract/events/old-forms.ts'
import type { LoggedEvent } from './log.ts'

/** Whose events, and which of them. */
export interface EventReader {
  readonly organizationId: number
  readonly userId: number
  /** Follows the user's role while they read (account-changes.ts). */
  isGuest: boolean
  /** Types to deliver; null for all. */
  readonly types: ReadonlySet<string> | null
  /** Also message events of public channels that the user is not subscribed to. */
  readonly allPublicChannels: boolean
  /**
   * Also what is for others only: for readers within the server, which tell nobody of an event but look
   * what has become of what it is about.
   */
  readonly wholeLog?: boolean
  /** Also events that only tell old clients what others tell better (src/contract/events/old-forms.ts). */
  readonly oldForms: boolean
  /** Whether a message event, with the user's flags for it, passes the reader's narrow. */
  readonly matchesNarrow: ((event: LoggedEvent, flags: number) => boolean) | null
}

/** Whether the reader gets the event. */
export function concerns(reader: EventReader, event: LoggedEvent): boolean {
  if (reader.types !== null && !reader.types.has(event.type)) return false
  if (!isAddressed(reader, event)) return false
  if (!reader.oldForms && isOldForm(event.payload)) return false
  if (reader.matchesNarrow === null || event.type !== 'message') return true
  return reader.matchesNarrow(event, flagsFor(event, reader.userId))
}

function isAddressed(reader: EventReader, event: LoggedEvent): boolean {
  if (reader.wholeLog || event.audience === null || event.audience.has(reader.userId)) return true
  // Guests cannot ask for them; one who asked as a member gets them no more (reference: all_public_streams).
  if (!reader.allPublicChannels || reader.isGuest || event.reach !== 'public') return false
  return !event.perUser?.toldApart?.includes(reader.userId)
}

/** The user's message flags in the event, as bits. */
export function flagsFor(event: LoggedEvent, userId: number): number {
  return event.perUser?.flags?.[userId] ?? 0
}
