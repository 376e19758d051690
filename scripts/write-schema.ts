import { writeFile } from 'node:fs/promises'
import { schemaText } from './schema-text.ts'

await writeFile(new URL('../schema.graphql', import.meta.url), schemaText())
