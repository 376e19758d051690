/** Does what it is given once everything given before is done. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets statements that are asked for side by side run one after another, as a connection needs it.
 * The next one begins before whoever waits for the last one goes on: the database works while rows
 * are being read.
 */
export function takeTurns(): Turns {
  const waiting: (() => void)[] = []
  let busy = false

  function goOn(): void {
    const next = waiting.shift()
    if (next) next()
    else busy = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        busy = true
        work().then(
          (result) => {
            goOn()
            resolve(result)
          },
          (error: unknown) => {
            goOn()
            reject(error)
          },
        )
      }
      if (busy) waiting.push(begin)
      else begin()
    })
}
