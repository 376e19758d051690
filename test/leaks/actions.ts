import type { Person } from '../support/cast.ts'
import { type Holders, type ModelChannel, type ModelMessage, readsMessage } from './model.ts'
import type { World } from './world.ts'

/** One random thing that somebody does, or is refused. */
type Action = (world: World) => Promise<void>

const topics = ['', 'tea', 'Cake']

/** A privacy as requests name it. */
function privacy({ chance }: World) {
  return chance.one([
    { is_private: false, is_web_public: false },
    { is_private: false, is_web_public: true },
    { is_private: true, is_web_public: false, history_public_to_subscribers: true },
    { is_private: true, is_web_public: false, history_public_to_subscribers: false },
  ])
}

function setPrivacy(channel: ModelChannel, wish: ReturnType<typeof privacy>): void {
  channel.isPrivate = wish.is_private
  channel.isWebPublic = wish.is_web_public
  channel.sharesHistory = wish.history_public_to_subscribers ?? true
}

const createChannel: Action = async (world) => {
  const { chance, model, persons } = world
  const by = world.anybody()
  const { is_private, ...rest } = privacy(world)
  const subscribers = chance.some(persons).map(({ id }) => id)
  const name = world.word()
  const permissions: { can_add_subscribers_group?: Holders; can_subscribe_group?: Holders } = {}
  if (chance.isTrue(30)) permissions.can_add_subscribers_group = world.holders()
  if (chance.isTrue(30)) permissions.can_subscribe_group = world.holders()
  const given = { name, subscribers, invite_only: is_private, ...rest, ...permissions }
  await world.do(
    `${by.fullName} creates ${JSON.stringify(given)}`,
    by.post('channels/create', given),
    (body) => {
      const nobody = world.systemGroup('role:nobody')
      const channel: ModelChannel = {
        ...{ id: Number(body.id), name, isArchived: false, subscribers: new Set(subscribers) },
        ...{ isPrivate: false, isWebPublic: false, sharesHistory: true },
        administer: { direct_members: [by.id], direct_subgroups: [] },
        add: permissions.can_add_subscribers_group ?? nobody,
        subscribe: permissions.can_subscribe_group ?? nobody,
      }
      setPrivacy(channel, { is_private, ...rest })
      model.channels.set(channel.id, channel)
    },
  )
}

const subscribe: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  const whom = world.chance.isTrue(50) ? [by] : world.chance.some(world.persons)
  const principals = (whom.length > 0 ? whom : [by]).map(({ id }) => id)
  const given = { subscriptions: [{ name: channel.name }], principals, send_new_subscription_messages: false }
  await world.do(
    `${by.fullName} subscribes ${principals} to ${channel.name}`,
    by.post('users/me/subscriptions', given),
    () => {
      for (const id of principals) channel.subscribers.add(id)
    },
  )
}

const unsubscribe: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  const whom = world.chance.isTrue(50) ? [by] : world.chance.some(world.persons, 30)
  const principals = (whom.length > 0 ? whom : [by]).map(({ id }) => id)
  const given = { subscriptions: [channel.name], principals }
  await world.do(
    `${by.fullName} unsubscribes ${principals} from ${channel.name}`,
    by.delete('users/me/subscriptions', given),
    () => {
      for (const id of principals) channel.subscribers.delete(id)
    },
  )
}

const send: Action = async (world) => {
  const by = world.chance.one(world.persons)
  const channel = world.channel()
  const given = { type: 'channel', to: channel.id, topic: world.chance.one(topics), content: world.word() }
  await world.do(`${by.fullName} says ${given.content} in ${channel.name}`, by.post('messages', given))
}

const sendDirectly: Action = async (world) => {
  const by = world.chance.one(world.persons)
  const to = world.chance.some(world.persons, 25).map(({ id }) => id)
  const given = { type: 'direct', to: to.length > 0 ? to : [by.id], content: world.word() }
  await world.do(`${by.fullName} tells ${to} ${given.content}`, by.post('messages', given))
}

const changePrivacy: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  const wish = privacy(world)
  await world.do(
    `${by.fullName} makes ${channel.name} ${JSON.stringify(wish)}`,
    by.patch(`streams/${channel.id}`, wish),
    () => setPrivacy(channel, wish),
  )
}

const settings = {
  administer: 'can_administer_channel_group',
  add: 'can_add_subscribers_group',
  subscribe: 'can_subscribe_group',
} as const

const changePermission: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  const setting = world.chance.one(['administer', 'add', 'subscribe'] as const)
  const holders = world.holders()
  const given = { [settings[setting]]: { new: holders } }
  await world.do(
    `${by.fullName} sets ${channel.name} ${JSON.stringify(given)}`,
    by.patch(`streams/${channel.id}`, given),
    () => {
      channel[setting] = holders
    },
  )
}

