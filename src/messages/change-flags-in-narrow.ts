import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changeFlags, editableFlag } from './change-flags.ts'
import type { FlagOperation } from './flag-rows.ts'
import { readWindowIds, type WindowRequest } from './window.ts'

/** A change of one of the viewer's flags on a range of a narrow. */
export interface FlagChangeInNarrow {
  /** Counts that are too large together are lowered. */
  readonly range: WindowRequest
  readonly flag: string
  readonly operation: FlagOperation
}

/** How far it went, and what came of it. */
export interface ChangedFlagsInNarrow {
  readonly processedCount: number
  readonly updatedCount: number
  /** Null for an empty range. */
  readonly firstProcessedId: number | null
  readonly lastProcessedId: number | null
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  /** As ChangedFlags.unsubscribedChannelIds. */
  readonly unsubscribedChannelIds: number[] | null
}

/**
 * Sets or clears a flag of the viewer's own on messages around an anchor (reference: POST
 * /messages/flags/narrow). The range is found first; then all of it that is still there changes, or nothing.
 *
 * @throws CodedError BAD_REQUEST for a flag that is none or not the viewer's to change, BAD_NARROW
 */
export async function changeFlagsInNarrow(
  context: ViewerContext,
  { range, flag, operation }: FlagChangeInNarrow,
): Promise<ChangedFlagsInNarrow> {
  editableFlag(flag)
  const { ids, foundOldest, foundNewest } = await readWindowIds(context, lowered(range))
  return transact(
    context.core,
    context.viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const changed = await changeFlags(tx, asker, {
        messageIds: ids,
        flag,
        operation,
        passesOverGone: true,
      })
      return {
        processedCount: ids.length,
        updatedCount: changed.messageIds.length,
        firstProcessedId: ids[0] ?? null,
        lastProcessedId: ids.at(-1) ?? null,
        foundOldest,
        foundNewest,
        unsubscribedChannelIds: changed.unsubscribedChannelIds,
      }
    },
    context.once,
  )
}

/** Counts that make one transaction: neither side takes more than half from the other. */
function lowered(range: WindowRequest): WindowRequest {
  const most = countLimits.messagesPerFetch
  const { numBefore, numAfter } = range
  if (numBefore < 0) throw badRequest('num_before is too small')
  if (numAfter < 0) throw badRequest('num_after is too small')
  const before = Math.min(numBefore, Math.max(most - numAfter, most / 2))
  return { ...range, numBefore: before, numAfter: Math.min(numAfter, most - before) }
}
