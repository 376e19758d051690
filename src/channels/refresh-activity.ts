import sql from 'sql-template-tag'
import { timeLimits } from '../contract/limits.ts'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { usersWhoSeeEach } from './audience.ts'
import { propertyEvent } from './channel-update-events.ts'

const { recentlyActiveDays, weeklyTrafficMinimumAgeDays, weeklyTrafficWindowDays } = timeLimits

interface Measured {
  readonly id: number
  /** Days since it was made, whole. */
  readonly age: number
  /** Messages within the window. */
  readonly messages: number
  readonly isRecentlyActive: boolean
}

/**
 * Estimates anew what each channel has of messages, and tells what has changed (reference:
 * lifecycles, "Channels": is_recently_active; BasicChannel: stream_weekly_traffic).
 *
 * @returns how many channels changed
 */
export async function refreshActivity(core: Pick<Core, 'db' | 'hub' | 'wakeUps'>): Promise<number> {
  const organizations = await core.db.query<{ id: number }>(
    sql`SELECT id FROM organization WHERE is_active AND subdomain IS NOT NULL ORDER BY id`,
  )
  let total = 0
  for (const { id } of organizations) {
    const measured = await measure(core.db, id)
    total += await transact(core, id, (tx) => writeActivity(tx, measured))
  }
  return total
}

function measure(db: Core['db'], organizationId: number): Promise<Measured[]> {
  return db.query<Measured>(sql`
    SELECT c.id, floor(extract(epoch FROM now() - c.date_created) / 86400)::int AS age,
      coalesce(recent.messages, 0)::int AS messages,
      (coalesce(recent.messages, 0) > 0 OR c.date_created > now() - make_interval(days => ${recentlyActiveDays})
        OR coalesce((SELECT m.date_sent FROM message m WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT 1)
          > now() - make_interval(days => ${recentlyActiveDays}), false)) AS is_recently_active
    FROM channel c LEFT JOIN (
      SELECT channel_id, count(*) AS messages FROM message
      WHERE date_sent > now() - make_interval(days => ${weeklyTrafficWindowDays}) AND channel_id IS NOT NULL
      GROUP BY channel_id
    ) recent ON recent.channel_id = c.id
    WHERE c.organization_id = ${organizationId}`)
}

/** Messages a week, in two significant digits; null for a channel too young to tell. */
export function weeklyTraffic({ age, messages }: Pick<Measured, 'age' | 'messages'>): number | null {
  if (age < weeklyTrafficMinimumAgeDays) return null
  const average = Math.floor((messages * 7) / Math.min(age, weeklyTrafficWindowDays))
  if (average === 0) return messages > 0 ? 1 : 0
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(average)) - 1)
  return Math.round(average / unit) * unit
}

async function writeActivity(tx: WriteTransaction, measured: readonly Measured[]): Promise<number> {
  const news = measured.map((one) => ({
    id: one.id,
    weekly_traffic: weeklyTraffic(one),
    is_recently_active: one.isRecentlyActive,
  }))
  // A channel that becomes active does so by a message, at once; here it only falls silent.
  const changed = await tx.query<Channel & { traffic: number | null; isQuiet: boolean }>(sql`
    WITH news AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(news)}::json)
        AS given(id int, weekly_traffic int, is_recently_active boolean)
    )
    SELECT c.*, news.weekly_traffic AS traffic, c.is_recently_active AND NOT news.is_recently_active AS is_quiet
    FROM channel c JOIN news ON news.id = c.id
    WHERE c.weekly_traffic IS DISTINCT FROM news.weekly_traffic
      OR (c.is_recently_active AND NOT news.is_recently_active)
    ORDER BY c.id FOR NO KEY UPDATE OF c`)
  if (changed.length === 0) return 0
  const rows = changed.map(({ id, traffic, isQuiet }) => ({ id, traffic, quiet: isQuiet }))
  await tx.query(sql`
    UPDATE channel SET weekly_traffic = given.traffic, is_recently_active = is_recently_active AND NOT given.quiet
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(id int, traffic int, quiet boolean)
    WHERE channel.id = given.id`)
  const audiences = await usersWhoSeeEach(tx, changed, 'metadata')
  for (const { traffic, isQuiet, ...channel } of changed) {
    const audience = audiences.get(channel.id) ?? []
    if (channel.weeklyTraffic !== traffic) {
      tx.announce({ payload: propertyEvent(channel, 'stream_weekly_traffic', traffic), audience })
    }
    if (isQuiet) tx.announce({ payload: propertyEvent(channel, 'is_recently_active', false), audience })
  }
  return changed.length
}
