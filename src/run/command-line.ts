import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../config.ts'

/** What is said on the command line rather than in the environment. */
export interface CommandLine {
  /** Processes to share the port; 1 unless told. */
  readonly workers: number
}

/**
 * Reads the command line: `--workers N`.
 *
 * @throws ConfigError for anything else
 */
export function readCommandLine(given: readonly string[], config: Config): CommandLine {
  const workers = Number(workersOption(given))
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) {
    throw new ConfigError('--workers is wrong: it must be a number from 1 to 64.')
  }
  if (workers > 1 && !config.databaseUrl) {
    throw new ConfigError('--workers needs DATABASE_URL: the embedded database serves one process only.')
  }
  return { workers }
}

function workersOption(given: readonly string[]): string {
  try {
    return parseArgs({ args: [...given], options: { workers: { type: 'string', default: '1' } } }).values
      .workers
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : 'The command line is wrong.')
  }
}
