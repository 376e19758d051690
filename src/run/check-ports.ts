import { createServer } from 'node:net'
import { type Config, ConfigError } from '../config.ts'

/** An address to listen on, and the variables that name it. */
interface Place {
  readonly host: string
  readonly port: number
  readonly hostVariable: string
  readonly portVariable: string
}

/**
 * Makes sure that the server will be able to listen, before the first start makes anything.
 *
 * @throws ConfigError that says what is wrong with which variable
 */
export async function checkPorts({ host, port, mailListener }: Config): Promise<void> {
  await check({ host, port, hostVariable: 'HOST', portVariable: 'PORT' })
  if (!mailListener) return
  const own = mailListener.host !== host
  await check({
    host: mailListener.host,
    port: mailListener.port,
    hostVariable: own ? 'PARLEY_MAIL_HOST' : 'HOST',
    portVariable: 'PARLEY_MAIL_PORT',
  })
  if (mailListener.port === port && port !== 0 && !own) {
    throw new ConfigError(`PARLEY_MAIL_PORT is wrong: it is the same as PORT, ${port}.`)
  }
}

async function check(place: Place): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(place, error)))
    server.listen(place.port, place.host, resolve)
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

function explained({ host, port, hostVariable, portVariable }: Place, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`${portVariable} is wrong: another program listens on ${port} already.`)
    case 'EACCES':
      return new ConfigError(`${portVariable} is wrong: this user may not listen on ${port}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`${hostVariable} is wrong: this machine has no address "${host}".`)
    default:
      return error
  }
}
