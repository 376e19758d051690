import type { Core } from '../src/core.ts'
import { type Seeded, seed, seedChannels, seedUnread } from './seed.ts'

/** How large the organization of the register benchmark is. */
export const size = { users: 10_000, channels: 500, subscribed: 300, topics: 20, unread: 100_000 }

/**
 * Makes a large organization. Its owner is subscribed to most of its channels and has read nothing for
 * a while. Rows are written straight into the tables.
 */
export async function seedLarge(core: Core): Promise<Seeded> {
  const seeded = await seed(core, { subscribers: size.users, messages: 10 })
  await seedChannels(core, seeded, { channels: size.channels - 2, subscribed: size.subscribed })
  await seedUnread(core, seeded, size)
  return seeded
}
