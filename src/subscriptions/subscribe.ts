import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { invalidChannel, mayAccess } from '../channels/access.ts'
import { mayAddOthers } from '../channels/administration.ts'
import { channelText } from '../channels/channel-text.ts'
import { announceCreation } from '../channels/creation-notices.ts'
import { findByNames } from '../channels/find-by-names.ts'
import type { ChannelText } from '../channels/insert-channel.ts'
import { type AccessedChannel, loadChannels } from '../channels/load-channels.ts'
import { makeChannels } from '../channels/make-channels.ts'
import { mayCreate, type NewChannelSettings } from '../channels/new-channel-settings.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { addSubscribers } from './add-subscribers.ts'
import { accessPrincipals, type Principals } from './principals.ts'
import { tellNewSubscribers } from './subscriber-notices.ts'

/** Who is to be subscribed to what. */
export interface SubscribeRequest {
  /** Descriptions count only for channels that are made. */
  readonly channels: readonly { readonly name: string; readonly description: string }[]
  /** More channels, which exist. */
  readonly channelIds: readonly number[]
  /** Empty: the viewer. */
  readonly principals: Principals
  /** Of channels that are made, because nobody has their names. */
  readonly settings: NewChannelSettings
  /** Leave out channels that are not the viewer's to use, instead of failing. */
  readonly skipUnauthorized: boolean
  /** Make new channels known in the organization's channel for that. */
  readonly announce: boolean
  /** Tell other users that they were subscribed. */
  readonly sendMessages: boolean
  /** The subscribers' own colours, by a channel's name as the request has it. */
  readonly colors?: ReadonlyMap<string, string>
}

/** What came of it. */
export interface SubscribeOutcome {
  readonly users: readonly User[]
  /** By user id. */
  readonly subscribed: ReadonlyMap<number, readonly Channel[]>
  readonly alreadySubscribed: ReadonlyMap<number, readonly Channel[]>
  /** Names, in the order of the request. */
  readonly unauthorized: readonly string[]
  readonly created: readonly Channel[]
  /** Whether the other users were told; null when that was not asked for. */
  readonly messagesSent: boolean | null
}

/** Somebody who makes another channel of a wanted name just now is waited for this often. */
const NAME_ATTEMPTS = 3

/**
 * Subscribes users to channels, and makes the channels that do not exist (reference: POST
 * /users/me/subscriptions). All or nothing, but for what `skipUnauthorized` leaves out.
 *
 * @throws CodedError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, SYSTEM_GROUP_REQUIRED
 */
export async function subscribe(
  context: ViewerContext,
  request: SubscribeRequest,
): Promise<SubscribeOutcome> {
  const texts = request.channels.map(channelText)
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => subscribeIn(tx, withinTransaction(tx, context), texts, request),
    context.once,
  )
}

/**
 * The same in an open transaction.
 *
 * @param asker with permissions read through it
 * @param texts of the request's channels
 */
