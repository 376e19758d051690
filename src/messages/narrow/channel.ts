import sql from 'sql-template-tag'
import { canReadWholeHistory, mayAccess } from '../../channels/access.ts'
import { type AccessedChannel, loadChannels } from '../../channels/load-channels.ts'
import {
  badNarrow,
  type CompileTerm,
  isId,
  type NarrowReader,
  type NarrowTerm,
  wrongOperand,
} from './term.ts'

/**
 * `channel` (`stream`): messages of one channel, by id or name. Whether the viewer can read them is
 * not asked here: what they can't simply does not appear.
 */
export const compileChannel: CompileTerm = async (term, reader) => {
  const found = await findChannel(term, reader)
  const { channel } = found
  const isReadable = canReadWholeHistory(channel) && (await mayAccess(found, reader.context, 'content'))
  return {
    condition: sql`m.channel_id = ${channel.id}`,
    about: 'channel',
    ...(isReadable && { searches: found }),
  }
}

async function findChannel(term: NarrowTerm, { db, context }: NarrowReader): Promise<AccessedChannel> {
  const { operand } = term
  if (typeof operand !== 'string' && !Number.isSafeInteger(operand)) {
    throw wrongOperand(term, 'an integer or a string')
  }
  const unknown = () => badNarrow(`unknown channel '${String(operand)}'`)
  if (typeof operand === 'string' ? operand.includes('\0') : !isId(operand)) throw unknown()
  const where = typeof operand === 'string' ? sql`lower(c.name) = lower(${operand})` : sql`c.id = ${operand}`
  const { viewer, organization } = context
  const [found] = await loadChannels(db, organization.id, viewer?.id ?? null, where)
  if (!found || (!viewer && !found.channel.isWebPublic)) throw unknown()
  return found
}
