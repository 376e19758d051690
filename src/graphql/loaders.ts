import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Channel, User } from '../generated/prisma/client.ts'

/** Batched loads by id, for one request. They check nothing: who may see the row decides the field. */
export interface Loaders {
  readonly users: DataLoader<number, User>
  readonly channels: DataLoader<number, Channel>
}

/** Makes the loaders of one request. */
export function createLoaders(db: Queryable): Loaders {
  return {
    users: byId<User>((ids) => db.query(sql`SELECT * FROM "user" WHERE id = ANY(${ids}::int[])`)),
    channels: byId<Channel>((ids) => db.query(sql`SELECT * FROM channel WHERE id = ANY(${ids}::int[])`)),
  }
}

function byId<Row extends { id: number }>(load: (ids: readonly number[]) => Promise<Row[]>) {
  return new DataLoader<number, Row>(async (ids) => {
    const rows = new Map((await load(ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? new Error(`There is no row ${id}.`))
  })
}
