import { badRequest, CodedError } from '../src/contract/coded-error.ts'
import type { SessionUser } from '../src/contract/executor.ts'

/** Who may call an endpoint at all; finer permissions are the core's. */
export type Gate = 'owner' | 'administrator' | 'moderator' | 'member' | 'human' | 'bot'

const highestRole = { owner: 100, administrator: 200, moderator: 300, member: 400 } as const

/**
 * Refuses a user whom the gate keeps out. Comes after authentication and before parameters.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below the role, PERMISSION_DENIED for a human at a bot's
 *   endpoint, BAD_REQUEST for bots at a human's endpoint and guests at a member's
 */
export function passGate(gate: Gate, { role, isBot }: SessionUser): void {
  switch (gate) {
    case 'owner':
    case 'administrator':
    case 'moderator':
      if (role > highestRole[gate]) {
        throw new CodedError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${gate}`)
      }
      return
    case 'member':
      if (role > highestRole.member) throw badRequest('Not allowed for guest users')
      return
    case 'human':
      if (isBot) throw badRequest('This endpoint does not accept requests of bots')
      return
    case 'bot':
      if (!isBot) throw new CodedError('PERMISSION_DENIED', 'This endpoint accepts only requests of bots')
  }
}
