import * as z from 'zod'
import { emojiReaction, wireEmojiReaction } from './emoji-reaction.ts'
import { topicLink } from './topic-link.ts'

/** One participant of a direct message, the sender included. */
export const displayRecipient = z.strictObject({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean(),
})

/** One edit or move; of what did not change there is no trace. */
export const editHistoryEntry = z.strictObject({
  user_id: z.int().nullable(),
  /** UNIX seconds. */
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
})

/** Data that a widget, such as a poll, keeps with a message. */
export const submessage = z.strictObject({
  id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string(),
})

const common = {
  id: z.int(),
  type: z.enum(['stream', 'private']),
  /** Name of the program that sent it. */
  client: z.string(),
  /** The channel's name, or all participants. */
  display_recipient: z.union([z.string(), z.array(displayRecipient)]),
  /** Newest first; absent when nothing was edited or the organization hides it. */
  edit_history: z.array(editHistoryEntry).optional(),
  is_me_message: z.boolean(),
  /** UNIX seconds of the last edit of the content. */
  last_edit_timestamp: z.int().optional(),
  /** UNIX seconds of the last move, resolving aside. */
  last_moved_timestamp: z.int().optional(),
  /** Names the conversation, whichever direction a message in it goes. */
  recipient_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_id: z.int(),
  sender_realm_str: z.string(),
  /** Only of channel messages. */
  stream_id: z.int().optional(),
  /** The topic; empty for direct messages. */
  subject: z.string(),
  submessages: z.array(submessage),
  /** UNIX seconds. */
  timestamp: z.int(),
  topic_links: z.array(topicLink),
}

/** A message as one queue gets it (schemas: "MessagesBase" and "MessagesEvent"). */
export const message = z.strictObject({
  ...common,
  /** HTML or Markdown, as `content_type` says. */
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  /** Null when the client computes Gravatars itself. */
  avatar_url: z.string().nullable(),
  reactions: z.array(wireEmojiReaction),
})

/** A message as GET /messages lists it; match fields only for searches. */
export const listedMessage = message.extend({
  flags: z.array(z.string()),
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
})

/** A message as the log keeps it: nothing in it depends on who reads it. */
export const canonicalMessage = z.strictObject({
  ...common,
  /** Markdown. */
  content: z.string(),
  /** HTML. */
  rendered_content: z.string(),
  /** A URL that every client can load. */
  avatar_url: z.string(),
  /** The sender's avatar is the Gravatar of `sender_email`: with client_gravatar, clients get null for it. */
  avatar_is_gravatar: z.boolean(),
  reactions: z.array(emojiReaction),
})

export type DisplayRecipient = z.output<typeof displayRecipient>
export type EditHistoryEntry = z.output<typeof editHistoryEntry>
export type Submessage = z.output<typeof submessage>
export type Message = z.output<typeof message>
export type ListedMessage = z.output<typeof listedMessage>
export type CanonicalMessage = z.output<typeof canonicalMessage>
