import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** Reactivation looks like creation to clients without include_deactivated_groups, and only to them. */
export const userGroupAddVariant: Variant<CanonicalEventOf<'user_group/add'>> = (event, shown) => {
  const { reactivated, ...wire } = event
  return reactivated && shown.capabilities.include_deactivated_groups ? [] : [wire]
}
