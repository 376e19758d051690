import * as z from 'zod'
import { badRequest } from '../contract/coded-error.ts'

/** The type under which all of a widget's data is kept. */
export const WIDGET = 'widget'

const pollStart = z.object({
  widget_type: z.literal('poll'),
  extra_data: z.object({ question: z.string(), options: z.array(z.string()) }),
})

const todoStart = z.object({
  widget_type: z.literal('todo'),
  extra_data: z.object({
    task_list_title: z.string(),
    tasks: z.array(z.object({ task: z.string(), desc: z.string() })),
  }),
})

const choicesStart = z.strictObject({
  widget_type: z.literal('zform'),
  extra_data: z.strictObject({
    type: z.literal('choices'),
    heading: z.string(),
    choices: z.array(
      z.strictObject({ type: z.string(), short_name: z.string(), long_name: z.string(), reply: z.string() }),
    ),
  }),
})

/** What a widget starts from, in the spelling that clients know. */
export const widgetStart = z.discriminatedUnion('widget_type', [pollStart, todoStart, choicesStart])
export type WidgetStart = z.output<typeof widgetStart>

const pollChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('vote'), key: z.string(), vote: z.literal([1, -1]) }),
  z.strictObject({ type: z.literal('new_option'), option: z.string(), idx: z.int().min(0) }),
  z.strictObject({ type: z.literal('question'), question: z.string() }),
])
export type PollChange = z.output<typeof pollChange>

const todoChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('new_task'),
    key: z.int().min(0),
    task: z.string(),
    desc: z.string(),
    completed: z.boolean(),
  }),
  z.strictObject({ type: z.literal('strike'), key: z.string() }),
  z.strictObject({ type: z.literal('new_task_list_title'), title: z.string() }),
])
export type TodoChange = z.output<typeof todoChange>

/** What can be done to the widgets that change, by their type. */
export const widgetChanges = { poll: pollChange, todo: todoChange } as const

/** Changes that only the widget's author makes. */
const ofAuthor: ReadonlySet<string> = new Set(['question', 'new_task_list_title'])

/**
 * A form that a program gives its message (reference: "Widgets", `zform`): choices to click.
 *
 * @throws CodedError BAD_REQUEST for anything else
 */
export function givenWidget(given: unknown): WidgetStart {
  const parsed = choicesStart.safeParse(given)
  if (!parsed.success) throw badRequest(`widget_content is invalid: ${reasonOf(parsed.error)}`)
  return parsed.data
}

/**
 * Checks a change of a poll or a to-do list.
 *
 * @throws CodedError BAD_REQUEST for one that the widget does not know, and for one that only its
 *   author may make
 */
export function checkWidgetChange(widget: 'poll' | 'todo', change: unknown, isAuthor: boolean): void {
  const parsed = widgetChanges[widget].safeParse(change)
  if (!parsed.success) throw badRequest(`Invalid change of a ${widget}: ${reasonOf(parsed.error)}`)
  if (ofAuthor.has(parsed.data.type) && !isAuthor) {
    throw badRequest(`Only its author can change the title of a ${widget}`)
  }
}

function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue ? `${issue.path.join('.') || 'the whole'}: ${issue.message}` : 'it has a wrong form'
}
