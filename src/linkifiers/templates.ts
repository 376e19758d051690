import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { isAllowedAddress } from '../markdown/link-schemes.ts'

const expression = /\{[+#./;?&]?([^{}]*)\}/g

/** The names of the variables in an RFC 6570 template, each once. */
export function variablesOf(urlTemplate: string): string[] {
  const names = [...urlTemplate.matchAll(expression)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace(/(?:\*|:\d+)$/, '')),
  )
  return [...new Set(names)]
}

/** Whether a text is an RFC 6570 template of addresses that links may lead to. */
export function isUrlTemplate(template: string): boolean {
  try {
    const sample = Object.fromEntries(variablesOf(template).map((name) => [name, 'x']))
    const url = StdUriTemplate.expand(template, sample)
    // What a variable begins is known only with its value; such links are checked when they are made.
    return template.startsWith('{') || isAllowedAddress(url)
  } catch {
    return false
  }
}

const reversePart = /\{\{|\}\}|\{([^{}]+)\}|[{}]/g

/**
 * Fills a reverse template: `{name}` stands for a value, doubled braces for literal ones.
 *
 * @returns null for a template that is none, or that names a value that is not there
 */
export function fillReverseTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
): string | null {
  let isValid = true
  const filled = template.replace(reversePart, (part, name: string | undefined) => {
    if (part === '{{') return '{'
    if (part === '}}') return '}'
    if (name !== undefined && Object.hasOwn(values, name)) return values[name] ?? ''
    isValid = false
    return ''
  })
  return isValid ? filled : null
}
