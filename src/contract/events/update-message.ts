import * as z from 'zod'
import { topicLink } from '../shapes/topic-link.ts'
import { eventKindInTwoForms } from './event-kind.ts'

const update = {
  /** Who edited; null when only the rendering changed. */
  user_id: z.int().nullable(),
  rendering_only: z.boolean(),
  message_id: z.int(),
  /** What moved, ascending; always with `message_id`. */
  message_ids: z.array(z.int()),
  /** UNIX seconds. */
  edit_timestamp: z.int(),
  /** This and the next: where the messages were, for channel messages. */
  stream_name: z.string().optional(),
  stream_id: z.int().optional(),
  /** From here on, what moves have. */
  new_stream_id: z.int().optional(),
  propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
  orig_subject: z.string().optional(),
  subject: z.string().optional(),
  topic_links: z.array(topicLink).optional(),
  /** From here on, what changes of the content have: Markdown and HTML, before and after. */
  orig_content: z.string().optional(),
  orig_rendered_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  is_me_message: z.boolean().optional(),
}

/**
 * A message was edited, moved or rendered anew. Delivery adds each user's flags of `message_id`;
 * empty_topic_name decides on both topics.
 */
export const updateMessage = eventKindInTwoForms('update_message', update, {
  ...update,
  flags: z.array(z.string()),
})
