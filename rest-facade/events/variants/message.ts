import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../src/contract/server.ts'
import type { Variant } from './variant.ts'

/** Content by apply_markdown, avatar by client_gravatar, the empty topic by empty_topic_name. */
export const messageVariant: Variant<CanonicalEventOf<'message'>> = ({ type, message }, shown) => {
  const { content, rendered_content, avatar_url, avatar_is_gravatar, ...rest } = message
  const isEmptyTopic = message.type === 'stream' && message.subject === ''
  return [
    {
      type,
      message: {
        ...rest,
        subject:
          isEmptyTopic && !shown.capabilities.empty_topic_name ? EMPTY_TOPIC_DISPLAY_NAME : message.subject,
        content: shown.applyMarkdown ? rendered_content : content,
        content_type: shown.applyMarkdown ? 'text/html' : 'text/x-markdown',
        avatar_url: shown.clientGravatar && avatar_is_gravatar ? null : avatar_url,
      },
    },
  ]
}
