import { beforeEach, describe, expect, it } from 'vitest'
import { say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const add = (person: Person, ...alert_words: string[]) => person.post('users/me/alert_words', { alert_words })
const remove = (person: Person, ...alert_words: string[]) =>
  person.delete('users/me/alert_words', { alert_words })
const list = async (person: Person) => (await person.get('users/me/alert_words').succeeds()).alert_words
const follow = (person: Person) => register(person, ['alert_words'], { fetch_event_types: ['alert_words'] })

describe('Alert words', () => {
  it('are added and removed, in any case, each once, and nobody else is told', async () => {
    const { ann, ben } = people
    const [queue, other] = [await follow(ann), await follow(ben)]
    const added = await add(ann, ' Tea ', 'green tea', 'TEA', '  ').succeeds()
    expect(added).toEqual({ result: 'success', msg: '', alert_words: ['Tea', 'green tea'] })
    expect((await add(ann, 'tea').succeeds()).alert_words).toEqual(['Tea', 'green tea'])
    expect((await add(ann, 'c++', 'Green Tea').succeeds()).alert_words).toEqual(['Tea', 'green tea', 'c++'])
    expect(await list(ann)).toEqual(['Tea', 'green tea', 'c++'])
    expect((await remove(ann, 'coffee').succeeds()).alert_words).toEqual(['Tea', 'green tea', 'c++'])
    expect((await remove(ann, 'GREEN TEA', 'coffee').succeeds()).alert_words).toEqual(['Tea', 'c++'])
    const told = (...alert_words: string[]) => ({ type: 'alert_words', alert_words })
    await queue.receives(told('Tea', 'green tea'), told('Tea', 'green tea', 'c++'), told('Tea', 'c++'))
    await queue.replayEqualsFreshRegister()
    await other.receivesNothing()
    expect(await list(ben)).toEqual([])
  })

  it('are refused when they are too long, by their place', async () => {
    const { ann, guest } = people
    const long = 'x'.repeat(101)
    await add(ann, 'ok', long).fails('BAD_REQUEST', /alert_words\[1\]/)
    await ann.post('users/me/alert_words').fails('REQUEST_VARIABLE_MISSING')
    await ann.post('users/me/alert_words', { alert_words: '"tea"' }).fails('BAD_REQUEST', /alert_words/)
    await add(ann, 'a\u0000b').fails('BAD_REQUEST')
    expect(await list(ann)).toEqual([])
    expect((await add(guest, 'x'.repeat(100)).succeeds()).alert_words).toHaveLength(1)
    // Nobody has a word of that length: it is unknown.
    expect((await remove(guest, long, 'X'.repeat(100)).succeeds()).alert_words).toEqual([])
  })

  it('over GraphQL are the same', async () => {
    const { ann } = people
    const change = (name: string, words: string[]) =>
      ann.graphql(`mutation ($input: ChangeAlertWordsInput!) { ${name}(input: $input) { alertWords } }`, {
        input: { words },
      })
    expect((await change('addAlertWords', ['tea', 'milk'])).addAlertWords).toEqual({
      alertWords: ['tea', 'milk'],
    })
    expect((await change('removeAlertWords', ['Tea'])).removeAlertWords).toEqual({ alertWords: ['milk'] })
    expect((await ann.graphql('{ viewer { alertWords } }')).viewer.alertWords).toEqual(['milk'])
    await expect(change('addAlertWords', ['x'.repeat(101)])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(change('addAlertWords', ['\u0000'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('A message with an alert word', () => {
  /** The ids of those of the texts that alert a reader. */
  async function alerts(reader: Person, texts: readonly string[]): Promise<string[]> {
    const { ben, general } = people
    const queue = await register(reader, ['message'])
    for (const text of texts) await say(ben, general, 'tea', text)
    const events = await queue.takeCount(texts.length)
    return events
      .filter(({ flags }) => flags.includes('has_alert_word'))
      .map(({ message }) => message.content)
  }

  it('is flagged for those whom it alerts, whatever the case, where white space or punctuation bounds it', async () => {
    const { ann } = people
    await add(ann, 'tea', 'c++', 'green leaf', '-x', 'Öl').succeeds()
    const alerting = [
      'tea',
      'A cup of TEA?',
      '(tea)',
      'green\u00a0tea, please',
      'one-tea-two',
      'I write c++.',
      'c++',
      'a Green Leaf!',
      'see -x',
      'öl',
    ]
    const silent = ['teapot', 'steal', 'c+', 'xc++', 'c++x', 'greenleaf', 'green  leaf', 'a-x', 'te a', 'oel']
    expect(await alerts(ann, [...alerting, ...silent])).toEqual(alerting)
  })

  it('is not flagged for others, nor for those who do not receive it, and is found again', async () => {
    const { ann, ben, guest, general } = people
    await add(ann, 'tea').succeeds()
    await add(guest, 'tea').succeeds()
    const id = await say(ben, general, 'x', 'tea')
    const direct = await tell(ben, [ann], 'more tea')
    const flagsOf = async (person: Person, message: number) =>
      (await person.get(`messages/${message}`).succeeds()).message.flags
    expect(await flagsOf(ann, id)).toEqual(['has_alert_word'])
    expect(await flagsOf(ann, direct)).toEqual(['has_alert_word'])
    expect(await flagsOf(ben, id)).not.toContain('has_alert_word')
    const narrow = [{ operator: 'is', operand: 'alerted' }]
    const { messages } = await ann
      .get('messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow })
      .succeeds()
    expect(messages.map((message: { id: number }) => message.id)).toEqual([id, direct])
    await remove(ann, 'tea').succeeds()
    expect(await flagsOf(ann, id)).toEqual(['has_alert_word'])
    expect(await flagsOf(ann, await say(ben, general, 'x', 'tea'))).toEqual([])
  })

  it('is flagged anew when its text changes, and only for those who have it', async () => {
    const { ann, ben, general } = people
    await add(ann, 'tea').succeeds()
    const id = await say(ben, general, 'x', 'milk')
    const queue = await register(ann, ['update_message'])
    for (const content of ['tea', 'milk again']) await ben.patch(`messages/${id}`, { content }).succeeds()
    const [alerting, silent] = await queue.takeCount(2)
    expect(alerting?.flags).toEqual(['has_alert_word'])
    expect(silent?.flags).toEqual([])
  })
})