export async function subscribeIn(
  tx: WriteTransaction,
  asker: ViewerContext,
  texts: readonly ChannelText[],
  request: SubscribeRequest,
): Promise<SubscribeOutcome> {
  const { core, viewer } = asker
  const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
  const principals = request.principals.length === 0 ? [viewer.id] : request.principals
  const users = await accessPrincipals(tx, asker, principals)
  const addsOthers = users.some(({ id }) => id !== viewer.id)
  const { channels, refused } = await findOrMake(tx, asker, systemGroups, texts, request)
  const unauthorized = new Set(refused)
  for (const { name, entry, isNew } of channels) {
    const mayAdd = !addsOthers || (await mayAddOthers(entry.channel, asker.permissions))
    // A channel that is made here is never left without its subscribers.
    if (isNew && !mayAdd) throw badRequest('Insufficient permission to subscribe others')
    if (!mayAdd || !(isNew || (await mayAccess(entry, asker, 'content')))) unauthorized.add(name)
  }
  const names = [...new Set([...texts, ...channels].map(({ name }) => name))].filter((name) =>
    unauthorized.has(name),
  )
  if (names.length > 0 && !request.skipUnauthorized) {
    throw badRequest(`Unable to access channel (${names.join(', ')}).`)
  }
  const usable = channels.filter(({ name }) => !unauthorized.has(name)).map(({ entry }) => entry.channel)
  const colors = new Map(
    channels.flatMap(({ name, entry }) => {
      const color = request.colors?.get(name)
      return color === undefined ? [] : [[entry.channel.id, color] as const]
    }),
  )
  const created = channels.filter(({ isNew }) => isNew).map(({ entry }) => entry.channel)
  const newly = await addSubscribers(tx, systemGroups, {
    channels: usable,
    createdIds: new Set(created.map(({ id }) => id)),
    users,
    colors,
    hostName: organizationHostName(core.config, asker.organization),
  })
  const counted = (channel: Channel): Channel => ({
    ...channel,
    subscriberCount: channel.subscriberCount + (newly.get(channel.id)?.length ?? 0),
  })
  const added = new Map([...newly].map(([channelId, userIds]) => [channelId, new Set(userIds)]))
  const wasAdded = (user: User, channel: Channel) => added.get(channel.id)?.has(user.id) ?? false
  const shown = usable.map(counted)
  const createdIds = new Set(created.map(({ id }) => id))
  const subscribed = users.map((user) => [user, shown.filter((channel) => wasAdded(user, channel))] as const)
  await announceCreation(tx, asker, created, request.announce)
  const toTell = subscribed.map(
    ([user, those]) => [user, those.filter(({ id }) => !createdIds.has(id))] as const,
  )
  return {
    users,
    subscribed: new Map(subscribed.map(([user, those]) => [user.id, those])),
    alreadySubscribed: new Map(
      users.map((user) => [user.id, shown.filter((channel) => !wasAdded(user, channel))]),
    ),
    unauthorized: names,
    created: created.map(counted),
    messagesSent: request.sendMessages ? await tellNewSubscribers(tx, asker, toTell) : null,
  }
}

interface FoundChannel {
  /** As the request has it. */
  readonly name: string
  readonly entry: AccessedChannel
  readonly isNew: boolean
}

/** Looks the names up and makes what is missing, if the viewer may; locks all, by ascending id. */
async function findOrMake(
  tx: WriteTransaction,
  asker: ViewerContext,
  systemGroups: SystemGroupIds,
  texts: readonly ChannelText[],
  { channelIds, settings }: SubscribeRequest,
): Promise<{ channels: FoundChannel[]; refused: string[] }> {
  const { id: viewerId, organizationId } = asker.viewer
  const names = texts.map(({ name }) => name)
  const createdIds = new Set<number>()
  const refused: string[] = []
  let named = await findByNames(tx, organizationId, names)
  for (let attempt = 1; named.some(({ id }) => id === null); attempt++) {
    const missing = new Set(named.filter(({ id }) => id === null).map(({ name }) => name))
    if (!(await mayCreate(asker, settings))) {
      refused.push(...missing)
      break
    }
    if (attempt > NAME_ATTEMPTS) throw new Error('Channels of these names are made and renamed all the time.')
    const wanted = texts.filter(({ name }, position) => missing.has(name) && names.indexOf(name) === position)
    const made = await makeChannels(tx, asker, systemGroups, wanted, settings)
    for (const { id } of made) createdIds.add(id)
    named = await findByNames(tx, organizationId, names)
  }
  const nameOf = new Map(named.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])))
  const end = sql`ORDER BY c.id FOR NO KEY UPDATE OF c`
  const where = sql`c.id = ANY(${[...nameOf.keys(), ...channelIds]}::int[])`
  const entries = await loadChannels(tx, organizationId, viewerId, where, end)
  const byId = new Map(entries.map((entry) => [entry.channel.id, entry]))
  for (const id of channelIds) {
    const entry = byId.get(id)
    if (!entry || !(await mayAccess(entry, asker, 'metadata'))) throw invalidChannel({ id })
  }
  const channels = entries.map((entry) => ({
    name: nameOf.get(entry.channel.id) ?? entry.channel.name,
    entry,
    isNew: createdIds.has(entry.channel.id),
  }))
  return { channels, refused }
}
