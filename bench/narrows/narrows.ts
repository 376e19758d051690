import { call } from '../client.ts'
import { type History, seedMessages, seedPeople } from '../history.ts'
import { type Host, withHost } from '../host.ts'
import { type Measurement, measureInTurns, type Task } from '../measure.ts'
import { bareStatement, COUNT, type Narrow, narrowsOf, type Place, placesAround } from './bare-narrow.ts'

const SHORT = 10_000
const LONG = 1_000_000
/** Messages that one statement seeds. */
const STEP = 100_000
const RUNS = 100

/** A server whose owner has a history of some length. */
interface Seeded extends Pick<Host, 'port' | 'pool'> {
  readonly history: History
  /** The message in the middle of it. */
  readonly middle: number
}

/** A narrow at one place of a history: asked for as a client does, and by hand. */
function tasksOf({ port, pool, history }: Seeded, narrow: Narrow, place: Place): [Task, Task] {
  const query = new URLSearchParams({
    anchor: place.anchor,
    num_before: String(place.before),
    num_after: String(place.after),
    narrow: JSON.stringify(narrow.terms),
  })
  const { authorization } = history
  const get = () => call(port, 'GET', `/api/v1/messages?${query}`, { authorization })
  const text = bareStatement(narrow, place)
  const name = `${narrow.name} ${place.name}`
  const values = [history.ownerId]
  let whole: { readonly messages: readonly unknown[] } | undefined
  const bare = async () => {
    whole ??= JSON.parse(await get()) as { messages: unknown[] } // Tests compare it with its schema.
    const { rows } = await pool.query({ name, text, values })
    // Both must find the same, or the comparison would mean nothing; the anchor itself is extra.
    if (Math.abs(rows.length - whole.messages.length) > 1) {
      throw new Error(`${name}: ${rows.length} rows, ${whole.messages.length} messages`)
    }
    return JSON.stringify(whole)
  }
  return [
    { name, run: get },
    { name, run: bare },
  ]
}

/** One narrow at one place, in both histories. */
interface Figure {
  readonly name: string
  readonly ours: Measurement
  readonly bare: Measurement
  readonly oursShort: Measurement
  readonly bareShort: Measurement
}

async function measureAll(short: Seeded, long: Seeded): Promise<Figure[]> {
  const figures: Figure[] = []
  const shortPlaces = placesAround(short.middle)
  for (const [index, narrow] of narrowsOf(long.history).entries()) {
    const shortNarrow = narrowsOf(short.history)[index]
    for (const [i, place] of placesAround(long.middle).entries()) {
      const shortPlace = shortPlaces[i]
      if (!shortNarrow || !shortPlace) throw new Error('The histories have other narrows.')
      const tasks = [...tasksOf(long, narrow, place), ...tasksOf(short, shortNarrow, shortPlace)]
      const [ours, bare, oursShort, bareShort] = await measureInTurns(tasks, RUNS, 10, 20)
      if (!ours || !bare || !oursShort || !bareShort) throw new Error('Nothing was measured.')
      figures.push({ name: ours.name, ours, bare, oursShort, bareShort })
    }
  }
  return figures
}

function print(figures: readonly Figure[]): void {
  const ratio = (left: Measurement, right: Measurement) => (left.median / right.median).toFixed(2)
  const ms = ({ median }: Measurement) => median.toFixed(2).padStart(6)
  console.log(
    `\nGET /messages of ${COUNT}: medians in ms, with ${LONG} messages beside the bare SQL and JSON.stringify (at most 3 is the aim), and beside ${SHORT} messages (at most 1.5; the bare SQL's own ratio in brackets)`,
  )
  for (const { name, ours, bare, oursShort, bareShort } of figures) {
    const spread = `middle half ${ours.lowerQuartile.toFixed(2)} to ${ours.upperQuartile.toFixed(2)}`
    console.log(
      `  ${name.padEnd(28)} ${ms(ours)} (${spread})  bare ${ms(bare)}  ratio ${ratio(ours, bare)}` +
        `  with ${SHORT} ${ms(oursShort)}  ratio ${ratio(ours, oursShort)} (${ratio(bare, bareShort)})`,
    )
  }
}

async function withHistory(length: number, work: (seeded: Seeded) => Promise<void>): Promise<void> {
  await withHost(async ({ core, port, pool }) => {
    const history = await seedPeople(core)
    for (let from = 1; from <= length; from += STEP) {
      await seedMessages(core, history, from, Math.min(from + STEP - 1, length))
    }
    // What seeding has left in memory would be written to the disk while something is measured.
    await pool.query('CHECKPOINT')
    const { rows } = await pool.query('SELECT (min(id) + max(id)) / 2 AS middle FROM message')
    await work({ port, pool, history, middle: rows[0].middle })
  })
}

/** GET /messages in every sort of narrow, in a short and in a long history. */
export async function benchNarrows(): Promise<void> {
  await withHistory(SHORT, (short) =>
    withHistory(LONG, async (long) => {
      // A history that has just been written is read for the first time by whoever comes first, and code is slow until
      // it has run often.
      await measureAll(short, long)
      print(await measureAll(short, long))
    }),
  )
}
