/** The level of the API that this server speaks; clients decide by it what they may use. */
export const SERVICE_FEATURE_LEVEL = 500

/** What stands for the empty topic where a client can't show an empty one. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/** An older way to write the empty topic, accepted in requests only. */
export const LEGACY_EMPTY_TOPIC = '(no topic)'

/** Where pictures at Gravatar are; what follows depends on the address alone. */
export const GRAVATAR_URL = 'https://secure.gravatar.com/avatar/'

/** Below it the core takes files in and serves them. */
export const uploadPath = '/user_uploads'

/** Where files come in by the tus protocol. */
export const resumableUploadPath = '/api/v1/tus'

/** Providers of video calls that administrators can choose on this server, by name. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const

/** Presence, in seconds unless the name says otherwise (limits-and-defaults: "Presence and typing"). */
export const presenceTiming = {
  /** How often clients report. */
  pingIntervalSeconds: 60,
  /** Age of the last report from which a user counts as offline. */
  offlineThresholdSeconds: 200,
  /** Reports closer together than this are not written. */
  writeIntervalSeconds: 55,
  /** Older clients see a user as active while activity and connection are no further apart. */
  legacyActiveWithinSeconds: 70,
  /** How far back a snapshot reaches unless the client asks otherwise. */
  historyLimitDays: 14,
} as const

/** Typing notices, in milliseconds (same section). */
export const typingTiming = {
  /** A notice lasts this long unless repeated. */
  startedExpiryMilliseconds: 45_000,
  /** Interval at which a client repeats it. */
  startedWaitMilliseconds: 30_000,
  /** Idle time after which a client takes it back. */
  stoppedWaitMilliseconds: 12_000,
} as const

/** Event queues and their long-polls, in seconds (events: "Queue contract"). */
export const queueTiming = {
  /** A poll without events ends with a heartbeat after a random time between these two. */
  heartbeatMinimumSeconds: 45,
  heartbeatMaximumSeconds: 55,
  /** How long clients should wait for an answer: longer than any heartbeat takes. */
  longPollTimeoutSeconds: 90,
  idleTimeoutSeconds: 600,
  idleTimeoutMaximumSeconds: 604_800,
  /** What the word `mobile` asks for. */
  idleTimeoutMobileSeconds: 43_200,
  /** Without a poll for this long the owner counts as offline, whatever the queue's lifetime. */
  offlineAfterSeconds: 600,
} as const
