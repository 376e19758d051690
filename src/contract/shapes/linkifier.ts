import * as z from 'zod'

/** A pattern that becomes a link in messages and topics (event "realm_linkifiers"). */
export const linkifier = z.strictObject({
  id: z.int(),
  /** Regular expression in Python's syntax. */
  pattern: z.string(),
  /** RFC 6570. */
  url_template: z.string(),
  example_input: z.string().nullable(),
  reverse_template: z.string().nullable(),
  /** RFC 6570; they only turn pasted URLs back into text. */
  alternative_url_templates: z.array(z.string()),
})

export type Linkifier = z.output<typeof linkifier>
