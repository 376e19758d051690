import { ChannelType } from '../../channels/channel-type.ts'
import type { Context } from '../../graphql/context.ts'
import { UserGroupType } from '../../groups/group-type.ts'
import { MessageType } from '../../messages/message-type.ts'
import { type ChannelSubscription, ChannelSubscriptionType } from '../../subscriptions/subscription-type.ts'
import { UserType } from '../../users/user-type.ts'
import type { FieldBuilder } from './field-builder.ts'
import { readableMessages, visibleChannel, visibleGroup, visibleUser } from './links.ts'

/** What an id in an event leads to. */
export type LinkTarget = 'user' | 'channel' | 'message' | 'subscription' | 'userGroup'

const present = <Value>(value: Value | null): value is Value => value !== null

async function channel(context: Context, id: number) {
  return (await visibleChannel(context).load(id))?.channel ?? null
}

async function subscription(context: Context, id: number): Promise<ChannelSubscription | null> {
  const found = await visibleChannel(context).load(id)
  return found?.subscription ? { channel: found.channel, subscription: found.subscription } : null
}

async function all<Row>(ids: readonly number[], load: (id: number) => Promise<Row | null>): Promise<Row[]> {
  return (await Promise.all(ids.map(load))).filter(present)
}

const whenGone = 'Null when there is none, and when the viewer may not see it any more.'
const whenSomeGone = 'Those that the viewer may still see, in this order.'

/** A field that leads from one id to what it names. */
export function linkField<Parent>(
  t: FieldBuilder<Parent>,
  target: LinkTarget,
  idOf: (parent: Parent) => number | null,
) {
  const loading =
    <Row>(load: (context: Context, id: number) => Promise<Row | null>) =>
    (parent: Parent, _: object, context: Context) => {
      const id = idOf(parent)
      return id === null ? null : load(context, id)
    }
  const common = { nullable: true, description: `As it is now. ${whenGone}` } as const
  switch (target) {
    case 'user':
      return t.field({
        type: UserType,
        ...common,
        resolve: loading((context, id) => visibleUser(context).load(id)),
      })
    case 'channel':
      return t.field({ type: ChannelType, ...common, resolve: loading(channel) })
    case 'message':
      return t.field({
        type: MessageType,
        ...common,
        resolve: loading((context, id) => readableMessages(context).load(id)),
      })
    case 'subscription':
      return t.field({ type: ChannelSubscriptionType, ...common, resolve: loading(subscription) })
    case 'userGroup':
      return t.field({
        type: UserGroupType,
        ...common,
        resolve: loading((context, id) => visibleGroup(context).load(id)),
      })
  }
}

/** A field that leads from several ids to what they name. */
export function linkListField<Parent>(
  t: FieldBuilder<Parent>,
  target: LinkTarget,
  idsOf: (parent: Parent) => readonly number[],
) {
  const description = `As they are now. ${whenSomeGone}`
  switch (target) {
    case 'user':
      return t.field({
        type: [UserType],
        description,
        resolve: (parent, _, context) => all(idsOf(parent), (id) => visibleUser(context).load(id)),
      })
    case 'channel':
      return t.field({
        type: [ChannelType],
        description,
        resolve: (parent, _, context) => all(idsOf(parent), (id) => channel(context, id)),
      })
    case 'message':
      return t.field({
        type: [MessageType],
        description,
        resolve: (parent, _, context) => all(idsOf(parent), (id) => readableMessages(context).load(id)),
      })
    case 'subscription':
      return t.field({
        type: [ChannelSubscriptionType],
        description,
        resolve: (parent, _, context) => all(idsOf(parent), (id) => subscription(context, id)),
      })
    case 'userGroup':
      return t.field({
        type: [UserGroupType],
        description,
        resolve: (parent, _, context) => all(idsOf(parent), (id) => visibleGroup(context).load(id)),
      })
  }
}
