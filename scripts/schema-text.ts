import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/graphql/schema.ts'

/** The schema as SDL, sorted: what schema.graphql holds. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}
