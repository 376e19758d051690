import express, { type NextFunction, type Request, type Response } from 'express'
import type { Core } from '../core.ts'
import { requireViewer, type ViewerContext } from '../graphql/context.ts'
import { contextOf } from './context-of.ts'
import { refuse } from './refuse.ts'

/**
 * Uploads that can go on after they broke off, by the tus protocol (docs/uploads.md). Credentials are checked
 * before anything else.
 */
export function resumableUploads(core: Core): express.Express {
  const app = express()
  const handle = handleLate()
  app.disable('x-powered-by')
  app.use(async (request: Request, response: Response) => {
    const context = requireViewer(await contextOf(core, request))
    await handle(context, request, response)
  })
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    request.resume()
    refuse(core, error, response)
  })
  return app
}

/** Loads the protocol's server with the first request: starts without such uploads need not wait for it. */
function handleLate(): (context: ViewerContext, request: Request, response: Response) => Promise<void> {
  let opened: ReturnType<typeof open> | undefined
  async function open() {
    const { UploadsUnderWay, uploadServerFor } = await import('../attachments/resumable/upload-server.ts')
    const underWay = new UploadsUnderWay()
    return (context: ViewerContext) => uploadServerFor(context, underWay)
  }
  return async (context, request, response) => {
    opened ??= open()
    await (await opened)(context).handle(request, response)
  }
}
