import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import type { Config } from './config.ts'
import { drawApiKey } from './credentials/api-keys.ts'
import { hashPassword } from './credentials/passwords.ts'
import type { Database } from './database/database.ts'
import { createOrganization } from './organizations/create-organization.ts'

/** What the first start made; it is shown once and kept in the owner's file only. */
export interface FirstStart {
  readonly ownerEmail: string
  readonly ownerPassword: string
  readonly ownerApiKey: string
  /** The owner's file for command-line clients. */
  readonly keyFile: string
}

/**
 * Makes the root organization when there is none yet.
 *
 * @returns null when everything was in place
 */
export async function firstStart(db: Database, config: Config): Promise<FirstStart | null> {
  const existing = await db.query(sql`SELECT id FROM organization WHERE subdomain = ''`)
  if (existing.length > 0) return null
  const { name, ownerEmail, ownerName, ownerPassword: wanted } = config.firstOrganization
  const ownerPassword = wanted ?? drawApiKey().slice(0, 16)
  const created = await createOrganization(db, {
    subdomain: '',
    name,
    ownerEmail,
    ownerName,
    ownerPasswordHash: await hashPassword(ownerPassword),
  })
  // Another process on the same database was faster.
  if (!created) return null
  await mkdir(config.dataFolder, { recursive: true })
  const keyFile = resolve(config.dataFolder, 'owner.rc')
  const content = `[api]\nemail=${ownerEmail}\nkey=${created.ownerApiKey}\nsite=${config.publicUrl}\n`
  await writeFile(keyFile, content, { mode: 0o600 })
  return { ownerEmail, ownerPassword, ownerApiKey: created.ownerApiKey, keyFile }
}
