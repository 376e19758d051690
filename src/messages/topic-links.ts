import type { TopicLink } from '../contract/shapes/topic-link.ts'
import { findLinks, type LinkMatch, type TextLinkifier } from '../markdown/text-linkifier.ts'

const webAddress = /https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}]/giu

/** Makes links of the addresses that stand in a topic. */
const addresses = {
  *matches(topic: string): Generator<LinkMatch> {
    for (const { 0: url, index } of topic.matchAll(webAddress)) {
      yield { start: index, end: index + url.length, url }
    }
  },
}

/**
 * The links in a topic (schema MessagesBase: `topic_links`): what the organization's linkifiers make of
 * it, and the addresses in it, in the order of the text.
 *
 * @param linkifiers the organization's own, in their order (`core.linkifiers`)
 */
export function topicLinks(topic: string, linkifiers: readonly TextLinkifier[]): TopicLink[] {
  return findLinks(topic, [...linkifiers, addresses]).map(({ start, end, url }) => ({
    text: topic.slice(start, end),
    url,
  }))
}
