import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { checkPorts } from './run/check-ports.ts'
import { readCommandLine } from './run/command-line.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { workers } = readCommandLine(process.argv.slice(2), config)
  if (!cluster.isWorker) await checkPorts(config)
  const db = await openDatabase(config)
  // The rest of the server takes seconds to load: whoever has set something wrong is told before.
  if (cluster.isWorker) await (await import('./run/worker.ts')).runWorker(config, db)
  else if (workers > 1) await (await import('./run/workers.ts')).runWorkers(config, db, workers)
  else await (await import('./run/one-process.ts')).runOneProcess(config, db)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof ConfigError ? `${message}\n` : `Parley could not start: ${message}\n`)
  process.exit(1)
})
