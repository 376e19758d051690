import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { readCommandLine } from './run/command-line.ts'
import { runOneProcess } from './run/one-process.ts'
import { runWorker, runWorkers } from './run/workers.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { workers } = readCommandLine(process.argv.slice(2), config)
  if (cluster.isWorker) await runWorker(config)
  else if (workers > 1) await runWorkers(config, workers)
  else await runOneProcess(config)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof ConfigError ? `${message}\n` : `Parley could not start: ${message}\n`)
  process.exit(1)
})
