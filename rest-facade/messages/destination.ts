import { badRequest, CodedError } from '../../src/contract/coded-error.ts'
import type { ChannelDestinationInput, DirectDestinationInput } from '../generated/operations.ts'
import { parsedOrUndefined, parseJson } from '../parameters/json-text.ts'

const GREATEST_ID = 2 ** 31 - 1

/** The value of `to`: JSON where it is JSON, else the text itself. */
function parsedTarget(to: string): unknown {
  return parsedOrUndefined(to) === undefined ? to : parseJson(to, 'to')
}

/**
 * The channel that `to` names: by id, by name, either as JSON or in a JSON list of one.
 *
 * @throws CodedError BAD_REQUEST; STREAM_DOES_NOT_EXIST for an id that no channel can have
 */
export function channelNamed(to: string): Pick<ChannelDestinationInput, 'channelDatabaseId' | 'channelName'> {
  const value = parsedTarget(to)
  if (Array.isArray(value) && value.length !== 1) throw badRequest('Expected exactly one channel')
  const channel: unknown = Array.isArray(value) ? value[0] : value
  if (typeof channel === 'string') return { channelName: channel.trim() }
  const channelDatabaseId = idOf(channel) ?? invalid('channel')
  if (channelDatabaseId !== channel) {
    throw new CodedError('STREAM_DOES_NOT_EXIST', `Channel with ID '${channel}' does not exist`, {
      stream_id: channel,
    })
  }
  return { channelDatabaseId }
}

/**
 * The users whom `to` names: a JSON list of ids or of addresses, or addresses with commas between them.
 *
 * @throws CodedError BAD_REQUEST, also when ids and addresses are mixed
 */
export function usersNamed(to: string): DirectDestinationInput {
  const value = parsedTarget(to)
  if (typeof value === 'string') return { addresses: separated(value) }
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.every((item) => typeof item === 'string')) {
    return { addresses: list.map((address) => address.trim()).filter((address) => address !== '') }
  }
  if (list.some((item) => typeof item === 'string')) {
    throw badRequest('Recipient lists may contain emails or user IDs, but not both.')
  }
  return { userDatabaseIds: list.map((item) => idOf(item) ?? invalid('recipients')) }
}

function separated(addresses: string): string[] {
  return addresses
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

/** Ids that no row can have stand for nobody, like all others that no row has. */
function idOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
  return Math.abs(value) <= GREATEST_ID ? value : -1
}

function invalid(what: string): never {
  throw badRequest(`Invalid data type for ${what}`)
}
