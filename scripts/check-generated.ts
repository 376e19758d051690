import { readFile } from 'node:fs/promises'
import { schemaText } from './schema-text.ts'

const committed = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')
if (committed !== schemaText()) {
  console.error('schema.graphql is not what the code says: run `npm run schema`.')
  process.exit(1)
}
console.log('schema.graphql is up to date.')
