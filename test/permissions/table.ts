/** Everybody whose permissions a table tells. */
export const everybody = [
  'owner',
  'admin',
  'moderator',
  'member',
  'newcomer',
  'guest',
  'bot',
  'foreigner',
  'visitor',
] as const
export type Who = (typeof everybody)[number]

/** By relation and person: `yes`, or the short name of a refusal. */
export type Verdicts<Relation extends string> = ReadonlyMap<Relation, Readonly<Record<Who, string>>>

/**
 * Reads a table: a line of people, then a line for each relation, or for several that have the same verdicts,
 * with `;` between them. Two spaces or more end the relations; a line that ends with `;` goes on in the next.
 *
 * @throws Error for a line without a verdict for each person, and for a relation that is there twice
 */
export function verdicts<Relation extends string>(text: string): Verdicts<Relation> {
  const [head, ...lines] = text
    .replace(/;\s*\n\s*/g, '; ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const columns = (head ?? '').trim().split(/\s+/) as Who[] // Checked in the next line.
  if ([...columns].sort().join() !== [...everybody].sort().join()) throw new Error(`Wrong columns: ${head}`)
  const table = new Map<Relation, Record<Who, string>>()
  for (const line of lines) {
    const [relations = '', ...cells] = line
      .trim()
      .split(/\s{2,}/)
      .flatMap((part, position) => (position === 0 ? [part] : part.split(/\s+/)))
    if (cells.length !== columns.length) throw new Error(`Not a verdict for each: ${line}`)
    for (const name of relations.split(';')) {
      const relation = name.trim() as Relation // The stage says which there are.
      if (table.has(relation)) throw new Error(`Twice in a table: ${relation}`)
      // A cell for each column, as counted above.
      table.set(
        relation,
        Object.fromEntries(columns.map((who, at) => [who, cells[at]])) as Record<Who, string>,
      )
    }
  }
  return table
}
