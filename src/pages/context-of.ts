import type { Request } from 'express'
import { textLimits } from '../contract/limits.ts'
import type { Core } from '../core.ts'
import type { Context } from '../graphql/context.ts'
import { openContext } from '../graphql/execution.ts'
import { requestedHost } from '../requested-host.ts'

/**
 * Who asks for a file or brings one.
 *
 * @throws CodedError when the host names no organization, or the credentials are wrong
 */
export function contextOf(core: Core, { headers }: Request): Promise<Context> {
  const client = headers['x-parley-client'] ?? headers['user-agent']?.split('/', 1)[0] ?? ''
  return openContext(core, {
    authorization: headers.authorization,
    host: requestedHost(core.config, headers),
    clientName: [...String(client)].slice(0, textLimits.clientName).join(''),
  })
}
