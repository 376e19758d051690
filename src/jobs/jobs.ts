import type { Core } from '../core.ts'
import { promoteFullMembers } from '../users/promote-full-members.ts'
import { collect } from './collect.ts'

/** Work that is done now and then, by one node at a time. */
export interface Job {
  /** Under which the database knows it: letters, digits and hyphens. Renamed, it is another job. */
  readonly name: string
  /** When it is due: minute, hour, day of the month, month, day of the week, in UTC. */
  readonly cron: string
  /**
   * Seconds of which it is done at most once in each span, counted from 1970 in UTC: 86,400 means once on each
   * day, when it is first due and a node runs. Without it, each time that it is due.
   */
  readonly oncePerSeconds?: number
  /**
   * Seconds after which the node that runs it counts as dead, and another one starts it again. Longer
   * than it ever takes, and less than a day.
   */
  readonly expiresAfterSeconds: number
  /** Does it; may be done twice at the same time without harm, since a node can only seem dead. */
  work(): Promise<void>
}

/** All jobs there are. */
export function declareJobs(core: Core): Job[] {
  return [
    {
      name: 'collection',
      cron: '* * * * *',
      expiresAfterSeconds: 600,
      work: () => collect(core),
    },
    {
      name: 'full-members',
      cron: '* * * * *',
      expiresAfterSeconds: 600,
      work: async () => void (await promoteFullMembers(core)),
    },
    ...(core.outbox.isOpen ? [mailJob(core)] : []),
    {
      // Due often and done once: a server that is off at some hour of the night does it all the same.
      name: 'daily-work',
      cron: '*/10 * * * *',
      oncePerSeconds: 86_400,
      expiresAfterSeconds: 4 * 3600,
      work: () => core.dailyWork.run(),
    },
  ]
}

/** Whoever writes a mail has it delivered at once; this is for those that were not, or not in time. */
function mailJob({ outbox }: Core): Job {
  return { name: 'mail', cron: '* * * * *', expiresAfterSeconds: 600, work: () => outbox.deliverDue() }
}