const archive: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  await world.do(`${by.fullName} archives ${channel.name}`, by.delete(`streams/${channel.id}`), () => {
    channel.isArchived = true
  })
}

const unarchive: Action = async (world) => {
  const by = world.anybody()
  const archived = [...world.model.channels.values()].filter(({ isArchived }) => isArchived)
  if (archived.length === 0) return
  const channel = world.chance.one(archived)
  const request = by.patch(`streams/${channel.id}`, { is_archived: false })
  await world.do(`${by.fullName} takes back ${channel.name}`, request, () => {
    channel.isArchived = false
  })
}

const createGroup: Action = async (world) => {
  const by = world.anybody()
  const members = world.chance.some(world.persons).map(({ id }) => id)
  const name = world.word()
  world.publicWords.add(name)
  const given = { name, description: '', members }
  await world.do(`${by.fullName} groups ${members}`, by.post('user_groups/create', given), ({ group_id }) => {
    world.model.groups.set(Number(group_id), {
      members: new Set(members),
      subgroups: new Set(),
      isDeactivated: false,
    })
  })
}

const changeGroup: Action = async (world) => {
  const { chance, model, persons } = world
  const entries = [...model.groups]
  if (entries.length === 0) return createGroup(world)
  const [id, group] = chance.one(entries)
  const by = world.anybody()
  if (chance.isTrue(25)) {
    const deactivated = !group.isDeactivated
    const request = deactivated
      ? by.post(`user_groups/${id}/deactivate`)
      : by.patch(`user_groups/${id}`, { deactivated: false })
    return world.do(`${by.fullName} (de)activates group ${id}`, request, () => {
      group.isDeactivated = deactivated
    })
  }
  if (chance.isTrue(30)) {
    const [inner] = chance.one(entries)
    const removes = group.subgroups.has(inner)
    const given = removes ? { delete: [inner] } : { add: [inner] }
    const request = by.post(`user_groups/${id}/subgroups`, given)
    return world.do(`${by.fullName} nests in ${id} ${JSON.stringify(given)}`, request, () => {
      if (removes) group.subgroups.delete(inner)
      else group.subgroups.add(inner)
    })
  }
  const person = chance.one(persons)
  const removes = group.members.has(person.id)
  const given = removes ? { delete: [person.id] } : { add: [person.id] }
  await world.do(
    `${by.fullName} changes group ${id} ${JSON.stringify(given)}`,
    by.post(`user_groups/${id}/members`, given),
    () => {
      if (removes) group.members.delete(person.id)
      else group.members.add(person.id)
    },
  )
}

const setTopicVisibility: Action = async (world) => {
  const by = world.anybody()
  const channel = world.channel()
  const policy = world.chance.one([0, 1, 2, 3])
  const given = { stream_id: channel.id, topic: world.chance.one(topics), visibility_policy: policy }
  await world.do(
    `${by.fullName} treats a topic of ${channel.name} as ${policy}`,
    by.post('user_topics', given),
  )
}

const star: Action = async (world) => {
  const by = world.chance.one(world.persons)
  const { model } = world
  const user = model.users.get(by.id) ?? null
  const readable = [...model.messages.values()].filter((message) => readsMessage(model, user, message))
  if (readable.length === 0) return
  const message = world.chance.one(readable)
  const given = { messages: [message.id], op: 'add', flag: 'starred' }
  await world.do(`${by.fullName} stars ${message.id}`, by.post('messages/flags', given), () => {
    message.holders.add(by.id)
  })
}

const deleteTopic: Action = async (world) => {
  const by = world.chance.one([world.people.owner, world.people.admin])
  const channel = world.channel()
  const topic = world.chance.one(topics)
  const request = by.post(`streams/${channel.id}/delete_topic`, { topic_name: topic })
  const { model } = world
  const user = model.users.get(by.id) ?? null
  const doomed = [...model.messages.values()].filter(
    (message) =>
      message.channelId === channel.id &&
      message.topic.toLowerCase() === topic.toLowerCase() &&
      readsMessage(model, user, message),
  )
  await world.do(`${by.fullName} deletes topic ${topic} of ${channel.name}`, request, () => {
    for (const { id } of doomed) model.messages.delete(id)
  })
}

/** A message, which need not be one that the actor can do anything with. */
const aMessage = ({ chance, model }: World): ModelMessage => chance.one([...model.messages.values()])

