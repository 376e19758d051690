import sql from 'sql-template-tag'
import type { SystemGroupName } from '../contract/system-groups.ts'
import type { Queryable } from '../database/database.ts'

/** The ids of one organization's system groups, in both directions. They never change. */
export interface SystemGroupIds {
  readonly idOf: Readonly<Record<SystemGroupName, number>>
  readonly nameOf: ReadonlyMap<number, SystemGroupName>
}

/** Remembers each organization's system groups after the first look. */
export class SystemGroupDirectory {
  readonly #known = new Map<number, SystemGroupIds>()

  /** The same for an organization that was looked at before, at once. */
  known(organizationId: number): SystemGroupIds | undefined {
    return this.#known.get(organizationId)
  }

  async of(db: Queryable, organizationId: number): Promise<SystemGroupIds> {
    const known = this.#known.get(organizationId)
    if (known) return known
    const rows = await db.query<{ id: number; name: SystemGroupName }>(sql`
      SELECT id, name FROM user_group WHERE organization_id = ${organizationId} AND kind = 'system'`)
    const ids: SystemGroupIds = {
      // Every organization is made with all eight.
      idOf: Object.fromEntries(rows.map((row) => [row.name, row.id])) as Record<SystemGroupName, number>,
      nameOf: new Map(rows.map((row) => [row.id, row.name])),
    }
    if (rows.length > 0) this.#known.set(organizationId, ids)
    return ids
  }
}
