import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import { type Config, ConfigError } from './config.ts'
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
 * @throws ConfigError when the owner's file cannot be written; nothing is made then
 */
export async function firstStart(db: Database, config: Config): Promise<FirstStart | null> {
  const existing = await db.query(sql`SELECT id FROM organization WHERE subdomain = ''`)
  if (existing.length > 0) return null
  const { name, ownerEmail, ownerName, ownerPassword: wanted } = config.firstOrganization
  const ownerPassword = wanted ?? drawApiKey().slice(0, 16)
  const ownerApiKey = drawApiKey()
  const keyFile = resolve(config.dataFolder, 'owner.rc')
  // Written before the organization is made: its key is nowhere else, and must not get lost.
  const prepared = `${keyFile}.${process.pid}`
  await writeKeyFile(prepared, { ownerEmail, ownerApiKey, site: config.publicUrl })
  try {
    const created = await createOrganization(db, {
      subdomain: '',
      name,
      ownerEmail,
      ownerName,
      ownerPasswordHash: await hashPassword(ownerPassword),
      ownerApiKey,
    })
    // Another process on the same database was faster.
    if (!created) return null
    await rename(prepared, keyFile)
    return { ownerEmail, ownerPassword, ownerApiKey, keyFile }
  } finally {
    await rm(prepared, { force: true })
  }
}

/** Writes a file as command-line clients read it, for its owner's eyes only. */
async function writeKeyFile(
  path: string,
  owner: { readonly ownerEmail: string; readonly ownerApiKey: string; readonly site: string },
): Promise<void> {
  const content = `[api]\nemail=${owner.ownerEmail}\nkey=${owner.ownerApiKey}\nsite=${owner.site}\n`
  try {
    await mkdir(resolve(path, '..'), { recursive: true })
    await writeFile(path, content, { mode: 0o600 })
  } catch (error) {
    throw new ConfigError(
      `PARLEY_DATA is wrong: the owner's key cannot be kept there (${(error as Error).message}).`,
    )
  }
}
