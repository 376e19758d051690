import { writeFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { keepFiles, removeFiles } from '../../src/files/files.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

async function written(key: string, text = 'content'): Promise<string> {
  await server.core.files.writeBytes(key, Buffer.from(text), 'text/plain')
  return key
}

const contentOf = async (key: string) => (await server.core.files.readWhole(key))?.toString()
const inTransaction = (work: Parameters<typeof server.core.db.transaction<void>>[1]) =>
  server.core.db.transaction('read committed', work)

/** As if a day had passed. */
const letTimePass = (key: string) =>
  server.core.db.query(sql`UPDATE file_removal SET due_at = due_at - interval '25 hours' WHERE key = ${key}`)

describe('a file', () => {
  it('that a transaction keeps stays, and goes when another one gives it up', async () => {
    const key = await written('uploads/1/aa/kept')
    await inTransaction((tx) => keepFiles(tx, [key]))
    await letTimePass(key)
    await server.core.files.removeDue()
    expect(await contentOf(key)).toBe('content')
    await inTransaction((tx) => removeFiles(tx, [key]))
    await server.core.files.removeDue()
    expect(await contentOf(key)).toBeUndefined()
  })

  it('that no transaction keeps is gone a day later, as after a crash', async () => {
    const key = await written('uploads/1/aa/left')
    await server.core.files.removeDue()
    expect(await contentOf(key)).toBe('content')
    await letTimePass(key)
    await server.core.files.removeDue()
    expect(await contentOf(key)).toBeUndefined()
    await expect(inTransaction((tx) => keepFiles(tx, [key]))).rejects.toThrow(/removed before/)
  })

  it('goes at once when its transaction fails', async () => {
    const key = await written('uploads/1/aa/failed')
    const failing = server.core.files.orDiscard([key], () =>
      inTransaction(async (tx) => {
        await keepFiles(tx, [key])
        throw new Error('after all, no')
      }),
    )
    await expect(failing).rejects.toThrow('after all, no')
    expect(await contentOf(key)).toBeUndefined()
    expect(await server.core.db.query(sql`SELECT * FROM file_removal WHERE key = ${key}`)).toEqual([])
  })

  it('is read in parts', async () => {
    const key = await written('uploads/1/aa/parts', '0123456789')
    const part = await server.core.files.read(key, { start: 2, end: 5 })
    expect(Buffer.concat(await part.toArray()).toString()).toBe('2345')
  })

  it.each([
    '../x',
    'uploads/../x',
    '/etc/passwd',
    'uploads/1/..',
    'uploads//x',
    'uploads/1/a b',
    'uploads/1/%2e',
  ])('is never named %s', async (key) => {
    await expect(server.core.files.read(key)).rejects.toThrow('no key of a file')
    await expect(server.core.files.writeBytes(key, Buffer.from(''), 'text/plain')).rejects.toThrow(
      'no key of a file',
    )
  })

  it('that is coming in leaves nothing behind, whatever happens to it', async () => {
    let place = ''
    await expect(
      server.core.files.incoming.within(async (path) => {
        place = path
        await writeFile(path, 'half')
        throw new Error('it broke off')
      }),
    ).rejects.toThrow('it broke off')
    await expect(writeFile(place, '', { flag: 'r' })).rejects.toThrow('ENOENT')
  })
})
