import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

const { serialize } = protocol

/** Statements that are kept prepared. */
const MOST = 500

/** A result in array form. */
export interface ArrayResult {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: unknown[][]
}

type Parse = (text: string) => unknown

interface Prepared {
  readonly name: string
  /** Ids of the parameters' types. */
  readonly parameters: readonly number[]
  readonly columns: readonly { readonly name: string; readonly parse: Parse }[]
}

/**
 * The statements of one embedded database, each prepared once. PGlite's own `query` parses, plans and
 * describes each time, in six messages; here a statement takes one message of a few parts, and a tenth of
 * the time. The caller sees to it that nothing else runs meanwhile.
 */
export class PgliteStatements {
  readonly #pglite: PGlite
  readonly #prepared: LRUCache<string, Prepared>
  /** Names of statements that are not kept any longer. */
  #dropped: string[] = []
  #count = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#prepared = new LRUCache({ max: MOST, dispose: ({ name }) => void this.#dropped.push(name) })
  }

  /** @throws PGlite's error, with the SQL state as `code` */
  async run(text: string, values: readonly unknown[]): Promise<ArrayResult> {
    const { name, parameters, columns } = this.#prepared.get(text) ?? (await this.#prepare(text))
    const answers = await this.#send(
      serialize.bind({
        statement: name,
        values: values.map((value, place) => this.#serialize(value, parameters[place])),
      }),
      serialize.execute({}),
    )
    const rows: unknown[][] = []
    for (const answer of answers) {
      if (answer.name !== 'dataRow') continue
      const { fields } = answer as messages.DataRowMessage // As its name says.
      rows.push(
        fields.map((field, place) => (field === null ? null : (columns[place]?.parse(field) ?? null))),
      )
    }
    return { columns, rows }
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `s${this.#count++}`
    const closing = this.#dropped.map((dropped) => serialize.close({ type: 'S', name: dropped }))
    this.#dropped = []
    const answers = await this.#send(
      ...closing,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    let parameters: readonly number[] = []
    let columns: Prepared['columns'] = []
    for (const answer of answers) {
      // As their names say.
      if (answer.name === 'parameterDescription') {
        parameters = (answer as messages.ParameterDescriptionMessage).dataTypeIDs
      } else if (answer.name === 'rowDescription') {
        columns = (answer as messages.RowDescriptionMessage).fields.map((field) => ({
          name: field.name,
          parse: this.#parserOf(field.dataTypeID),
        }))
      }
    }
    const prepared = { name, parameters, columns }
    this.#prepared.set(text, prepared)
    return prepared
  }

  /** Sends parts as one message, which a Sync ends. */
  #send(...parts: readonly Uint8Array[]) {
    return this.#pglite.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })
  }

  #parserOf(typeId: number): Parse {
    if (typeId === types.INT8) return Number
    const parser = this.#pglite.parsers[typeId]
    return parser ? (text) => parser(text, typeId) : (text) => text
  }

  #serialize(value: unknown, typeId: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serializer = typeId === undefined ? undefined : this.#pglite.serializers[typeId]
    return serializer ? serializer(value) : String(value)
  }
}
