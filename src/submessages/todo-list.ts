import { todoIn } from './read-widget.ts'
import type { MessageSubmessage } from './submessage-rows.ts'

/** One thing to do. */
export interface Task {
  /** As clients name it. */
  readonly key: string
  readonly name: string
  readonly description: string
  readonly isDone: boolean
}

/** A to-do list as it stands. */
export interface TodoList {
  readonly title: string
  readonly tasks: readonly Task[]
}

/** The key of a task, as clients make it: of the author's first tasks the sender is `canned`. */
export function taskKey(position: number, sender: number | 'canned'): string {
  return `${position},${sender}`
}

/** What a message's to-do list has come to; null when it has none. */
export function todoListOf(submessages: readonly MessageSubmessage[]): TodoList | null {
  const todo = todoIn(submessages)
  if (!todo) return null
  let title = todo.task_list_title
  const tasks = new Map<string, Task>()
  const add = (key: string, name: string, description: string, isDone: boolean) => {
    if (!tasks.has(key)) tasks.set(key, { key, name, description, isDone })
  }
  for (const [i, { task, desc }] of todo.tasks.entries()) add(taskKey(i, 'canned'), task, desc, false)
  for (const { senderId, change } of todo.changes) {
    if (change.type === 'new_task_list_title') title = change.title
    else if (change.type === 'new_task') {
      add(taskKey(change.key, senderId), change.task, change.desc, change.completed)
    } else {
      const task = tasks.get(change.key)
      if (task) tasks.set(change.key, { ...task, isDone: !task.isDone })
    }
  }
  return { title, tasks: [...tasks.values()] }
}
