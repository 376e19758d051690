import type { FoldedEvent } from './state.ts'

/** A message as GET /messages lists it. */
export type KeptMessage = FoldedEvent

/** What a client knows besides the messages that it keeps. */
export interface KeptView {
  /** Whether contents are HTML. */
  readonly applyMarkdown: boolean
  /** Names of channels, by id. */
  readonly channelNames: ReadonlyMap<number, string>
}

/** Changes the messages that a client keeps, by id, as an event says. */
export function foldMessages(kept: Map<number, KeptMessage>, event: FoldedEvent, view: KeptView): void {
  switch (event.type) {
    case 'message':
      kept.set(event.message.id, { ...event.message, flags: event.flags })
      break
    case 'update_message':
      for (const id of event.message_ids) {
        const message = kept.get(id)
        if (message) update(message, event, view)
      }
      break
    case 'delete_message':
      for (const id of event.message_ids ?? [event.message_id]) kept.delete(id)
      break
    case 'update_message_flags':
      for (const [id, message] of kept) {
        if (event.all || event.messages.includes(id)) flag(message, event)
      }
      break
    case 'reaction':
      react(kept.get(event.message_id), event)
      break
    case 'submessage': {
      const { submessage_id: id, message_id, sender_id, msg_type, content } = event
      kept.get(message_id)?.submessages.push({ id, message_id, sender_id, msg_type, content })
    }
  }
}

function flag(message: KeptMessage, { op, flag }: FoldedEvent): void {
  const others = message.flags.filter((one: string) => one !== flag)
  message.flags = op === 'add' ? [...others, flag] : others
}

function react(message: KeptMessage | undefined, event: FoldedEvent): void {
  if (!message) return
  const { emoji_name, emoji_code, reaction_type, user_id } = event
  const reaction = { emoji_name, emoji_code, reaction_type, user_id }
  const isIt = (one: FoldedEvent) =>
    one.emoji_code === emoji_code && one.reaction_type === reaction_type && one.user_id === user_id
  if (event.op === 'add') message.reactions.push(reaction)
  else message.reactions = message.reactions.filter((one: FoldedEvent) => !isIt(one))
}

const MARK = '✔ '

/** Whether a move does nothing but resolve a topic, or take that back. */
function isToggle({ propagate_mode, new_stream_id, orig_subject, subject }: FoldedEvent): boolean {
  if (propagate_mode !== 'change_all' || new_stream_id != null || subject == null) return false
  return orig_subject.startsWith(MARK)
    ? orig_subject.replace(/^[✔ ]+/, '') === subject
    : MARK + orig_subject === subject
}

function update(message: KeptMessage, event: FoldedEvent, view: KeptView): void {
  const { user_id, edit_timestamp: timestamp, subject, new_stream_id: stream } = event
  const isNamed = message.id === event.message_id
  if (isNamed) message.flags = event.flags
  const entry: FoldedEvent = { user_id, timestamp }
  if (isNamed && event.content != null) {
    if (!event.rendering_only) {
      entry.prev_content = event.orig_content
      entry.prev_rendered_content = event.orig_rendered_content
      message.last_edit_timestamp = timestamp
      message.is_me_message = event.is_me_message
    }
    message.content = view.applyMarkdown ? event.rendered_content : event.content
  }
  if (subject != null && subject !== message.subject) {
    entry.prev_topic = message.subject
    entry.topic = subject
  }
  if (subject != null) {
    message.subject = subject
    message.topic_links = event.topic_links
  }
  if (stream != null) {
    entry.prev_stream = message.stream_id
    entry.stream = stream
    message.stream_id = stream
    message.recipient_id = stream * 2
    message.display_recipient = view.channelNames.get(stream)
  }
  if ((subject != null || stream != null) && !isToggle(event)) message.last_moved_timestamp = timestamp
  if (!event.rendering_only) message.edit_history = [entry, ...(message.edit_history ?? [])]
}
