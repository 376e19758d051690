import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import type { CreateLinkifierInput } from '../generated/operations.ts'
import { boundedString, json } from '../parameters/json.ts'
import type { ParameterValues } from '../parameters/parameter.ts'
import { text } from '../parameters/text.ts'

const bounds = { maxLength: textLimits.linkifierText }

/** What is said of a new linkifier, and of a changed one. */
export const linkifierParameters = {
  pattern: text({ nonBlank: true, ...bounds }).describe(
    'Regular expression in the syntax of RE2, with named groups `(?P<name>...)`.',
  ),
  url_template: text(bounds).describe('RFC 6570; `{name}` stands for a named group.'),
  example_input: text(bounds).optional().describe('A text that the whole pattern matches; empty for none.'),
  reverse_template: text(bounds)
    .optional()
    .describe('Makes example_input again from the groups; `{{` and `}}` are braces. Empty for none.'),
  alternative_url_templates: json(z.array(boundedString(bounds)).max(textLimits.linkifierAlternatives))
    .optional()
    .describe('Further templates, for turning addresses back into text only.'),
}

/** The core's input for these parameters. */
export function linkifierInput(given: ParameterValues<typeof linkifierParameters>): CreateLinkifierInput {
  return {
    pattern: given.pattern,
    urlTemplate: given.url_template,
    exampleInput: given.example_input,
    reverseTemplate: given.reverse_template,
    alternativeUrlTemplates: given.alternative_url_templates,
  }
}
