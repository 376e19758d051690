import express, { type NextFunction, type Request, type Response } from 'express'
import type { Core } from '../core.ts'
import { requireViewer, type ViewerContext } from '../graphql/context.ts'
import { contextOf } from './context-of.ts'
import { refuse } from './refuse.ts'

/** Counts a call of a user's against their limit, and refuses it above that. */
export type CountCall = (userId: number, setHeader: (name: string, value: string) => void) => void

/**
 * Uploads that can go on after they broke off, by the tus protocol (docs/uploads.md). Credentials are checked
 * before anything else.
 *
 * @param countCall counts what begins an upload; its pieces are as many as the sender's connection makes them
 */
export function resumableUploads(core: Core, countCall?: CountCall): express.Express {
  const app = express()
  const handle = handleLate()
  app.disable('x-powered-by')
  app.use(async (request: Request, response: Response) => {
    const context = requireViewer(await contextOf(core, request))
    // By the protocol this is the method, whatever the other one says: not everybody can send PATCH.
    request.method = request.get('x-http-method-override')?.toUpperCase() ?? request.method
    if (request.method === 'POST') countCall?.(context.viewer.id, (name, value) => response.set(name, value))
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
    return (context: ViewerContext, response: Response) =>
      uploadServerFor(context, underWay, (name, value) => response.set(name, value))
  }
  return async (context, request, response) => {
    opened ??= open()
    await (await opened)(context, response).handle(request, response)
  }
}
