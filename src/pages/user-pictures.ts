import { toPng } from 'jdenticon'
import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** Widths in pixels. */
const sizes = { small: 100, medium: 500 } as const

export type PictureSize = keyof typeof sizes

const MOST_CACHED = 500

/** Draws the patterns that stand for users without a picture of their own, and keeps the last ones. */
export class UserPictures {
  readonly #db: Queryable
  readonly #salts = new Map<number, string>()
  readonly #drawn = new Map<string, Buffer>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /**
   * The pattern of a user id. It is drawn for every id, whoever has it: so it tells nobody who exists.
   *
   * @returns a PNG file; undefined when there is no such organization
   */
  async draw(organizationId: number, userId: number, size: PictureSize): Promise<Buffer | undefined> {
    const salt = await this.#saltOf(organizationId)
    if (salt === undefined) return undefined
    const key = `${organizationId}/${userId}/${size}`
    const picture = this.#drawn.get(key) ?? toPng(`${salt}:${userId}`, sizes[size], { backColor: '#fff' })
    // Whatever was asked for last goes last, so that the first entry is the one to drop.
    this.#drawn.delete(key)
    this.#drawn.set(key, picture)
    const [oldest] = this.#drawn.keys()
    if (this.#drawn.size > MOST_CACHED && oldest !== undefined) this.#drawn.delete(oldest)
    return picture
  }

  /** The organization's uuid, which never changes: clients that draw for themselves use it too. */
  async #saltOf(organizationId: number): Promise<string | undefined> {
    const known = this.#salts.get(organizationId)
    if (known !== undefined) return known
    const [row] = await this.#db.query<{ uuid: string }>(
      sql`SELECT uuid FROM organization WHERE id = ${organizationId}`,
    )
    if (row) this.#salts.set(organizationId, row.uuid)
    return row?.uuid
  }
}
