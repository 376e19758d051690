import DataLoader from 'dataloader'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { type UserRow, userColumns } from '../users/user-row.ts'

/**
 * Batched loads by id, for one request. They check nothing: who may see the row decides the field.
 * Each is made when it is first needed: a request that waits for events holds none.
 */
export class Loaders {
  readonly #db: Queryable
  #users: DataLoader<number, UserRow> | undefined
  #channels: DataLoader<number, Channel> | undefined

  constructor(db: Queryable) {
    this.#db = db
  }

  get users(): DataLoader<number, UserRow> {
    this.#users ??= this.#byId(
      (ids) => sql`SELECT ${userColumns} FROM "user" u WHERE u.id = ANY(${ids}::int[])`,
    )
    return this.#users
  }

  get channels(): DataLoader<number, Channel> {
    this.#channels ??= this.#byId((ids) => sql`SELECT * FROM channel WHERE id = ANY(${ids}::int[])`)
    return this.#channels
  }

  #byId<Row extends { id: number }>(statement: (ids: readonly number[]) => Sql): DataLoader<number, Row> {
    return new DataLoader(async (ids) => {
      const found = await this.#db.query<Row>(statement(ids))
      const rows = new Map(found.map((row) => [row.id, row]))
      return ids.map((id) => rows.get(id) ?? new Error(`There is no row ${id}.`))
    })
  }
}
