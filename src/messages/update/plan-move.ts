import { invalidChannel } from '../../channels/access.ts'
import { badRequest } from '../../contract/coded-error.ts'
import type { TopicLink } from '../../contract/shapes/topic-link.ts'
import type { Transaction } from '../../database/database.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import type { HeldMessage } from '../hold-message.ts'
import { checkPlaceToMoveTo } from '../posting.ts'
import { movingLimit, movingRefusal, resolvingRefusal } from '../rights.ts'
import { normalizeTopic } from '../topic.ts'
import { topicLinks as linksOf } from '../topic-links.ts'
import { resolvesEmptyTopic, type Toggle, toggleOf } from './resolved-topics.ts'
import { type MovedMessage, selectMoved } from './select-moved.ts'
import type { MoveRequest, MoveScope } from './update-request.ts'

/** A move that has passed every check. */
export interface MovePlan {
  /** The same as `to` when the messages stay in their channel. */
  readonly from: Channel
  readonly to: Channel
  /** As the named message spelled it. */
  readonly fromTopic: string
  readonly toTopic: string
  /** Null: each message keeps its topic. */
  readonly newTopic: string | null
  /** Of the new topic. */
  readonly topicLinks: readonly TopicLink[]
  readonly scope: MoveScope
  /** Ascending. */
  readonly messages: readonly MovedMessage[]
  /** The change does nothing but resolve the topic, or take that back. */
  readonly toggle: Toggle | null
  /** Whether there were messages where these go. */
  readonly targetHadMessages: boolean
}

/**
 * Checks a move of a held message and all that move with it, and locks them (reference: "Moving").
 *
 * @returns null when everything would stay where it is
 * @throws CodedError MOVE_MESSAGES_TIME_LIMIT_EXCEEDED; BAD_REQUEST, with `empty_topic_display_name` where
 *   the channel does not have such topics
 */
export async function planMove(
  tx: Transaction,
  doer: ViewerContext,
  { message, channel: from, others }: HeldMessage,
  request: MoveRequest,
): Promise<MovePlan | null> {
  if (!from) {
    throw badRequest(
      request.channelId === null
        ? 'Direct messages have no topic'
        : 'Direct messages cannot be moved to channels',
    )
  }
  const expected = request.from
  if (expected && (expected.channelId !== from.id || expected.topic !== message.topic)) {
    throw badRequest('Somebody has moved this topic meanwhile')
  }
  const to = request.channelId === null ? from : others.get(request.channelId)
  if (!to) throw invalidChannel({ id: request.channelId ?? 0 })
  const toTopic = request.topic === null ? message.topic : normalizeTopic(request.topic)
  const newTopic = toTopic === message.topic ? null : toTopic
  const crosses = to.id !== from.id
  if (!crosses && newTopic === null) return null
  const written = request.topic?.trim() ?? ''
  if (resolvesEmptyTopic(message.topic, written)) throw badRequest('The empty topic cannot be resolved')
  const toggle = crosses || request.scope !== 'all' ? null : toggleOf(message.topic, written)
  const refusal = toggle
    ? await resolvingRefusal(doer, from)
    : await movingRefusal(doer, from, { topic: newTopic !== null, to: crosses ? to : null })
  if (refusal) throw refusal
  const targetHadMessages = await checkPlaceToMoveTo(tx, doer, to, toTopic, {
    comesFromElsewhere: crosses,
    // Whoever resolves a topic starts none.
    mayStartTopic: toggle !== null,
  })
  const limit = toggle ? null : movingLimit(doer, { topic: newTopic !== null, channel: crosses })
  const { scope } = request
  const renamed = crosses ? null : newTopic
  const messages = await selectMoved(tx, doer, from, message, scope, renamed, limit)
  const topicLinks =
    newTopic === null ? [] : linksOf(newTopic, await doer.core.linkifiers.of(tx, doer.organization))
  return {
    from,
    to,
    fromTopic: message.topic,
    toTopic,
    newTopic,
    topicLinks,
    scope,
    messages,
    toggle,
    targetHadMessages,
  }
}

/** Whether the messages leave their channel. */
export function leavesChannel({ from, to }: MovePlan): boolean {
  return from.id !== to.id
}
