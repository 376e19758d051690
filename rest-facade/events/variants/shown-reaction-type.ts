import { extraEmojiAlias } from '../../../src/contract/shapes/emoji-reaction.ts'

/** Where an emoji is looked up, by the name that existing clients know (wire-aliases). */
export function shownReactionType<Type extends string>(
  type: Type,
): Exclude<Type, 'service_extra_emoji'> | typeof extraEmojiAlias {
  // The compiler does not narrow a type parameter by comparing it.
  return type === 'service_extra_emoji' ? extraEmojiAlias : (type as Exclude<Type, 'service_extra_emoji'>)
}
