/** What a server says of its memory since it was last asked: bytes. */
export interface MemoryReport {
  readonly least: number
  readonly most: number
}

const EVERY_MS = 10

/** Answers each message of the parent process with how much memory this one had since the last one. */
export function reportMemory(): void {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  setInterval(() => {
    const { rss } = process.memoryUsage()
    least = Math.min(least, rss)
    most = Math.max(most, rss)
  }, EVERY_MS).unref()
  process.on('message', () => {
    process.send?.({ least, most } satisfies MemoryReport)
    const { rss } = process.memoryUsage()
    least = rss
    most = rss
  })
}
