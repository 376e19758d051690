import type { WidgetStart } from './widget-data.ts'

const command = /^\/(poll|todo)(?=\s|$)/
const bullet = /^[-*]\s*/

/**
 * The widget that a message's own text asks for (reference: "Widgets"): `/poll` and a question, or `/todo` and a
 * title, with an option or a task in each further line; null for an ordinary text.
 */
export function widgetOf(content: string): WidgetStart | null {
  const found = command.exec(content)
  if (!found) return null
  const [title = '', ...others] = content.slice(found[0].length).split('\n')
  const lines = others.map((line) => line.trim().replace(bullet, '')).filter((line) => line !== '')
  if (found[1] === 'poll') {
    return { widget_type: 'poll', extra_data: { question: title.trim(), options: lines } }
  }
  return { widget_type: 'todo', extra_data: { task_list_title: title.trim(), tasks: lines.map(taskOf) } }
}

/** A line such as `Tea: green, if there is any`. */
function taskOf(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { task: line, desc: '' }
  return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() }
}
