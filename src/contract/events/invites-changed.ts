import { eventKind } from './event-kind.ts'

/** Some invitation changed: clients ask for the list again. */
export const invitesChanged = eventKind('invites_changed', {})
