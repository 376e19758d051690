import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '../database.ts'
import { type Measurement, report, summary } from '../measure.ts'
import type { MemoryReport } from './memory.ts'

const MIB = 1024 * 1024
/** As large as a file may be, without the form around it. */
const FILE_MIB = 100
const AT_ONCE = 4
const ROUNDS = 5

const boundary = 'parley-bench'
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="filename"; filename="large.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n',
)
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
const chunk = Buffer.alloc(MIB, 7)

/** Sends one file as a form, never more of it in memory than the socket takes. */
async function sendFile(port: number, headers: Readonly<Record<string, string>>): Promise<void> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/user_uploads',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + FILE_MIB * MIB + tail.length,
    },
  })
  const answered = once(outgoing, 'response')
  outgoing.write(head)
  for (let sent = 0; sent < FILE_MIB; sent++) if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  outgoing.end(tail)
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`An upload was answered ${response.statusCode}.`)
}

interface Measured {
  /** MiB per second of all uploads together. */
  readonly rates: readonly number[]
  /** MiB by which the process grew beyond what it had before the uploads of a round. */
  readonly growth: readonly number[]
}

async function askMemory(server: ChildProcess): Promise<MemoryReport> {
  server.send('memory')
  const [memory] = await once(server, 'message')
  return memory
}

async function measure(script: string, args: readonly string[]): Promise<Measured> {
  const server = fork(new URL(script, import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  try {
    const [{ port, authorization }] = await once(server, 'message')
    const headers = authorization === undefined ? {} : { authorization }
    const rates: number[] = []
    const growth: number[] = []
    // The first uploads load code, and fill the allocator's pools.
    for (let round = -1; round < ROUNDS; round++) {
      const before = await askMemory(server)
      const start = performance.now()
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendFile(port, headers)))
      const seconds = (performance.now() - start) / 1000
      const during = await askMemory(server)
      if (round < 0) continue
      rates.push((AT_ONCE * FILE_MIB) / seconds)
      growth.push((during.most - before.least) / MIB)
    }
    return { rates, growth }
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

/** Uploads of 100 MiB, several at once: how fast, and how much memory they take, beside a bare server. */
export async function benchUploads(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const bare = await measure('./bare-server.ts', [folder])
    await withDatabase(async (url) => {
      const ours = await measure('./parley-server.ts', [folder, url])
      const rate = (name: string, { rates }: Measured): Measurement => summary(name, rates)
      report({
        title: `POST /user_uploads of ${FILE_MIB} MiB, ${AT_ONCE} at once: MiB`,
        unit: 'per second',
        ours: rate('Parley', ours),
        baselines: [rate('bare node:http, the same bytes to disk', bare)],
      })
      for (const [name, { growth }] of Object.entries({ Parley: ours, 'the bare server': bare })) {
        const { median, upperQuartile } = summary(name, growth)
        console.log(
          `  ${name} grew by ${median.toFixed(1)} MiB meanwhile (upper quartile ${upperQuartile.toFixed(1)})`,
        )
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
