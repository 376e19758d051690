/** Programs that people read and write in (reference: "Headers and client names"), in lower case. */
const humanClients: ReadonlySet<string> = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipflutter',
  'snipe',
  'website',
  'ios',
  'android',
])

/** Whether a message sent by this program has been read by its sender. */
export function isHumanClient(clientName: string): boolean {
  return humanClients.has(clientName.toLowerCase())
}
