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

/** A file as it comes in. */
export interface IncomingFile {
  /** As its sender calls it; empty when it has no name. */
  readonly name: string
  /** As its sender says; may be empty. */
  readonly contentType: string
  /** Its bytes. Throws when it breaks off; whoever stops reading refuses the rest. */
  readonly content: AsyncIterable<Uint8Array>
}

/** A file that was taken in. */
export interface UploadedFile {
  /** Where it is, relative to the organization's address. */
  readonly url: string
  /** Its name as it is shown. */
  readonly filename: string
}

/** GraphQL operations on behalf of one caller. Errors arrive as CodedError. */
export interface Session {
  /** Null for a visitor without credentials. */
  readonly user: SessionUser | null
  execute<Result, Variables>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
  ): Promise<Result>
  /**
   * Takes in a file of the caller as it comes, never whole in memory: the one thing that GraphQL does not carry.
   *
   * @throws CodedError UNAUTHORIZED for visitors, BAD_REQUEST above the limit, REALM_UPLOAD_QUOTA
   */
  upload(file: IncomingFile): Promise<UploadedFile>
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
