import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Presentation } from '../contract/presentation.ts'
import type { Context } from '../graphql/context.ts'
import { Loaders } from '../graphql/loaders.ts'
import { hasWebPublicAccess } from '../organizations/web-public-access.ts'
import type { SnapshotOptions } from './snapshot.ts'
import { readVisitorsSnapshot } from './snapshots.ts'

/** What a visitor asks for. */
export interface VisitorsRequest {
  /** Types whose snapshots to return; null for all. */
  readonly fetchEventTypes: readonly string[] | null
  readonly presentation: Presentation
  readonly snapshot: SnapshotOptions
}

/**
 * The state of things for somebody without an account: once, without a queue (reference: "Visitors'
 * register").
 *
 * @throws CodedError UNAUTHORIZED where no channel is open to visitors; BAD_REQUEST for what
 *   visitors may not ask for
 */
export async function registerVisitor(
  context: Context,
  request: VisitorsRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const { core, organization } = context
  if (!(await hasWebPublicAccess(core.db, core.config, organization))) {
    throw new CodedError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
  }
  if (request.presentation.clientGravatar) throw refused('client_gravatar')
  if (request.snapshot.includeSubscribers === 'true') throw refused('include_subscribers')
  return core.db.transaction('snapshot', (tx) =>
    readVisitorsSnapshot(
      {
        ...context,
        tx,
        loaders: new Loaders(tx),
        options: request.snapshot,
        presentation: request.presentation,
      },
      request.fetchEventTypes,
    ),
  )
}

const refused = (parameter: string) => badRequest(`Invalid '${parameter}' parameter for anonymous request`)
