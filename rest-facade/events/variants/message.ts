import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import { shownReactionType } from './shown-reaction-type.ts'
import type { Variant } from './variant.ts'

/** Content by apply_markdown, avatar by client_gravatar, the empty topic by empty_topic_name. */
export const messageVariant: Variant<CanonicalEventOf<'message'>> = ({ type, message }, shown) => {
  const { content, rendered_content, avatar_url, avatar_is_gravatar, reactions, ...rest } = message
  return [
    {
      type,
      message: {
        ...rest,
        subject: message.type === 'stream' ? shownTopic(message.subject, shown) : message.subject,
        content: shown.applyMarkdown ? rendered_content : content,
        content_type: shown.applyMarkdown ? 'text/html' : 'text/x-markdown',
        avatar_url: shown.clientGravatar && avatar_is_gravatar ? null : avatar_url,
        reactions: reactions.map((reaction) => ({
          ...reaction,
          reaction_type: shownReactionType(reaction.reaction_type),
        })),
      },
    },
  ]
}
