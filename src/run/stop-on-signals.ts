import type { Logger } from '../logger.ts'

/** Ends the process on SIGINT or SIGTERM, after `stop` has done its work; a second signal changes nothing. */
export function stopOnSignals(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false
  const onSignal = (): void => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
