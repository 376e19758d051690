/**
 * Every error code that the server sends, with its HTTP status (reference: "Errors, authentication
 * failures, rate limiting, parameter checking"). The core raises coded errors; the facade renders
 * them with this table; GraphQL clients find the code in `extensions.code`.
 */
export const errorStatus = {
  BAD_REQUEST: 400,
  REQUEST_VARIABLE_MISSING: 400,
  REQUEST_VARIABLE_INVALID: 400,
  REQUEST_CONFUSING_VAR: 400,
  INVALID_JSON: 400,
  BAD_NARROW: 400,
  BAD_EVENT_QUEUE_ID: 400,
  STREAM_DOES_NOT_EXIST: 400,
  CHANNEL_ALREADY_EXISTS: 409,
  UNAUTHORIZED_PRINCIPAL: 400,
  PERMISSION_DENIED: 400,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 400,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 400,
  EXPECTATION_MISMATCH: 400,
  SYSTEM_GROUP_REQUIRED: 400,
  REALM_UPLOAD_QUOTA: 400,
  BAD_IMAGE: 400,
  CANNOT_DEACTIVATE_GROUP_IN_USE: 400,
  PASSWORD_AUTH_DISABLED: 401,
  PASSWORD_RESET_REQUIRED: 401,
  AUTHENTICATION_FAILED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  INVALID_API_KEY: 401,
  UNAUTHORIZED: 401,
  NONEXISTENT_SUBDOMAIN: 404,
  RATE_LIMIT_HIT: 429,
  SERVER_NOT_READY: 500,
  // Ours, beyond the reference: GraphQL clients only.
  QUERY_TOO_COSTLY: 400,
  EVENTS_PRUNED: 400,
  IDEMPOTENCY_KEY_REUSED: 400,
} as const

export type ErrorCode = keyof typeof errorStatus
