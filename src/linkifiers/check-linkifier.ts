import { RE2JS } from 're2js'
import { badRequest, type CodedError } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { fillReverseTemplate, isUrlTemplate, variablesOf } from './templates.ts'

/** What administrators say of a linkifier. */
export interface LinkifierFields {
  readonly pattern: string
  readonly urlTemplate: string
  readonly exampleInput: string | null
  readonly reverseTemplate: string | null
  readonly alternativeUrlTemplates: readonly string[]
}

/** The refusal of a linkifier, with the field that is wrong. */
export function wrongLinkifier(field: string, message: string): CodedError {
  return badRequest(message, { errors: { [field]: [message] } })
}

/**
 * Checks a linkifier (reference: "Linkifiers"; schema LinkifierPattern): the pattern, that all
 * templates have its named groups as variables, and that the reverse template makes the example again.
 *
 * @throws CodedError BAD_REQUEST with `errors` for the first field that is wrong
 */
export function checkLinkifier(linkifier: LinkifierFields): void {
  checkLengths(linkifier)
  const { urlTemplate, alternativeUrlTemplates } = linkifier
  const pattern = compile(linkifier.pattern)
  const groups = Object.keys(pattern.namedGroups())
  checkTemplate('url_template', urlTemplate, groups)
  for (const template of alternativeUrlTemplates) {
    checkTemplate('alternative_url_templates', template, groups)
  }
  checkExample(linkifier, pattern, groups)
}

function checkLengths(linkifier: LinkifierFields): void {
  const { pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates } = linkifier
  const texts = {
    pattern,
    url_template: urlTemplate,
    example_input: exampleInput,
    reverse_template: reverseTemplate,
  }
  for (const [field, text] of Object.entries(texts)) checkText(field, text ?? '')
  if (alternativeUrlTemplates.length > textLimits.linkifierAlternatives) {
    throw wrongLinkifier(
      'alternative_url_templates',
      `alternative_url_templates has more than ${textLimits.linkifierAlternatives} entries`,
    )
  }
  for (const template of alternativeUrlTemplates) checkText('alternative_url_templates', template)
}

function checkText(field: string, text: string): void {
  if ([...text].length > textLimits.linkifierText) {
    throw wrongLinkifier(field, `${field} is too long (limit: ${textLimits.linkifierText} characters)`)
  }
  if (text.includes('\0')) throw wrongLinkifier(field, `${field} must not contain null bytes`)
}

function compile(pattern: string): RE2JS {
  if (pattern === '') throw wrongLinkifier('pattern', 'pattern cannot be empty')
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
    // Not closed in itself, such as `a)(b`: it has to stand inside a larger one.
    RE2JS.compile(`(${pattern})`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw wrongLinkifier('pattern', `pattern is not a regular expression that RE2 reads: ${reason}`)
  }
  if (compiled.matcher('').matches()) throw wrongLinkifier('pattern', 'pattern must not match the empty text')
  return compiled
}

function checkTemplate(field: string, template: string, groups: readonly string[]): void {
  if (!isUrlTemplate(template)) throw wrongLinkifier(field, `${field}: invalid URL template.`)
  const variables = variablesOf(template)
  const unknown = variables.find((name) => !groups.includes(name))
  if (unknown !== undefined) {
    throw wrongLinkifier(field, `${field}: '${unknown}' is not a named group of the pattern.`)
  }
  const missing = groups.find((name) => !variables.includes(name))
  if (missing !== undefined) {
    throw wrongLinkifier(field, `${field}: the pattern's group '${missing}' is not in the URL template.`)
  }
}

function checkExample(
  { exampleInput, reverseTemplate }: LinkifierFields,
  pattern: RE2JS,
  groups: readonly string[],
): void {
  if (exampleInput === null) {
    if (reverseTemplate === null) return
    throw wrongLinkifier('example_input', 'example_input is needed for a reverse linkifier.')
  }
  const matcher = pattern.matcher(exampleInput)
  if (!matcher.matches()) throw wrongLinkifier('example_input', 'The pattern does not match example_input.')
  if (reverseTemplate === null) return
  const values = Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? '']))
  const filled = fillReverseTemplate(reverseTemplate, values)
  if (filled === null) {
    throw wrongLinkifier(
      'reverse_template',
      'reverse_template: invalid template, or one with an unknown variable.',
    )
  }
  if (filled !== exampleInput) {
    throw wrongLinkifier('reverse_template', 'reverse_template does not make example_input again.')
  }
}
