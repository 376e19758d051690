import DataLoader from 'dataloader'

/** How many queries of one kind may be under way; what comes meanwhile goes together in the next. */
const MOST_UNDER_WAY = 2
/** How many questions one query may answer. */
const MOST_AT_ONCE = 200

/** Answers one question of a kind that many requests ask at the same time. */
export type Gathered<Key, Value> = (key: Key) => Promise<Value>

/**
 * Answers the same kind of question of many requests with few queries. Nothing is remembered: each
 * question is answered by a query that began after it was asked. A question that comes alone is
 * asked at once.
 *
 * @param load answers several questions, in their order
 */
export function gather<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): Gathered<Key, Value> {
  const waiting: (() => void)[] = []
  let underWay = 0

  async function loadInTurn(keys: readonly Key[]): Promise<readonly Value[]> {
    try {
      return await load(keys)
    } finally {
      underWay -= 1
      start(waiting.shift())
    }
  }

  function start(dispatch: (() => void) | undefined): void {
    if (!dispatch) return
    underWay += 1
    dispatch()
  }

  const loader = new DataLoader<Key, Value>(loadInTurn, {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    batchScheduleFn: (dispatch) => {
      // Requests that arrive in one turn of the event loop are read one after another.
      if (underWay < MOST_UNDER_WAY) setImmediate(() => start(dispatch))
      else waiting.push(dispatch)
    },
  })
  return (key) => loader.load(key)
}
