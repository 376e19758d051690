import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockFolder } from '../../src/database/folder-lock.ts'
import { onPostgres } from '../support/server.ts'
import { startPlace } from '../support/start.ts'

// Each of these ends with exit code 1, and with one sentence.
describe('the server does not start', { timeout: 120_000 }, () => {
  it('with a wrong variable', async () => {
    const { process } = await startPlace()
    await expect(process({ PORT: '99999' }).start()).rejects.toThrow(
      'It ended with 1: PORT is wrong: it must be a port number, but is "99999".\n',
    )
  })

  it('on a port in use, and makes nothing before it knows', async () => {
    const place = await startPlace()
    const other = createServer()
    onTestFinished(() => void other.close())
    await new Promise<void>((resolve) => other.listen(place.port, '127.0.0.1', resolve))
    await expect(place.process().start()).rejects.toThrow(
      `It ended with 1: PORT is wrong: another program listens on ${place.port} already.\n`,
    )
    await expect(readFile(join(place.folder, 'owner.rc'))).rejects.toThrow('ENOENT')
  })

  it('on a mail port in use, or the same as the other one', async () => {
    const place = await startPlace()
    const other = createServer()
    onTestFinished(() => void other.close())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(place.process({ PARLEY_MAIL_PORT: String(port) }).start()).rejects.toThrow(
      `It ended with 1: PARLEY_MAIL_PORT is wrong: another program listens on ${port} already.\n`,
    )
    await expect(place.process({ PARLEY_MAIL_PORT: String(place.port) }).start()).rejects.toThrow(
      `It ended with 1: PARLEY_MAIL_PORT is wrong: it is the same as PORT, ${place.port}.\n`,
    )
    await expect(
      place.process({ PARLEY_MAIL_PORT: '2525', PARLEY_MAIL_HOST: '192.0.2.1' }).start(),
    ).rejects.toThrow(
      'It ended with 1: PARLEY_MAIL_HOST is wrong: this machine has no address "192.0.2.1".\n',
    )
  })

  it('on an address that the machine does not have', async () => {
    const { process } = await startPlace()
    await expect(process({ HOST: '192.0.2.1' }).start()).rejects.toThrow(
      'It ended with 1: HOST is wrong: this machine has no address "192.0.2.1".\n',
    )
  })

  it('without its database, whose password it does not tell', async () => {
    const { process } = await startPlace()
    const url = 'postgres://parley:secret@127.0.0.1:1/parley'
    await expect(process({ DATABASE_URL: url }).start()).rejects.toThrow(
      'It ended with 1: DATABASE_URL is wrong: the database "parley" at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1).\n',
    )
  })

  it.runIf(onPostgres)('on a database that the server does not have', async () => {
    const { process, env } = await startPlace()
    const url = new URL(env.DATABASE_URL ?? '')
    url.pathname = '/no_such_database'
    await expect(process({ DATABASE_URL: url.href }).start()).rejects.toThrow(
      /^It ended with 1: DATABASE_URL is wrong: the database "no_such_database" at 127\.0\.0\.1:5432 cannot be used \(database "no_such_database" does not exist\)\.\n$/,
    )
  })

  it('in a folder that is none', async () => {
    const { process, folder } = await startPlace()
    await writeFile(join(folder, 'file'), '')
    await expect(process({ PARLEY_DATA: join(folder, 'file') }).start()).rejects.toThrow(
      /^It ended with 1: PARLEY_DATA is wrong: .*\(E(NOTDIR|EXIST).*\)\.\n$/,
    )
  })

  it('with several workers on the embedded database', async () => {
    const { process } = await startPlace()
    await expect(process({ DATABASE_URL: '' }, ['--workers', '2']).start()).rejects.toThrow(
      'It ended with 1: --workers needs DATABASE_URL: the embedded database serves one process only.\n',
    )
  })
})

describe.runIf(!onPostgres)('the folder of the embedded database', () => {
  it('serves one process: a second one is refused, and the first goes on', async () => {
    const place = await startPlace()
    const first = place.process()
    await first.start()
    const pid = JSON.parse(await readFile(join(place.folder, 'database.lock'), 'utf8')).pid
    await expect(place.process({ PORT: '0' }).start()).rejects.toThrow(
      `It ended with 1: PARLEY_DATA is wrong: the folder is in use by the running server with process id ${pid}.`,
    )
    expect(await first.end('SIGTERM')).toBe(0)
    await expect(readFile(join(place.folder, 'database.lock'))).rejects.toThrow('ENOENT')
  }, 180_000)

  it('goes to one of two that start at once', async () => {
    const place = await startPlace()
    const starts = [place.process({ PORT: '0' }), place.process({ PORT: '0' })].map((one) => one.start())
    const outcomes = await Promise.allSettled(starts)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain('PARLEY_DATA is wrong: the folder is in use')
  }, 180_000)

  it('is taken over from a process that was killed', async () => {
    const place = await startPlace()
    const server = place.process()
    await server.start()
    await server.end('SIGKILL')
    await server.start()
    expect(await server.end('SIGTERM')).toBe(0)
  }, 180_000)

  it.each([
    ['whose number another process has now', JSON.stringify({ pid: process.ppid, started: '1' })],
    ['that left nothing readable', '{"pid":'],
    ['that has ended', JSON.stringify({ pid: 2 ** 22 + 1, started: null })],
  ])('is taken over from a process %s', async (_, lock) => {
    const file = join((await startPlace()).folder, 'database.lock')
    await writeFile(file, lock)
    const unlock = await lockFolder(file)
    await expect(lockFolder(file)).rejects.toThrow(`process id ${process.pid}.`)
    await unlock()
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})
