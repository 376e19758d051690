import { beforeEach, describe, expect, it } from 'vitest'
import { Backstage, channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const add = (person: Person, message_id: number, content: unknown, msg_type = 'widget') =>
  person.post('submessage', {
    message_id,
    msg_type,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })

/** A message's submessages as somebody reads them over REST, their contents parsed. */
async function submessagesOf(reader: Person, id: number): Promise<{ sender_id: number; content: unknown }[]> {
  const { submessages } = (await reader.get(`messages/${id}`).succeeds()).message
  return submessages.map((each: { content: string }) => ({ ...each, content: JSON.parse(each.content) }))
}

const POLL = '/poll Tea or coffee?\n- Tea\n* Coffee\n\n  Both  '
const vote = { type: 'vote', key: 'canned,0', vote: 1 }

describe('A message that begins with /poll or /todo', () => {
  it('has a widget, told with the message and shown with it ever after', async () => {
    const { ann, ben } = people
    const queue = await register(ben, ['message'])
    const id = await say(ann, 'general', 'tea', POLL)
    const direct = await tell(ann, [ben], '/todo Shopping\nTea: green, if any\nMilk')
    const poll = { question: 'Tea or coffee?', options: ['Tea', 'Coffee', 'Both'] }
    const list = {
      task_list_title: 'Shopping',
      tasks: [
        { task: 'Tea', desc: 'green, if any' },
        { task: 'Milk', desc: '' },
      ],
    }
    const expected = [
      { message_id: id, content: { widget_type: 'poll', extra_data: poll } },
      { message_id: direct, content: { widget_type: 'todo', extra_data: list } },
    ].map((one) => ({ ...one, id: expect.any(Number), sender_id: ann.id, msg_type: 'widget' }))
    expect(await submessagesOf(ben, id)).toEqual(expected.slice(0, 1))
    expect(await submessagesOf(ben, direct)).toEqual(expected.slice(1))
    const told = (await queue.takeCount(2)).map(({ message }) => message)
    expect(told.flatMap(({ submessages }) => submessages).map(({ content }) => JSON.parse(content))).toEqual(
      expected.map(({ content }) => content),
    )
    expect(told[0]?.content).toContain('/poll Tea or coffee?')
  })

  it('has none when the command is not the first word, or another one', async () => {
    const { ann } = people
    for (const content of ['Try /poll', '/polls What?', '/todos', '`/poll What?`', '/me thinks']) {
      expect(await submessagesOf(ann, await say(ann, 'general', 'tea', content))).toEqual([])
    }
    const [bare] = await submessagesOf(ann, await say(ann, 'general', 'tea', '/poll'))
    expect(bare?.content).toEqual({ widget_type: 'poll', extra_data: { question: '', options: [] } })
  })

  it('can be a form that a program gives it, and nothing else', async () => {
    const { ann, bot } = people
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Tea', reply: 'answer A' }
    const form = {
      widget_type: 'zform',
      extra_data: { type: 'choices', heading: 'What?', choices: [choice] },
    }
    const send = (widget_content: unknown) =>
      bot.post('messages', { type: 'direct', to: [ann.id], content: 'What?', widget_content })
    const { id } = await send(form).succeeds()
    expect((await submessagesOf(ann, id))[0]?.content).toEqual(form)
    for (const wrong of [
      {},
      [],
      5,
      { widget_type: 'poll', extra_data: { question: 'What?', options: [] } },
      { ...form, extra_data: { ...form.extra_data, type: 'others' } },
      { ...form, extra_data: { ...form.extra_data, choices: [{ ...choice, reply: 1 }] } },
      { ...form, more: true },
    ]) {
      await send(wrong).fails('BAD_REQUEST', 'widget_content')
    }
    await send('{').fails(expect.any(String), 'widget_content')
  })
})

describe('POST /submessage', () => {
  it('adds votes, options and tasks for everybody who reads the message, and tells its audience', async () => {
    const { ann, ben, guest } = people
    const id = await say(ann, 'general', 'tea', POLL)
    const [queue, outsider] = [await register(ann, ['submessage']), await register(guest, ['submessage'])]
    const changes = [vote, { type: 'new_option', option: 'Water', idx: 1 }, { ...vote, vote: -1 }]
    for (const change of changes) await add(ben, id, change).succeeds()
    const shown = (await submessagesOf(ann, id)).slice(1)
    expect(shown).toMatchObject(changes.map((content) => ({ sender_id: ben.id, content })))
    await queue.receives(
      ...changes.map((content, i) => ({
        type: 'submessage',
        msg_type: 'widget',
        content: JSON.stringify(content),
        message_id: id,
        sender_id: ben.id,
        submessage_id: (shown[i] as unknown as { id: number }).id,
      })),
    )
    await outsider.receivesNothing()
    const list = await say(ann, 'general', 'tea', '/todo')
    await add(ben, list, { type: 'new_task', key: 1, task: 'Tea', desc: '', completed: false }).succeeds()
    await add(ann, list, { type: 'strike', key: `1,${ben.id}` }).succeeds()
    expect(await submessagesOf(ben, list)).toHaveLength(3)
  })

  it('refuses what the widget does not know, and renaming it to others than its author', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', POLL)
    const list = await say(ann, 'general', 'tea', '/todo')
    for (const wrong of [
      {},
      { type: 'vote', key: 'canned,0', vote: 2 },
      { type: 'vote', key: 5, vote: 1 },
      { type: 'new_option', option: 'Water' },
      { type: 'strike', key: '0,canned' },
      { ...vote, more: 1 },
      5,
    ]) {
      await add(ben, id, wrong).fails('BAD_REQUEST', 'Invalid change of a poll')
    }
    await add(ben, list, vote).fails('BAD_REQUEST', 'Invalid change of a todo')
    await add(ben, id, '{').fails('BAD_REQUEST', 'content is not valid JSON')
    await add(ben, id, { type: 'new_option', option: 'x'.repeat(10_000), idx: 1 }).fails(
      'BAD_REQUEST',
      'too long',
    )
    const renaming = { type: 'question', question: 'Tea?' }
    await add(ben, id, renaming).fails('BAD_REQUEST', 'author')
    await add(ben, list, { type: 'new_task_list_title', title: 'Tea' }).fails('BAD_REQUEST', 'author')
    await add(ann, id, renaming).succeeds()
    expect(await submessagesOf(ann, id)).toHaveLength(2)
  })

  it('is for those who can read the message, not for archived channels, and begins with its sender', async () => {
    const { ann, ben } = people
    const closed = await channel(people, 'closed', [ann], { invite_only: true })
    const id = await say(ann, 'closed', 'tea', POLL)
    await add(ben, id, vote).fails('BAD_REQUEST', 'Invalid message(s)')
    await new Backstage(server, people).archive(closed)
    await add(ann, id, vote).fails('BAD_REQUEST', 'archived')
    const plain = await say(ann, 'general', 'tea', 'Hello')
    await add(ben, plain, { any: 'thing' }).fails('BAD_REQUEST', 'cannot attach')
    await add(ann, plain, { any: 'thing' }, 'other').succeeds()
    expect(await submessagesOf(ben, plain)).toMatchObject([{ content: { any: 'thing' } }])
    await ann.post('submessage', { msg_type: 'widget', content: '{}' }).fails('REQUEST_VARIABLE_MISSING')
  })
})

