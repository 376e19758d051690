import sql from 'sql-template-tag'
import type { Viewer } from '../access/viewer.ts'
import type { Role } from '../contract/roles.ts'
import type { Core } from '../core.ts'
import { type Context, createContext } from './context.ts'

/**
 * The same caller, with nothing remembered of what was loaded before, with the role that they have now and
 * the organization's present settings: for what lives longer than a request.
 */
export async function afresh<Opened extends Context>(opened: Opened): Promise<Opened> {
  const { core, clientName, idempotencyKey } = opened
  const organization = await core.presentOrganizations.of(opened.organization)
  const viewer = opened.viewer && { ...(await withPresentRole(core, opened.viewer)), organization }
  const context = await createContext(core, { viewer, organization, clientName, idempotencyKey })
  return context as Opened // Whoever had a viewer still has one.
}

/** Asks the database only where the log, which this node follows, has told of another role. */
async function withPresentRole(core: Core, viewer: Viewer): Promise<Viewer> {
  const told = core.accounts.roleOf(viewer.id)
  if (told === undefined || told === viewer.role) return viewer
  const [now] = await core.db.query<{ role: Role }>(sql`SELECT role FROM "user" WHERE id = ${viewer.id}`)
  return now ? { ...viewer, role: now.role } : viewer
}
