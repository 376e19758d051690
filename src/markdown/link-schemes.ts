/** Schemes whose links are kept (reference: "Links, linkifiers, previews"); others stay text. */
export const linkSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ftp',
  'file',
  'bitcoin',
  'geo',
  'im',
  'irc',
  'ircs',
  'magnet',
  'mailto',
  'matrix',
  'mms',
  'news',
  'nntp',
  'openpgp4fpr',
  'sip',
  'sms',
  'smsto',
  'ssh',
  'tel',
  'urn',
  'webcal',
  'wtai',
  'xmpp',
])

const schemeForm = /^([a-z][a-z0-9+.-]*):/i
const domainForm = /^(?:[\p{L}\p{N}_-]{1,63}\.)+\p{L}[\p{L}\p{N}-]{1,62}(?=$|[/?#]|:\d)/u
const addressForm = /^[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}$/u

/**
 * The address that a link's target stands for: domains get `http://`, mail addresses `mailto:`,
 * all else is returned as it is.
 */
export function completeAddress(target: string): string {
  if (addressForm.test(target)) return `mailto:${target}`
  return domainForm.test(target) ? `http://${target}` : target
}

/** Whether a link may lead there: one of our schemes, or a path or fragment of this very server. */
export function isAllowedAddress(address: string): boolean {
  const scheme = schemeForm.exec(address)?.[1]
  if (scheme !== undefined) return linkSchemes.has(scheme.toLowerCase())
  // Two slashes, in either direction, would name another host.
  return address.startsWith('#') || /^\/(?![/\\])/.test(address)
}
