import { CodedError } from '../contract/coded-error.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { Viewer } from './viewer.ts'

/**
 * Refuses whoever has not at least a role.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL
 */
export function requireRole(viewer: Pick<Viewer, 'role'>, role: 'owner' | 'administrator'): void {
  if (isAtLeast(viewer.role, roles[role])) return
  throw new CodedError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${role}`)
}
