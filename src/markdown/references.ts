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
