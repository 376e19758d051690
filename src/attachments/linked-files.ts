import { uploadOf } from '../markdown/media.ts'

/** With or without a query or a fragment behind it, such as the page of a document. */
const uploadAddress =
  /(?:href|src|data-original-src)="(\/?user_uploads\/)(?:thumbnail\/)?(\d{1,10}\/[^"?#]{1,400})["?#]/g

/**
 * The uploaded files that a rendered text refers to, whether by a link, a picture or a player. An address that is
 * percent-encoded where it need not be leads to the same file, as it does for who fetches it.
 *
 * @returns addresses below `/user_uploads/`, decoded, each once; whether there is such a file is not checked
 */
export function linkedFiles(html: string): string[] {
  // Hardly any message has one; a look for the word costs next to nothing.
  if (!html.includes('user_uploads/')) return []
  const named = [...html.matchAll(uploadAddress)].map(([, root = '', path = '']) => uploadOf(root + path))
  return [...new Set(named.flatMap((upload) => upload?.pathId ?? []))]
}
