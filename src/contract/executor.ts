import type { TypedDocumentNode } from '@graphql-typed-document-node/core'

/** Who calls, as far as the transport knows: nothing of it has been checked yet. */
export interface Caller {
  /** The request's Authorization header, verbatim. */
  readonly authorization: string | undefined
  /** The host name asked for, with its port: it selects the organization. */
  readonly host: string
  /** Name of the calling program, at most 30 characters; becomes the `client` of messages. */
  readonly clientName: string
  /** Chosen by a client that may repeat the request (header Idempotency-Key). */
  readonly idempotencyKey?: string | undefined
}

/** The authenticated user behind a session. */
export interface SessionUser {
  readonly id: number
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number
  readonly isBot: boolean
  /** A bot that may do nothing but send messages. */
  readonly isIncomingWebhook: boolean
}

/** GraphQL operations on behalf of one caller. Errors arrive as CodedError. */
export interface Session {
  /** Null for a visitor without credentials. */
  readonly user: SessionUser | null
  execute<Result, Variables>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
  ): Promise<Result>
  /** Values until the consumer returns; ends its subscription then. */
  subscribe<Result, Variables>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
  ): AsyncIterableIterator<Result>
}

/**
 * The facade's way to the GraphQL core: in process (documents compiled once, no HTTP) or remote
 * (HTTP and websockets), behind one interface.
 */
export interface Executor {
  /**
   * Authenticates the caller and selects the organization.
   *
   * @throws CodedError UNAUTHORIZED, INVALID_API_KEY, USER_DEACTIVATED, REALM_DEACTIVATED,
   *   NONEXISTENT_SUBDOMAIN. Without credentials: a session whose user is null.
   */
  open(caller: Caller): Promise<Session>
}
