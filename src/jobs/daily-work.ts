import { deleteExpiredAttachments } from '../attachments/delete-attachment.ts'
import { refreshActivity } from '../channels/refresh-activity.ts'
import type { Core } from '../core.ts'
import { expireMessages } from '../messages/expire-messages.ts'
import { forgetDeletedMessages } from '../messages/forget-deleted.ts'

type Parts = Pick<Core, 'db' | 'hub' | 'wakeUps' | 'logger'>

/**
 * What is done once a day: messages that are past their retention go, and channels are estimated anew.
 * Each part may be done more often, or by several nodes one after another, without harm.
 */
export class DailyWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Does it now, part by part: what is wrong with one keeps none of the others from being done.
   *
   * @throws AggregateError when parts failed
   */
  async run(): Promise<void> {
    const { db, logger } = this.#parts
    const errors: unknown[] = []
    const parts: Readonly<Record<string, () => Promise<number>>> = {
      'messages past their retention': () => expireMessages(this.#parts),
      'channels estimated anew': () => refreshActivity(this.#parts),
      'deleted messages forgotten': () => forgetDeletedMessages(db),
      'uploads that nothing refers to': () => deleteExpiredAttachments(this.#parts),
    }
    for (const [part, work] of Object.entries(parts)) {
      await work().then(
        (count) => logger.debug({ part, count }, 'did a part of the work of the day'),
        (error: unknown) => errors.push(error),
      )
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Parts of the work of the day failed.')
  }
}
