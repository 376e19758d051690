import type { MessageSubmessage } from './submessage-rows.ts'
import {
  type PollChange,
  type TodoChange,
  WIDGET,
  type WidgetStart,
  widgetChanges,
  widgetStart,
} from './widget-data.ts'

/** What a message's widget started from; null for a message without one that the server knows. */
export function startOf([first]: readonly MessageSubmessage[]): WidgetStart | null {
  if (first?.type !== WIDGET) return null
  return widgetStart.safeParse(parsed(first.content)).data ?? null
}

/** A message's poll with all that was done to it; null when it has none. */
export function pollIn(submessages: readonly MessageSubmessage[]) {
  const start = startOf(submessages)
  if (start?.widget_type !== 'poll') return null
  return { ...start.extra_data, changes: changesIn<PollChange>(submessages, 'poll') }
}

/** The same for its to-do list. */
export function todoIn(submessages: readonly MessageSubmessage[]) {
  const start = startOf(submessages)
  if (start?.widget_type !== 'todo') return null
  return { ...start.extra_data, changes: changesIn<TodoChange>(submessages, 'todo') }
}

/** What somebody did to a widget. */
interface MadeChange<Change> {
  readonly senderId: number
  readonly change: Change
}

function changesIn<Change extends PollChange | TodoChange>(
  submessages: readonly MessageSubmessage[],
  widget: keyof typeof widgetChanges,
): MadeChange<Change>[] {
  return submessages.slice(1).flatMap(({ senderId, type, content }) => {
    const change = type === WIDGET ? widgetChanges[widget].safeParse(parsed(content)).data : undefined
    return change ? [{ senderId, change: change as Change }] : [] // The widget's own kind of change.
  })
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
