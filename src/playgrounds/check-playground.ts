import { badRequest, type CodedError } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { isUrlTemplate, variablesOf } from '../linkifiers/templates.ts'

/** What administrators say of a code playground. */
export interface PlaygroundFields {
  readonly name: string
  /** The name of the language, as code blocks carry it. */
  readonly language: string
  /** RFC 6570; its one variable, `code`, stands for the code. */
  readonly urlTemplate: string
}

/** The refusal of a playground, with the field that is wrong. */
export function wrongPlayground(field: string, message: string): CodedError {
  return badRequest(message, { errors: { [field]: [message] } })
}

const languageForm = /^[A-Za-z0-9 _+,./#-]+$/

/**
 * Checks a playground (reference: "Code playgrounds").
 *
 * @throws CodedError BAD_REQUEST with `errors` for the first field that is wrong
 */
export function checkPlayground({ name, language, urlTemplate }: PlaygroundFields): void {
  checkText('name', name, textLimits.playgroundName)
  checkText('pygments_language', language, textLimits.playgroundLanguage)
  if (!languageForm.test(language)) {
    throw wrongPlayground('pygments_language', 'Invalid characters in pygments_language')
  }
  checkText('url_template', urlTemplate, textLimits.playgroundTemplate)
  checkTemplate(urlTemplate)
}

function checkText(field: string, text: string, longest: number): void {
  if (text.trim() === '') throw wrongPlayground(field, `${field} cannot be blank`)
  if ([...text].length > longest) {
    throw wrongPlayground(field, `${field} is too long (limit: ${longest} characters)`)
  }
  if (text.includes('\0')) throw wrongPlayground(field, `${field} must not contain null bytes`)
}

function checkTemplate(urlTemplate: string): void {
  // Clients fill it in, so that code which stood for the scheme could lead anywhere.
  if (!/^https?:\/\/[^{]/.test(urlTemplate) || !isUrlTemplate(urlTemplate)) {
    throw wrongPlayground('url_template', 'url_template: invalid URL template.')
  }
  const variables = variablesOf(urlTemplate)
  if (!variables.includes('code')) {
    throw wrongPlayground(
      'url_template',
      'url_template: the required variable "code" is missing in the URL template.',
    )
  }
  if (variables.length > 1) {
    throw wrongPlayground(
      'url_template',
      'url_template: "code" has to be the only variable in the URL template.',
    )
  }
}
