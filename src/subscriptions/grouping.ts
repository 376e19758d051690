/** Users whom the same things concern: one event tells them all. */
export interface Concerned<Item> {
  readonly items: readonly Item[]
  readonly userIds: number[]
}

/**
 * Groups users by what concerns them.
 *
 * @param concerns pairs of a user's id and one thing; a user's things keep their order
 * @param keyOf what makes two things the same
 */
export function groupUsers<Item>(
  concerns: Iterable<readonly [userId: number, item: Item]>,
  keyOf: (item: Item) => string,
): Concerned<Item>[] {
  const itemsOf = new Map<number, Item[]>()
  for (const [userId, item] of concerns) {
    const items = itemsOf.get(userId)
    if (items) items.push(item)
    else itemsOf.set(userId, [item])
  }
  const groups = new Map<string, Concerned<Item>>()
  for (const [userId, items] of itemsOf) {
    const key = items.map(keyOf).join('\n')
    const group = groups.get(key)
    if (group) group.userIds.push(userId)
    else groups.set(key, { items, userIds: [userId] })
  }
  return [...groups.values()]
}

/** Channels of which the same is told to the same users. */
export interface SameNews {
  readonly channelIds: number[]
  /** Whom it is about. */
  readonly userIds: readonly number[]
  readonly audience: readonly number[]
}

/** Groups what is told of channels by its contents and audience; what reaches nobody is left out. */
export function groupNews(
  news: Iterable<{
    readonly channelId: number
    readonly userIds: readonly number[]
    readonly audience: readonly number[]
  }>,
): SameNews[] {
  const groups = new Map<string, SameNews>()
  for (const { channelId, userIds, audience } of news) {
    if (userIds.length === 0 || audience.length === 0) continue
    const key = `${userIds.join()}/${audience.join()}`
    const group = groups.get(key)
    if (group) group.channelIds.push(channelId)
    else groups.set(key, { channelIds: [channelId], userIds, audience })
  }
  return [...groups.values()]
}

/** Tells each of some users of all the others. */
export interface MutualNews {
  readonly userIds: readonly number[]
  readonly audience: readonly number[]
}

/**
 * Tells each of some users of the others, and of nobody twice: half of them of the other half, and
 * so on inside the halves. One piece of news for each user would grow with the square of their number.
 */
export function mutualNews(userIds: readonly number[]): MutualNews[] {
  if (userIds.length < 2) return []
  const middle = Math.ceil(userIds.length / 2)
  const [left, right] = [userIds.slice(0, middle), userIds.slice(middle)]
  return [
    { userIds: left, audience: right },
    { userIds: right, audience: left },
    ...mutualNews(left),
    ...mutualNews(right),
  ]
}
