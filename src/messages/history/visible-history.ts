import type { ViewerOrganization } from '../../access/viewer.ts'
import { organizationSettings } from '../../contract/organization-settings.ts'
import type { EditHistoryEntry } from '../../contract/shapes/message.ts'
import type { MessageRow } from '../message-rows.ts'

/** What is noted of a message's edits and moves, the newest first. */
export function historyOf({ editHistory }: Pick<MessageRow, 'editHistory'>): readonly EditHistoryEntry[] {
  return (editHistory ?? []) as unknown as EditHistoryEntry[] // All that is ever stored.
}

/** Which part of the edit history of messages an organization shows. */
export function historyPolicy({ settings }: Pick<ViewerOrganization, 'settings'>): 'all' | 'moves' | 'none' {
  return organizationSettings(settings).messageEditHistoryVisibilityPolicy
}

/**
 * What an organization shows of a message's edits and moves, the newest first; null for nothing
 * (reference: narrows and messages, "Message object").
 */
export function visibleHistory(
  message: Pick<MessageRow, 'editHistory'>,
  organization: Pick<ViewerOrganization, 'settings'>,
): readonly EditHistoryEntry[] | null {
  if (message.editHistory === null) return null
  const policy = historyPolicy(organization)
  if (policy === 'none') return null
  const entries = historyOf(message)
  if (policy === 'all') return entries
  const moves = entries.filter((entry) => entry.stream !== undefined || entry.topic !== undefined)
  if (moves.length === 0) return null
  return moves.map(({ prev_content: _, prev_rendered_content: __, ...move }) => move)
}
