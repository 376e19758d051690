import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'

/** What a lock file says of the process that holds it. */
interface Holder {
  readonly pid: number
  /** When it began, in the clock ticks of its machine; null where that is not known. */
  readonly started: string | null
}

/** When a process began and whether it still runs, as Linux tells; null elsewhere and for no process. */
async function processState(pid: number): Promise<{ started: string; isZombie: boolean } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before the last parenthesis can contain anything; state and start time are behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields[0], fields[19]]
  return state !== undefined && started !== undefined ? { started, isZombie: state === 'Z' } : null
}

/** Whether the process of a lock file still runs. Its number may belong to another one by now. */
async function isRunning({ pid, started }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of another user can't be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = await processState(pid)
  if (state === null) return true
  return !state.isZombie && (started === null || started === state.started)
}

function holderIn(text: string): Holder | null {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>
    return Number.isInteger(pid) && pid !== undefined && pid > 0 ? { pid, started: started ?? null } : null
  } catch {
    return null
  }
}

/**
 * Keeps a folder for this process with a lock file: the embedded database does not notice by itself
 * that two processes write to it. A lock whose process has gone is taken over.
 *
 * @param file the lock file's path; its folder exists
 * @returns gives the folder back
 * @throws ConfigError when another process has the folder
 */
export async function lockFolder(file: string): Promise<() => Promise<void>> {
  const state = await processState(process.pid)
  const mine = `${JSON.stringify({ pid: process.pid, started: state?.started ?? null } satisfies Holder)}\n`
  const prepared = `${file}.${process.pid}`
  await writeFile(prepared, mine)
  try {
    // Linking is atomic, and so the file is never seen half written.
    while (!(await tryLink(prepared, file))) await removeStale(file, `${prepared}.stale`)
  } finally {
    await rm(prepared, { force: true })
  }
  return async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text === mine) await rm(file, { force: true })
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStale(file: string, aside: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const holder = holderIn(text)
  if (holder && (await isRunning(holder))) throw taken(holder)
  await rename(file, aside).catch(() => {})
  const moved = await readFile(aside, 'utf8').catch(() => text)
  // Somebody else took over between the two looks: what was moved is theirs.
  if (moved !== text) await tryLink(aside, file)
  await rm(aside, { force: true })
}

function taken({ pid }: Holder): ConfigError {
  return new ConfigError(
    `PARLEY_DATA is wrong: the folder is in use by the running server with process id ${pid}. ` +
      'Stop that one, name another folder, or use a PostgreSQL server (DATABASE_URL) for several processes.',
  )
}
