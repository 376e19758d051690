import { ConfigError, readConfig } from './config.ts'
import { createCore } from './core.ts'
import { openDatabase } from './database/open-database.ts'
import { firstStart } from './first-start.ts'
import { createLogger } from './logger.ts'
import { startServer } from './server.ts'
import { welcomeText } from './welcome-text.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const db = await openDatabase(config)
  const first = await firstStart(db, config)
  const running = await startServer(createCore(config, db, logger))
  process.stdout.write(welcomeText(config, first))

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof ConfigError ? `${message}\n` : `Parley could not start: ${message}\n`)
  process.exit(1)
})
