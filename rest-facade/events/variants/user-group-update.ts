import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/**
 * To clients without include_deactivated_groups deactivation is removal, reactivation comes as the
 * creation beside it in the log, and deactivated groups keep the name that they had.
 */
export const userGroupUpdateVariant: Variant<CanonicalEventOf<'user_group/update'>> = (event, shown) => {
  const { of_deactivated_group, ...wire } = event
  if (shown.capabilities.include_deactivated_groups) return [wire]
  const { type, group_id } = event
  if (event.data.deactivated === true) return [{ type, op: 'remove', group_id }]
  const { deactivated: _, name, ...other } = event.data
  const data = name === undefined || of_deactivated_group ? other : { name, ...other }
  return Object.keys(data).length === 0 ? [] : [{ ...wire, data }]
}
