import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Where the demo goes, and how much of it. */
export interface DemoPlan {
  /** The server's address, without a slash at its end. */
  readonly site: string
  /** The owner, who makes the accounts. */
  readonly email: string
  readonly key: string
  /** Messages in channels. */
  readonly messages: number
}

export const usage = `Fills a new organization with people, channels and messages.

  npm run demo                                       with the key file of the first start
  npm run demo -- --key-file path/to/owner.rc
  npm run demo -- --url http://localhost:9991 --email owner@parley.example --key KEY
  npm run demo -- --messages 500                     fewer than the usual 3000
`

const MOST_MESSAGES = 100_000

const options = {
  url: { type: 'string' },
  email: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  messages: { type: 'string', default: '3000' },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the command line; what it leaves out is in the key file.
 *
 * @param given without the program's name
 * @returns null when only help is wanted
 * @throws Error with a sentence for whoever typed it
 */
export async function readPlan(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<DemoPlan | null> {
  const { values } = parseArgs({ args: [...given], options })
  if (values.help) return null
  const messages = Number(values.messages)
  if (!Number.isInteger(messages) || messages < 0 || messages > MOST_MESSAGES) {
    throw new Error(`--messages must be a number up to ${MOST_MESSAGES}.`)
  }
  const isComplete = values.url !== undefined && values.email !== undefined && values.key !== undefined
  const file = values['key-file'] ?? join(env.PARLEY_DATA || './data', 'owner.rc')
  const known: Partial<KeyFile> = isComplete ? {} : await readKeyFile(file)
  const { site, email, key } = {
    site: values.url ?? known.site,
    email: values.email ?? known.email,
    key: values.key ?? known.key,
  }
  if (!site || !email || !key) throw new Error(`${file} lacks email, key or site.`)
  return { site: site.replace(/\/+$/, ''), email, key, messages }
}

type KeyFile = Record<'email' | 'key' | 'site', string | undefined>

async function readKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`There is no key file ${path}: start the server first, or name --url, --email and --key.`)
  })
  const value = (name: string) => new RegExp(`^${name}\\s*=\\s*(.+?)\\s*$`, 'm').exec(text)?.[1]
  return { email: value('email'), key: value('key'), site: value('site') }
}
