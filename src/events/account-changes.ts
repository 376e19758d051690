import { CodedError } from '../contract/coded-error.ts'
import { type Role, roles } from '../contract/roles.ts'
import type { LoggedEvent } from './log.ts'
import type { Polls, Reading } from './polls.ts'

const deactivated = () => new CodedError('USER_DEACTIVATED', 'Account is deactivated')

/**
 * What changes of accounts mean for what is open in their name on this node: it ends with the account, and
 * follows the role. Every node learns of them from the log, whoever made them.
 */
export class AccountChanges {
  readonly #polls: Polls
  readonly #endings: ((userId: number) => void)[] = []
  /** New roles of which the log has told while this process ran. */
  readonly #roles = new Map<number, Role>()
  /** Deactivated while this process ran, and not reactivated. */
  readonly #ended = new Set<number>()

  constructor(polls: Polls) {
    this.#polls = polls
  }

  /** Calls back when an account has ended. */
  onEnd(ending: (userId: number) => void): void {
    this.#endings.push(ending)
  }

  /** The newest role of a user of which this process has been told; undefined when it never changed. */
  roleOf(userId: number): Role | undefined {
    return this.#roles.get(userId)
  }

  /** Ends somebody who began to read after the account had ended: it was looked at a moment before. */
  check(reading: Reading): void {
    if (this.#ended.has(reading.reader.userId)) reading.end(deactivated())
  }

  /** Looks at an event of the log. */
  note({ payload }: LoggedEvent): void {
    if (payload.type !== 'realm_user' || payload.op !== 'update') return
    const { person } = payload
    if ('role' in person) this.#follow(person.user_id, person.role)
    if (!('is_active' in person)) return
    if (person.is_active) this.#ended.delete(person.user_id)
    else this.#end(person.user_id)
  }

  #follow(userId: number, role: Role): void {
    this.#roles.set(userId, role)
    for (const { reader } of this.#polls.readingsOf(userId)) reader.isGuest = role === roles.guest
  }

  #end(userId: number): void {
    this.#ended.add(userId)
    for (const reading of this.#polls.readingsOf(userId)) reading.end(deactivated())
    for (const ending of this.#endings) ending(userId)
  }
}
