import { discoverEndpoints } from './discover.ts'

const lines = (await discoverEndpoints()).map(({ method, path }) => `${method} ${path}`)
if (lines.length > 0) console.log(lines.sort().join('\n'))
