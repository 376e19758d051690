import { badRequest } from '../contract/coded-error.ts'
import type { SubmessageContent } from './add-submessage.ts'
import { pollOf } from './poll.ts'
import { pollIn, todoIn } from './read-widget.ts'
import type { MessageSubmessage } from './submessage-rows.ts'
import { todoListOf } from './todo-list.ts'
import { type PollChange, type TodoChange, WIDGET } from './widget-data.ts'

type Maybe<Value> = Value | null | undefined

/** What somebody wants done to a widget: one of these. */
export interface WantedChange {
  readonly vote?: Maybe<{ readonly optionKey: string; readonly isFor: boolean }>
  readonly newOption?: Maybe<string>
  readonly question?: Maybe<string>
  readonly newTask?: Maybe<{ readonly name: string; readonly description?: Maybe<string> }>
  readonly taskState?: Maybe<{ readonly taskKey: string; readonly isDone: boolean }>
  readonly title?: Maybe<string>
}

type Present = readonly MessageSubmessage[]

/**
 * The piece of data that says so in the clients' form, once it is known what the message has; null when
 * it is so already.
 *
 * @throws CodedError BAD_REQUEST for none or several things, and (later) for what the widget has not
 */
export function widgetChange(
  viewerId: number,
  { vote, newOption, question, newTask, taskState, title }: WantedChange,
): (present: Present) => SubmessageContent | null {
  const wanted = [
    vote && ((present: Present) => voteIn(present, viewerId, vote)),
    newOption != null && ((present: Present) => optionIn(present, viewerId, newOption)),
    question != null && (() => ({ type: 'question' as const, question })),
    newTask && ((present: Present) => taskIn(present, viewerId, newTask)),
    taskState && ((present: Present) => stateIn(present, taskState)),
    title != null && (() => ({ type: 'new_task_list_title' as const, title })),
  ].flatMap((one) => one || [])
  const [only, another] = wanted
  if (!only || another) throw badRequest('A widget is changed in one way at a time')
  return (present) => {
    if (!pollIn(present) && !todoIn(present)) throw badRequest('The message has no poll and no to-do list')
    const change: PollChange | TodoChange | null = only(present)
    return change && { type: WIDGET, content: JSON.stringify(change) }
  }
}

function voteIn(
  present: Present,
  viewerId: number,
  { optionKey, isFor }: { readonly optionKey: string; readonly isFor: boolean },
): PollChange | null {
  const option = pollOf(present)?.options.find(({ key }) => key === optionKey)
  if (!option) throw badRequest('The poll has no such option')
  if (option.voterIds.includes(viewerId) === isFor) return null
  return { type: 'vote', key: optionKey, vote: isFor ? 1 : -1 }
}

function optionIn(present: Present, viewerId: number, option: string): PollChange | null {
  if (pollOf(present)?.options.some(({ text }) => text === option)) return null
  const taken = (pollIn(present)?.changes ?? []).flatMap(({ senderId, change }) =>
    change.type === 'new_option' && senderId === viewerId ? change.idx : [],
  )
  return { type: 'new_option', option, idx: Math.max(0, ...taken) + 1 }
}

function taskIn(
  present: Present,
  viewerId: number,
  { name, description }: { readonly name: string; readonly description?: Maybe<string> },
): TodoChange {
  const taken = (todoIn(present)?.changes ?? []).flatMap(({ senderId, change }) =>
    change.type === 'new_task' && senderId === viewerId ? change.key : [],
  )
  const key = Math.max(0, ...taken) + 1
  return { type: 'new_task', key, task: name, desc: description ?? '', completed: false }
}

function stateIn(
  present: Present,
  { taskKey, isDone }: { readonly taskKey: string; readonly isDone: boolean },
): TodoChange | null {
  const task = todoListOf(present)?.tasks.find(({ key }) => key === taskKey)
  if (!task) throw badRequest('The to-do list has no such task')
  return task.isDone === isDone ? null : { type: 'strike', key: taskKey }
}
