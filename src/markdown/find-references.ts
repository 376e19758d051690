import { readChannelReferences } from './channel-syntax.ts'
import { readEmojiNames } from './emoji.ts'
import { uploadOf } from './media.ts'
import { channelWildcards, readMentions, topicWildcard } from './mention-syntax.ts'

/** The names a text mentions, as written: what to look up before it is rendered. */
export interface ReferenceNames {
  /** Full names of users, to be matched without regard to case. */
  readonly userNames: readonly string[]
  readonly userIds: readonly number[]
  /** Names of groups, to be matched without regard to case. */
  readonly groupNames: readonly string[]
  /** Names of channels, to be matched without regard to case. */
  readonly channelNames: readonly string[]
  /** Topics whose newest message is wanted; every channel is also in `channelNames`. */
  readonly topics: readonly TopicName[]
  /** Names between colons, which custom emoji may have. */
  readonly emojiNames: readonly string[]
  /** Addresses below `/user_uploads/`. */
  readonly uploads: readonly string[]
}

export interface TopicName {
  readonly channelName: string
  /** Empty for the channel's empty topic. */
  readonly topic: string
}

/**
 * The names that a text mentions (reference: "Mentions", "Channel, topic and message links"). It
 * may name more than rendering uses: mentions inside code are found as well.
 * @param content the text as written
 */
export function findReferences(content: string): ReferenceNames {
  const userNames = new Set<string>()
  const userIds = new Set<number>()
  const groupNames = new Set<string>()
  for (const mention of readMentions(content)) {
    if (mention.kind === 'group') groupNames.add(mention.name)
    else if (mention.id !== null) userIds.add(mention.id)
    else if (mention.name !== topicWildcard && !channelWildcards.has(mention.name)) {
      userNames.add(mention.name)
    }
  }
  const channelNames = new Set<string>()
  const topics = new Map<string, TopicName>()
  for (const { channelName, topic, messageId } of readChannelReferences(content)) {
    channelNames.add(channelName)
    if (topic !== null && messageId === null) {
      topics.set(JSON.stringify([channelName, topic]), { channelName, topic })
    }
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
    topics: [...topics.values()],
    emojiNames: readEmojiNames(content),
    uploads: uploadsIn(content),
  }
}

const uploadAddress = /user_uploads\/(\d{1,10}\/[^\s?#"'<>()[\]{}|*`]{1,400})/g

/** Every address of an uploaded file in a text, each once, decoded. */
function uploadsIn(content: string): string[] {
  const found = new Set<string>()
  for (const [, path = ''] of content.matchAll(uploadAddress)) {
    const upload = uploadOf(`user_uploads/${path.replace(/[.,:;!]+$/, '')}`)
    if (upload) found.add(upload.pathId)
  }
  return [...found]
}
