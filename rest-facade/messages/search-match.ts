import { EMPTY_TOPIC_DISPLAY_NAME } from '../../src/contract/server.ts'
import type { SearchMatchFieldsFragment } from '../generated/operations.ts'

/**
 * What a search found in a message, in the reference's spelling.
 *
 * @param allowEmptyTopicName whether the client can show an empty topic
 */
export function wireMatch(
  { content, topic }: SearchMatchFieldsFragment,
  { allowEmptyTopicName }: { readonly allowEmptyTopicName: boolean },
): { match_content: string; match_subject: string } {
  const match_subject = topic === '' && !allowEmptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : topic
  return { match_content: content, match_subject }
}
