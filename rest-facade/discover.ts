import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Endpoint } from './endpoint.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Finds every endpoint: the files `<noun>/<endpoint>.ts` of a folder that export one value made by
 * `endpoint(…)`. Files that export none are the nouns' own modules. So no list of endpoints exists
 * that two people could edit at once.
 *
 * @param folder - absolute path; the facade's own unless told
 * @returns the endpoints, sorted by path and method
 * @throws Error when a file exports several endpoints
 */
export async function discoverEndpoints(folder = here): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for (const file of await moduleFiles(folder)) {
    const module: Record<string, unknown> = await import(pathToFileURL(file).href)
    const declared = Object.values(module).filter((value) => value instanceof Endpoint)
    if (declared.length > 1)
      throw new Error(`${file} exports ${declared.length} endpoints; one file, one endpoint`)
    endpoints.push(...declared)
  }
  const key = ({ path, method }: Endpoint): string => `${path} ${method}`
  return endpoints.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

async function moduleFiles(folder: string): Promise<string[]> {
  const nouns = await readdir(folder, { withFileTypes: true })
  const files: string[] = []
  for (const noun of nouns) {
    if (!noun.isDirectory() || noun.name === 'generated' || noun.name === 'parameters') continue
    const names = await readdir(join(folder, noun.name))
    files.push(
      ...names
        .filter((name) => /(?<!\.d|\.test)\.ts$/.test(name))
        .map((name) => join(folder, noun.name, name)),
    )
  }
  return files.sort()
}
