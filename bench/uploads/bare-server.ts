import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { reportMemory } from './memory.ts'

// Writes each body to a file as it comes: the least that anybody who keeps uploads on disk has to do.

const [folder = '.'] = process.argv.slice(2)
let count = 0
const server = createServer((request, response) => {
  const file = createWriteStream(join(folder, String(count++)))
  pipeline(request, file).then(
    () => response.end('{}'),
    () => response.destroy(),
  )
})
reportMemory()
server.listen(0, '127.0.0.1', () => {
  // The server listens on a port, so its address is not the name of a pipe.
  process.send?.({ port: (server.address() as AddressInfo).port })
})
