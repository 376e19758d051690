/**
 * What the reference says about who may know what (permissions: "Access", "System groups", "Group-setting
 * values", "Users visible to whom"), written as plainly as can be, and on purpose without anything of the
 * server's.
 */

/** The value of a permission setting. */
export type Holders = number | { readonly direct_members: number[]; readonly direct_subgroups: number[] }

export interface ModelUser {
  readonly id: number
  readonly name: string
  role: number
  readonly isBot: boolean
  isActive: boolean
}

export interface ModelGroup {
  readonly members: Set<number>
  readonly subgroups: Set<number>
  isDeactivated: boolean
}

export interface ModelChannel {
  readonly id: number
  readonly name: string
  isPrivate: boolean
  isWebPublic: boolean
  sharesHistory: boolean
  isArchived: boolean
  administer: Holders
  add: Holders
  subscribe: Holders
  readonly subscribers: Set<number>
}

export interface ModelMessage {
  readonly id: number
  /** Null: a direct message. */
  channelId: number | null
  topic: string
  content: string
  readonly senderId: number
  /** Of a direct message. */
  readonly participants: readonly number[]
  /** Who has it in their history. */
  holders: Set<number>
}

export interface Model {
  readonly users: Map<number, ModelUser>
  /** Names of the system groups, by id. */
  readonly systemGroups: ReadonlyMap<number, string>
  readonly groups: Map<number, ModelGroup>
  readonly channels: Map<number, ModelChannel>
  readonly messages: Map<number, ModelMessage>
  /** can_access_all_users_group is `role:members`. */
  limitsGuests: boolean
  admitsVisitors: boolean
}

/** The subscribers who count: those whose accounts are active, ascending. */
export function activeSubscribers(model: Model, { subscribers }: ModelChannel): number[] {
  return [...subscribers].filter((id) => model.users.get(id)?.isActive).sort((left, right) => left - right)
}

/** Null is a visitor. */
export type Reader = ModelUser | null

const lowestRole: Readonly<Record<string, number>> = {
  'role:everyone': 600,
  'role:members': 400,
  'role:fullmembers': 400,
  'role:moderators': 300,
  'role:administrators': 200,
  'role:owners': 100,
  'role:nobody': 0,
}

function isInGroup(model: Model, user: ModelUser, groupId: number): boolean {
  const system = model.systemGroups.get(groupId)
  if (system !== undefined) return user.role <= (lowestRole[system] ?? 0)
  const group = model.groups.get(groupId)
  if (!group || group.isDeactivated) return false
  return group.members.has(user.id) || [...group.subgroups].some((inner) => isInGroup(model, user, inner))
}

/** Whether a user holds a permission that guests never have. */
function holds(model: Model, user: ModelUser, value: Holders): boolean {
  if (user.role === 600) return false
  if (typeof value === 'number') return isInGroup(model, user, value)
  return (
    value.direct_members.includes(user.id) ||
    value.direct_subgroups.some((groupId) => isInGroup(model, user, groupId))
  )
}

/** Whether somebody may know of a channel, its settings and its subscribers. */
export function knows(model: Model, reader: Reader, channel: ModelChannel): boolean {
  if (reader === null) return channel.isWebPublic && model.admitsVisitors
  if (channel.isWebPublic || channel.subscribers.has(reader.id)) return true
  if (reader.role === 600) return false
  if (!channel.isPrivate || reader.role <= 200) return true
  return [channel.administer, channel.add, channel.subscribe].some((value) => holds(model, reader, value))
}

/** Whether somebody may read what is in a channel. */
export function reads(model: Model, reader: Reader, channel: ModelChannel): boolean {
  if (reader === null) return knows(model, reader, channel)
  if (channel.isWebPublic || channel.subscribers.has(reader.id)) return true
  if (reader.role === 600) return false
  if (!channel.isPrivate) return true
  return [channel.add, channel.subscribe].some((value) => holds(model, reader, value))
}

/** Whether somebody may read a message. */
export function readsMessage(model: Model, reader: Reader, message: ModelMessage): boolean {
  if (message.channelId === null) return reader !== null && message.holders.has(reader.id)
  const channel = model.channels.get(message.channelId)
  if (!channel || !reads(model, reader, channel)) return false
  return channel.sharesHistory || (reader !== null && message.holders.has(reader.id))
}

/** Whether somebody with an account may know who somebody is. */
export function seesUser(model: Model, reader: ModelUser, user: ModelUser): boolean {
  if (reader.role < 600 || !model.limitsGuests || user.isBot || user.id === reader.id) return true
  const both = (ids: ReadonlySet<number> | readonly number[]) => {
    const all = new Set(ids)
    return all.has(reader.id) && all.has(user.id)
  }
  return (
    [...model.channels.values()].some(({ subscribers }) => both(subscribers)) ||
    [...model.messages.values()].some(
      ({ channelId, participants }) => channelId === null && both(participants),
    )
  )
}
