const uploadAddress =
  /(?:href|src|data-original-src)="\/?user_uploads\/(?:thumbnail\/)?(\d{1,10}\/[^"?#]{1,400})"/g

/**
 * The uploaded files that a rendered text refers to, whether by a link, a picture or a player.
 *
 * @returns addresses below `/user_uploads/`, each once; whether there is such a file is not checked
 */
export function linkedFiles(html: string): string[] {
  // Hardly any message has one; a look for the word costs next to nothing.
  if (!html.includes('user_uploads/')) return []
  return [...new Set([...html.matchAll(uploadAddress)].map(([, pathId = '']) => pathId))]
}
