import type pg from 'pg'

/** Writes one event into the log as its only statements, for baselines; part of a transaction. */
export async function bareEvent(
  client: pg.PoolClient,
  organizationId: number,
  { type, payload, audience }: { type: string; payload: string; audience: readonly number[] },
): Promise<void> {
  const counter = await client.query({
    name: 'counter',
    text: 'UPDATE organization SET last_event_id = last_event_id + 1 WHERE id = $1 RETURNING last_event_id',
    values: [organizationId],
  })
  await client.query({
    name: 'event',
    text: 'INSERT INTO event (organization_id, id, type, payload, audience) VALUES ($1, $2, $3, $4, $5)',
    values: [organizationId, counter.rows[0].last_event_id, type, payload, audience],
  })
}

/** Runs statements of a baseline in one transaction of a plain pool. */
export async function bareTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    client.release()
  }
}
