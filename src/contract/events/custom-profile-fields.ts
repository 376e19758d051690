import * as z from 'zod'
import { customProfileField } from '../shapes/custom-profile-field.ts'
import { eventKind } from './event-kind.ts'

/** All profile fields. Clients too old for the pronouns type are told that it is short text. */
export const customProfileFields = eventKind('custom_profile_fields', { fields: z.array(customProfileField) })
