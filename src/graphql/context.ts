import { Permissions } from '../access/permissions.ts'
import { isIncomingWebhook, type Viewer, type ViewerOrganization } from '../access/viewer.ts'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import type { Once } from '../idempotency/once.ts'
import { Loaders } from './loaders.ts'

/** What resolvers work with: derived once per request, never changed. */
export interface Context {
  readonly core: Core
  /** Null for visitors without credentials. */
  readonly viewer: Viewer | null
  /** What the viewer may do; null for visitors. */
  readonly permissions: Permissions | null
  /** The organization that the request's host name selects. */
  readonly organization: ViewerOrganization
  /** Name of the calling program, at most 30 characters. */
  readonly clientName: string
  /** Of the request as a whole; a mutation's own key goes before it. */
  readonly idempotencyKey: string | undefined
  readonly loaders: Loaders
}

/** The context of somebody who is signed in. */
export interface ViewerContext extends Context {
  readonly viewer: Viewer
  readonly permissions: Permissions
  /** The write that is going on, if its client may repeat it. */
  readonly once?: Once | undefined
}

/** Builds the context of one request. */
export async function createContext(
  core: Core,
  request: {
    viewer: Viewer | null
    organization: ViewerOrganization
    clientName: string
    idempotencyKey?: string | undefined
  },
): Promise<Context> {
  const { viewer } = request
  const systemGroups = viewer && (await core.systemGroups.of(core.db, viewer.organizationId))
  return {
    core,
    idempotencyKey: undefined,
    ...request,
    permissions: viewer && systemGroups && new Permissions(core.db, viewer, systemGroups),
    loaders: new Loaders(core.db),
  }
}

/**
 * The context as that of somebody who is signed in.
 *
 * @throws CodedError UNAUTHORIZED for visitors, and for bots that may only send
 */
export function requireViewer(context: Context): ViewerContext {
  const viewing = requireSender(context)
  if (isIncomingWebhook(viewing.viewer)) {
    throw new CodedError('UNAUTHORIZED', 'Incoming-webhook bots may only send messages')
  }
  return viewing
}

/**
 * The same for sending messages, which incoming-webhook bots do too.
 *
 * @throws CodedError UNAUTHORIZED for visitors
 */
export function requireSender(context: Context): ViewerContext {
  if (!context.viewer || !context.permissions) {
    throw new CodedError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
  }
  return context as ViewerContext // Both fields were looked at just now.
}
