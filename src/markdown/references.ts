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

export interface MentionableUser {
  readonly id: number
  readonly fullName: string
  readonly isActive: boolean
}

export interface MentionableGroup {
  readonly id: number
  readonly name: string
  /** What people read instead of the name of a system group, such as "Moderators". */
  readonly displayName: string
  readonly deactivated: boolean
  readonly isSystem: boolean
}

export interface LinkableChannel {
  readonly id: number
  readonly name: string
}

export interface LinkableTopic {
  readonly channelId: number
  readonly topic: string
  /** Newest message that the writer may read. */
  readonly newestMessageId: number
}

/** An uploaded image that has thumbnails. */
export interface UploadedPicture {
  readonly contentType: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

/** What was found for the names of a text, as far as its writer may know of it. */
export interface References {
  readonly users: readonly MentionableUser[]
  readonly groups: readonly MentionableGroup[]
  /** Only channels that the writer can see: others stay plain text. */
  readonly channels: readonly LinkableChannel[]
  /** Topics that have messages; a topic without an entry is linked without a message. */
  readonly topics: readonly LinkableTopic[]
  /** The organization's own emoji: name to image URL. */
  readonly customEmoji?: ReadonlyMap<string, string>
  /** Images among the uploaded files, by their address, that the writer may see. */
  readonly pictures?: ReadonlyMap<string, UploadedPicture>
}

/** References of a text that mentions nothing, or whose mentions are not to be resolved. */
export const noReferences: References = { users: [], groups: [], channels: [], topics: [] }

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