describe('In GraphQL', () => {
  const CHANGE = `mutation ($input: ChangeWidgetInput!) {
    changeWidget(input: $input) { message {
      poll { question options { key text voterDatabaseIds } }
      todoList { title tasks { key name description isDone } }
    } }
  }`
  const change = async (person: Person, messageDatabaseId: number, what: object) =>
    (await person.graphql(CHANGE, { input: { messageDatabaseId, ...what } })).changeWidget.message

  it('polls are voted in, and what is so already changes nothing', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', '/poll Tea?\nYes')
    const queue = await register(ann, ['submessage'])
    const yes = { vote: { optionKey: 'canned,0', isFor: true } }
    await change(ann, id, yes)
    await change(ben, id, yes)
    await change(ben, id, yes)
    await change(ben, id, { newOption: 'Yes' })
    await change(ben, id, { newOption: 'No' })
    await change(ann, id, { question: 'More tea?' })
    const { poll, todoList } = await change(ann, id, { vote: { optionKey: 'canned,0', isFor: false } })
    expect(poll).toEqual({
      question: 'More tea?',
      options: [
        { key: 'canned,0', text: 'Yes', voterDatabaseIds: [ben.id] },
        { key: `${ben.id},1`, text: 'No', voterDatabaseIds: [] },
      ],
    })
    expect(todoList).toBeNull()
    expect(await queue.takeCount(5)).toHaveLength(5)
    await queue.receivesNothing()
  })

  it('tasks are added and ticked off, also those that other clients made', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', '/todo Shopping\nTea')
    await add(ben, id, { type: 'new_task', key: 7, task: 'Milk', desc: '', completed: false }).succeeds()
    await change(ben, id, { newTask: { name: 'Sugar', description: 'brown' } })
    await change(ann, id, { taskState: { taskKey: '0,canned', isDone: true } })
    await change(ben, id, { taskState: { taskKey: '0,canned', isDone: true } })
    const { todoList } = await change(ann, id, { title: 'Today' })
    expect(todoList).toEqual({
      title: 'Today',
      tasks: [
        { key: '0,canned', name: 'Tea', description: '', isDone: true },
        { key: `7,${ben.id}`, name: 'Milk', description: '', isDone: false },
        { key: `8,${ben.id}`, name: 'Sugar', description: 'brown', isDone: false },
      ],
    })
  })

  it('refuses changes of what is not there, and several at once', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', '/poll Tea?\nYes')
    const plain = await say(ann, 'general', 'tea', 'Hello')
    const refused = { code: 'BAD_REQUEST' }
    await expect(change(ann, plain, { newOption: 'x' })).rejects.toMatchObject(refused)
    await expect(change(ann, id, { vote: { optionKey: 'x', isFor: true } })).rejects.toMatchObject(refused)
    await expect(change(ann, id, { taskState: { taskKey: 'x', isDone: true } })).rejects.toMatchObject(
      refused,
    )
    await expect(change(ann, id, { newTask: { name: 'x' } })).rejects.toMatchObject(refused)
    await expect(change(ben, id, { question: 'x' })).rejects.toMatchObject(refused)
    await expect(change(ann, id, {})).rejects.toMatchObject(refused)
    await expect(change(ann, id, { newOption: 'x', question: 'y' })).rejects.toMatchObject(refused)
  })
})
