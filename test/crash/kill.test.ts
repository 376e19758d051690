import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseUrl, runOn, testServerUrl } from '../support/database-image.ts'
import { crash } from './scenario.ts'

const kills = Number(process.env.CRASH_KILLS ?? 10)
const listeners = Number(process.env.CRASH_LISTENERS ?? 8)

it(
  `loses nothing and forgets no queue when it is killed ${kills} times under load`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-crash-'))
    const name = `parley_crash_${process.pid}`
    if (testServerUrl) await runOn(testServerUrl, `CREATE DATABASE ${name}`)
    try {
      const env = testServerUrl ? { DATABASE_URL: databaseUrl(testServerUrl, name) } : {}
      const report = await crash({ kills, listeners, writers: 4 }, env, folder)
      expect(report.acknowledged).toBeGreaterThan(kills)
      process.stderr.write(`${JSON.stringify(report)}\n`)
    } finally {
      if (testServerUrl) await runOn(testServerUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      await rm(folder, { recursive: true })
    }
  },
  kills * 30_000 + 90_000,
)