const edit: Action = async (world) => {
  const message = aMessage(world)
  const by = world.persons.find(({ id }) => id === message.senderId) ?? world.people.owner
  const content = world.word()
  const request = by.patch(`messages/${message.id}`, { content })
  await world.do(`${by.fullName} edits ${message.id} to ${content}`, request, () => {
    message.content = content
  })
}

const move: Action = async (world) => {
  const { chance } = world
  const message = aMessage(world)
  const by = world.anybody()
  const given = {
    propagate_mode: chance.one(['change_one', 'change_later', 'change_all']),
    topic: chance.isTrue(50) ? chance.one(topics) : undefined,
    stream_id: chance.isTrue(60) ? world.channel().id : undefined,
    send_notification_to_old_thread: chance.isTrue(30),
    send_notification_to_new_thread: chance.isTrue(30),
  }
  const request = by.patch(`messages/${message.id}`, given)
  await world.do(`${by.fullName} moves ${message.id} ${JSON.stringify(given)}`, request, () =>
    world.readPlaces(),
  )
}

const deleteMessage: Action = async (world) => {
  const message = aMessage(world)
  const by = world.anybody()
  await world.do(`${by.fullName} deletes ${message.id}`, by.delete(`messages/${message.id}`), () => {
    world.model.messages.delete(message.id)
  })
}

const react: Action = async (world) => {
  const message = aMessage(world)
  const by = world.chance.one(world.persons)
  const request = by.post(`messages/${message.id}/reactions`, { emoji_name: 'smile' })
  await world.do(`${by.fullName} reacts to ${message.id}`, request, () => {
    message.holders.add(by.id)
  })
}

const giveRole = async (world: World, persons: readonly Person[], roles: readonly number[]) => {
  const { chance, model, people } = world
  const person = chance.one(persons.filter(({ id }) => id !== people.owner.id))
  const role = chance.one(roles)
  const request = people.owner.patch(`users/${person.id}`, { role })
  await world.do(`${person.fullName} becomes ${role}`, request, () => {
    const user = model.users.get(person.id)
    if (user) user.role = role
  })
}

const changeRole: Action = (world) => giveRole(world, world.persons, [200, 300, 400, 400, 600])

const comeOrGo: Action = async (world) => {
  const { model, people, persons } = world
  const user = model.users.get(persons.at(-1)?.id ?? -1)
  if (!user) return
  const { owner } = people
  const request = user.isActive ? owner.delete(`users/${user.id}`) : owner.post(`users/${user.id}/reactivate`)
  await world.do(`${user.name} comes or goes`, request, () => {
    user.isActive = !user.isActive
  })
}

const limitGuests: Action = async (world) => {
  const name = world.chance.one(['role:members', 'role:everyone'])
  const given = { can_access_all_users_group: { new: world.systemGroup(name) } }
  await world.do(`All users for ${name}`, world.people.owner.patch('realm', given), () => {
    world.model.limitsGuests = name === 'role:members'
  })
}

const admitVisitors: Action = async (world) => {
  const admits = world.chance.isTrue(80)
  const request = world.people.owner.patch('realm', { enable_spectator_access: admits })
  await world.do(`Visitors: ${admits}`, request, () => {
    world.model.admitsVisitors = admits
  })
}

/** How often each is done, of a hundred. */
const shares: readonly (readonly [number, Action])[] = [
  [18, send],
  [13, subscribe],
  [8, unsubscribe],
  [8, changePrivacy],
  [7, changePermission],
  [7, changeGroup],
  [7, move],
  [5, createChannel],
  [5, sendDirectly],
  [4, changeRole],
  [3, createGroup],
  [3, archive],
  [2, comeOrGo],
  [2, unarchive],
  [2, deleteTopic],
  [2, deleteMessage],
  [2, edit],
  [2, react],
  [2, star],
  [1, setTopicVisibility],
  [1, limitGuests],
  [1, admitVisitors],
]

const lots = shares.flatMap(([share, action]) => Array.from({ length: share }, () => action))

/** Furnishes an organization by chance, and then does a number of things in it by chance. */
export async function live(world: World, steps: number): Promise<void> {
  await admitVisitors(world)
  if (world.chance.isTrue(60)) await limitGuests(world)
  for (let count = 0; count < 2; count++) await createGroup(world)
  for (let count = 0; count < 4; count++) await createChannel(world)
  for (let step = 0; step < steps; step++) {
    await world.chance.one(lots)(world)
  }
  // What somebody asked for as a member is not theirs as a guest.
  if (world.chance.isTrue(60)) {
    const listeners = world.onlookers.filter(({ wideQueue }) => wideQueue !== null)
    await giveRole(
      world,
      listeners.map(({ person }) => person),
      [600],
    )
    for (let count = 0; count < 3; count++) await send(world)
  }
}
