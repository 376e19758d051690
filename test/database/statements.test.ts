import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../src/database/database.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

/** More than either database keeps prepared. */
const MANY = 600

describe('Statements', () => {
  it('give back what they are given, in its type', async () => {
    const at = new Date('2026-11-20T12:34:56.789Z')
    const [row] = await server.core.db.query(sql`
      SELECT ${null}::int AS nothing, ${7}::bigint AS big_number, ${at}::timestamptz AS at_time, ${true}::boolean AS yes,
        ${['a', null, 'c,"d"']}::text[] AS some_texts, ${[1, 2]}::int[] AS numbers, ${'{"a": 1}'}::json AS data,
        ${'ü\n\u2028'}::text AS words, count(*) AS counted FROM generate_series(1, 3)`)
    expect(row).toEqual({
      nothing: null,
      bigNumber: 7,
      atTime: at,
      yes: true,
      someTexts: ['a', null, 'c,"d"'],
      numbers: [1, 2],
      data: { a: 1 },
      words: 'ü\n\u2028',
      counted: 3,
    })
  })

  it('are as good the second time, with other values', async () => {
    const half = (value: number | null) =>
      server.core.db.query<{ half: number | null }>(sql`SELECT ${value}::float8 / 2 AS half`)
    for (const value of [1, 2, null, 4, 5, 6, 7]) {
      expect(await half(value)).toEqual([{ half: value === null ? null : value / 2 }])
    }
  })

  it('fail alone: what comes next is answered, and a transaction is as if it had never been', async () => {
    const { db } = server.core
    const divide = (by: number) => db.query<{ result: number }>(sql`SELECT 10 / ${by}::int AS result`)
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(5)).toEqual([{ result: 2 }])
    await expect(db.query(sql`SELECT no_such_column`)).rejects.toMatchObject({ code: '42703' })
    await expect(db.query(sql`SELECT no_such_column`)).rejects.toMatchObject({ code: '42703' })
    const failing = db.transaction('read committed', async (tx) => {
      await tx.query(sql`UPDATE organization SET name = 'gone'`)
      await expect(tx.query(sql`SELECT 10 / ${0}::int AS result`)).rejects.toMatchObject({ code: '22012' })
      // Nothing else is answered until it is over.
      await tx.query(sql`SELECT 10 / ${2}::int AS result`)
    })
    await expect(failing).rejects.toMatchObject({ code: '25P02' })
    expect(await divide(2)).toEqual([{ result: 5 }])
    expect(await db.query(sql`SELECT FROM organization WHERE name = 'gone'`)).toEqual([])
  })

  it('can be more than are kept prepared', async () => {
    const { db } = server.core
    const ask = (number: number) =>
      db.query(sql`SELECT ${raw(String(number))} AS "n", ${number}::int AS given`)
    for (const round of [1, 2]) {
      for (let number = 0; number < MANY; number++) {
        expect(await ask(number), `round ${round}`).toEqual([{ n: number, given: number }])
      }
    }
  })

  it('that come together are answered one by one, each with its own', async () => {
    const { db } = server.core
    const ask = (by: Transaction | typeof db, number: number) =>
      by.query<{ number: number }>(sql`SELECT ${number}::int AS number, pg_sleep(0.001)`)
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const outside = Promise.all(numbers.map((number) => ask(db, number)))
    const inside = db.transaction('snapshot', (tx) => Promise.all(numbers.map((number) => ask(tx, number))))
    for (const answers of [await outside, await inside]) {
      expect(answers.map(([row]) => row?.number)).toEqual(numbers)
    }
  })

  it.skipIf(onPostgres)('of a transaction that is over are refused', async () => {
    let kept: Transaction | undefined
    await server.core.db.transaction('read committed', async (tx) => {
      kept = tx
    })
    await expect(kept?.query(sql`SELECT 1`)).rejects.toThrow('The transaction is over.')
  })
})
