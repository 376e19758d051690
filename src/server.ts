import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createFacade } from '../rest-facade/app.ts'
import { discoverEndpoints } from '../rest-facade/discover.ts'
import { countRequest, createRateLimiter, rateRules } from '../rest-facade/rate-limit.ts'
import { mailLimits } from './contract/limits.ts'
import { type Core, closeCore } from './core.ts'
import { createExecutor } from './graphql/execution.ts'
import { createGraphqlHandler, GRAPHQL_PATH } from './graphql/http.ts'
import { schema } from './graphql/schema.ts'
import { serveWebSockets } from './graphql/websocket.ts'
import { runJobs } from './jobs/job-runner.ts'
import type { Job } from './jobs/jobs.ts'
import { listenForMail } from './mail/incoming/listener.ts'
import { avatars } from './pages/avatars.ts'
import { emojiPictures } from './pages/emoji-pictures.ts'
import { externalContent } from './pages/external-content.ts'
import { organizationPictures } from './pages/organization-pictures.ts'
import { resumableUploads } from './pages/resumable-uploads.ts'
import { staticFiles } from './pages/static-files.ts'
import { uploads } from './pages/uploads.ts'
import { clientAddress, requestedHost } from './requested-host.ts'
import { VERSION } from './version.ts'

/** Where the REST API is served. */
const API_PATH = '/api/v1/'

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  /** Where mail comes in; undefined where none does. */
  readonly mailPort: number | undefined
  readonly server: Server
  /** Answers the polls that are held, closes the sockets, lets a running job end, and closes the core. */
  stop(): Promise<void>
}

/**
 * Serves the GraphQL API and the REST facade on one port.
 *
 * @param jobs in which this node takes part; none unless told
 */
export async function startServer(core: Core, jobs: readonly Job[] = []): Promise<RunningServer> {
  const app = express()
  app.disable('x-powered-by')
  const { callsPerMinute } = core.config
  const limiter = callsPerMinute > 0 ? createRateLimiter(rateRules(callsPerMinute)) : undefined
  const facade = createFacade({
    executor: createExecutor(core, schema),
    endpoints: await discoverEndpoints(),
    logger: core.logger,
    version: VERSION,
    resumableUploads: resumableUploads(
      core,
      limiter && ((userId, setHeader) => countRequest(limiter, { userId }, false, setHeader)),
    ),
    transport: {
      host: (request) => requestedHost(core.config, request.headers),
      address: (request) => clientAddress(core.config, request),
    },
    ...(limiter && { limiter }),
  })
  app.use(GRAPHQL_PATH, createGraphqlHandler(core))
  app.use(staticFiles())
  app.use(avatars(core))
  app.use(emojiPictures(core))
  app.use(organizationPictures(core))
  app.use(uploads(core))
  app.use(externalContent(core))
  // Thousands of message ids in a query string are more than Node's 16 KiB.
  const server = createServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
    // The facade has a router of its own; most requests are for it.
    if (!request.url?.startsWith(API_PATH)) return app(request, response)
    request.url = request.url.slice(API_PATH.length - 1)
    facade(request, response)
  })
  // Polls are held for up to a minute, and clients keep their connections for the next one.
  server.keepAliveTimeout = 75_000
  server.requestTimeout = 0
  const closeSockets = serveWebSockets(core, server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(core.config.port, core.config.host, resolve)
  })
  // The server listens on a port, so its address is not the name of a pipe.
  const { port } = server.address() as AddressInfo
  const mails = await listenForChannelMail(core)
  const runner = jobs.length > 0 ? runJobs(core.db, core.logger, jobs) : undefined
  return {
    port,
    mailPort: mails?.port,
    server,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const mailed = mails?.stop()
      core.polls.endAll()
      await closeSockets()
      // A connection whose answer has gone out becomes idle, and would wait for another request.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      // Whatever is still being answered has a few seconds.
      const force = setTimeout(() => server.closeAllConnections(), 3000)
      await closed
      clearInterval(idle)
      clearTimeout(force)
      await mailed
      await runner?.stop()
      await closeCore(core)
    },
  }
}

function listenForChannelMail(core: Core) {
  const { mailListener, callsPerMinute } = core.config
  if (!mailListener) return undefined
  const limiter = createRateLimiter(rateRules(callsPerMinute))
  const rule = { calls: mailLimits.perAddressAndMinute, seconds: 60 }
  return listenForMail(core, mailListener, (address) => limiter.take(address, rule).wait === null)
}
