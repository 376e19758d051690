import {
  canonicalReactionType,
  extraEmojiAlias,
  type ReactionType,
  reactionTypes,
} from '../src/contract/shapes/emoji-reaction.ts'
import type { Parameter } from './parameters/parameter.ts'
import { oneOf } from './parameters/text.ts'

/** Our names of reply fields, and the names under which existing clients read the same values. */
const fieldAliases = {
  service_version: 'zulip_version',
  service_merge_base: 'zulip_merge_base',
  service_feature_level: 'zulip_feature_level',
} as const

type FieldAliases = typeof fieldAliases

/** An object with each of its aliased fields under both names. */
export type WithAliases<Fields> = Fields & {
  [Name in keyof Fields as Name extends keyof FieldAliases ? FieldAliases[Name] : never]: Fields[Name]
}

/**
 * Adds the names that existing clients read (reference: "Wire names that existing clients send or
 * expect"). Works on a reply or event, and as well on the shape of its closed schema.
 *
 * @returns a copy; fields without an alias as they are
 */
export function withAliases<Fields extends object>(fields: Fields): WithAliases<Fields> {
  const aliases = Object.entries(fieldAliases)
    .filter(([name]) => name in fields)
    .map(([name, alias]) => [alias, Reflect.get(fields, name)])
  // fromEntries() forgets the keys that the return type spells out.
  return { ...fields, ...Object.fromEntries(aliases) } as WithAliases<Fields>
}

/** The parameter `reaction_type`: both names in, ours out. */
export function reactionTypeParameter(): Parameter<ReactionType> {
  return oneOf([...reactionTypes, extraEmojiAlias]).map(canonicalReactionType)
}
