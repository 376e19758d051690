import * as z from 'zod'

/**
 * Places in a schema where an object lets undeclared fields through. An object that is keyed by
 * data rather than by field names does not count.
 */
export function openObjects(schema: z.ZodType): string[] {
  const open: string[] = []
  visit(z.toJSONSchema(schema), '', open)
  return open
}

function visit(node: unknown, path: string, open: string[]): void {
  if (Array.isArray(node)) {
    node.forEach((item, index) => {
      visit(item, `${path}/${index}`, open)
    })
    return
  }
  if (typeof node !== 'object' || node === null) return
  if ('properties' in node && (!('additionalProperties' in node) || node.additionalProperties !== false)) {
    open.push(path === '' ? '/' : path)
  }
  for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`, open)
}
