import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { profileFieldTypes } from '../../../src/contract/shapes/custom-profile-field.ts'
import type { Variant } from './variant.ts'

/** Pronouns are short text to clients that are too old to know their type. */
export const customProfileFieldsVariant: Variant<CanonicalEventOf<'custom_profile_fields'>> = (
  event,
  shown,
) => {
  if (shown.knowsPronouns) return [event]
  const fields = event.fields.map((field) =>
    field.type === profileFieldTypes.pronouns ? { ...field, type: profileFieldTypes.shortText } : field,
  )
  return [{ ...event, fields }]
}
