/** Greatest lengths of texts, in Unicode code points (limits-and-defaults: "Text and number limits"). */
export const textLimits = {
  /** Of the web; longer ones are links, but nothing is shown of what they lead to. */
  shownAddress: 2000,
  /** Longer messages are cut, not refused. */
  messageContent: 10_000,
  /** Longer topics are cut, not refused. */
  topic: 60,
  channelName: 60,
  channelDescription: 1024,
  channelFolderName: 60,
  channelFolderDescription: 1024,
  fullName: 100,
  /** The least, not the greatest length. */
  fullNameMinimum: 2,
  userGroupName: 100,
  defaultChannelGroupName: 60,
  defaultChannelGroupDescription: 1024,
  savedSnippetTitle: 60,
  savedSnippetContent: 10_000,
  reminderNote: 1000,
  statusText: 60,
  alertWord: 100,
  /** What one narrow searches for; the reference names no limit. */
  search: 1000,
  /** Pattern, template or example of a linkifier; the reference names no limit. */
  linkifierText: 2000,
  /** Further templates of one linkifier. */
  linkifierAlternatives: 20,
  /** The reference names no limits for code playgrounds. */
  playgroundName: 100,
  playgroundLanguage: 60,
  playgroundTemplate: 2000,
  profileFieldName: 40,
  profileFieldHint: 80,
  profileFieldShortValue: 50,
  profileFieldLongValue: 500,
  organizationName: 40,
  organizationDescription: 1000,
  organizationSubdomain: 40,
  deactivatedRedirectUrl: 128,
  welcomeMessage: 8000,
  messageReportExplanation: 1000,
  deactivationComment: 2000,
  /** Longer names of calling programs are cut, not refused. */
  clientName: 30,
  languageTag: 50,
  codeBlockLanguage: 60,
  timezone: 40,
  /** One entry of a bot's configuration. */
  botConfigurationEntry: 10_000,
  /** All of one bot's storage together. */
  botStorage: 10_000_000,
} as const

/** How many things one call, event or reply concerns at most (same section). */
export const countLimits = {
  /** Messages in one fetch, and in one change of flags by narrow. */
  messagesPerFetch: 5000,
  /** Conditions of one narrow; the reference names no limit. */
  narrowTerms: 100,
  /** Calls of one user in a minute, unless configured otherwise (reference: "Rate limiting"). */
  callsPerMinute: 200,
  /** Greatest id that a message can have. */
  messageId: 2_147_483_647,
  /** Newest unread messages that a snapshot covers. */
  unreadMessages: 50_000,
  /** Newest drafts in a snapshot. */
  draftsInSnapshot: 1000,
  /** Newest direct messages that the list of recent conversations is made from. */
  recentDirectMessagesScanned: 1000,
  /** Recipients up to whom anybody may use a wildcard mention. */
  wildcardMentionRecipients: 15,
  /** Subscribers up to whom a channel shows who is typing. */
  typingNoticeSubscribers: 100,
  /** Recipients up to whom a presence event is sent. */
  presenceEventRecipients: 100,
  /** New subscribers up to whom one request sends notices. */
  newSubscriptionMessages: 100,
  /** Channels with fewer subscribers are always listed in full. */
  alwaysCompleteSubscribers: 250,
  /** Newest messages of their channels that a new user finds in the history. */
  backfilledMessages: 1000,
  /** Newest of the backfilled messages that stay unread. */
  backfilledUnread: 20,
  profileFieldsInSummary: 2,
  /** Invitations that one organization sends a day. */
  invitationsPerDay: 100,
} as const

/** Bytes. */
export const MIB = 1024 * 1024

/** Sizes of uploads, in MiB unless the name says otherwise (same page: "Uploads"). */
export const uploadLimits = {
  fileMib: 100,
  avatarMib: 5,
  iconMib: 5,
  logoMib: 5,
  emojiMib: 5,
  requestBodyInMemoryMib: 25,
  /** Resumable uploads of one user that are not complete; the reference names no limit. */
  unfinishedPerUser: 100,
  /** Requests over which one file comes in at most. */
  partsPerFile: 4096,
} as const

/** Mail to channels; the reference names no limits. */
export const mailLimits = {
  /** As it comes: files in it are a third larger than they are. */
  sizeMib: 25,
  /** Recipients of one mail. */
  recipients: 100,
  attachments: 30,
  /** Mails to one address in a minute, of each process. */
  perAddressAndMinute: 30,
  /** Connections that one process holds. */
  connections: 20,
} as const

/** Spans of time, in the unit that each name ends in (same page, and "Accounts, invitations, sign-in"). */
export const timeLimits = {
  /** Beyond the organization's limits for editing and moving; deleting has none. */
  editGraceSeconds: 20,
  resolveNoticeUndoSeconds: 60,
  /** Work that one call to delete a topic or to mark all as read may do. */
  bulkWorkSeconds: 50,
  /** A scheduled message that is later than this fails. */
  scheduledMessageLatenessMinutes: 10,
  temporaryFileUrlSeconds: 60,
  unclaimedUploadWeeks: 5,
  /** Less than the day after which a file that nothing refers to is removed: what has come is still there. */
  unfinishedUploadHours: 20,
  deletedMessageArchiveDays: 30,
  invitationValidityMinutes: 14_400,
  confirmationLinkDays: 1,
  organizationCreationLinkDays: 7,
  /** An organization younger than this sends few invitations. */
  newOrganizationDays: 7,
  /** Age of an account from which it may invite to an open organization. */
  accountAgeToInviteDays: 3,
  sessionDays: 14,
  deactivatedOrganizationDeletionMinimumDays: 14,
  demoOrganizationDays: 30,
  outgoingWebhookAnswerSeconds: 10,
  /** A message within this time makes its channel recently active. */
  recentlyActiveDays: 180,
  /** Weekly traffic is an average over this time. */
  weeklyTrafficWindowDays: 28,
  /** Channels younger than this have no weekly traffic. */
  weeklyTrafficMinimumAgeDays: 7,
  /** Partial subscriber lists name everybody active within this time. */
  recentlyActiveSubscriberDays: 14,
} as const

/** Passwords and keys, in characters (same page: "Accounts, invitations, sign-in"). */
export const credentialLimits = {
  apiKeyLength: 32,
  passwordMinimumLength: 6,
  passwordMaximumLength: 100,
  /** Guesses that a password has to withstand. */
  passwordMinimumGuesses: 10_000,
} as const
