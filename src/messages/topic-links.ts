import type { TopicLink } from '../contract/shapes/topic-link.ts'
import { findLinks, type TextLinkifier } from '../markdown/text-linkifier.ts'
import { findWebAddresses } from '../markdown/web-addresses.ts'

/** Makes links of the addresses that stand in a topic. */
const addresses = { matches: findWebAddresses }

/**
 * The links in a topic (schema MessagesBase: `topic_links`): the addresses of the web in it, those
 * without a scheme too, and what the organization's linkifiers make of the rest, as in messages; in the order of the text.
 *
 * @param linkifiers the organization's own, in their order (`core.linkifiers`)
 */
export function topicLinks(topic: string, linkifiers: readonly TextLinkifier[]): TopicLink[] {
  return findLinks(topic, [addresses, ...linkifiers]).map(({ start, end, url }) => ({
    text: topic.slice(start, end),
    url,
  }))
}
