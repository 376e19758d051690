import { pino } from 'pino'
import type { Config } from './config.ts'

/** What the server's parts log through: structured fields first, then a sentence. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Writes JSON lines to standard error. Secrets have no field that could hold them. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({ level, serializers: { error: pino.stdSerializers.err } }, pino.destination(2))
}
