import { createServer } from 'node:net'
import { type Config, ConfigError } from '../config.ts'

/**
 * Makes sure that the server will be able to listen, before the first start makes anything.
 *
 * @throws ConfigError that says what is wrong with HOST or PORT
 */
export async function checkPort(config: Config): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(config, error)))
    server.listen(config.port, config.host, resolve)
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

function explained({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT is wrong: another program listens on ${port} already.`)
    case 'EACCES':
      return new ConfigError(`PORT is wrong: this user may not listen on ${port}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`HOST is wrong: this machine has no address "${host}".`)
    default:
      return error
  }
}
