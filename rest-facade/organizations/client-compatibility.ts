const oldestAndroidApp = [16, 2, 96] as const
/** The first version of the mobile app that knows profile fields of the pronouns type. */
const oldestAppWithPronouns = [27, 192] as const

/**
 * Whether a program is too old for this server, or the one whose name tests what such a program
 * does (reference: "Headers and client names").
 *
 * @param userAgent such as `ZulipMobile/27.1 (Android 14)`
 */
export function isIncompatible(userAgent: string | undefined): boolean {
  const { name, version } = program(userAgent)
  if (name === 'ZulipInvalid') return true
  return name === 'ZulipMobile' && /android/i.test(userAgent ?? '') && isOlder(version, oldestAndroidApp)
}

/** Whether a program knows profile fields of the pronouns type, as all do but old mobile apps. */
export function knowsPronouns(userAgent: string | undefined): boolean {
  const { name, version } = program(userAgent)
  return name !== 'ZulipMobile' || !isOlder(version, oldestAppWithPronouns)
}

function program(userAgent: string | undefined) {
  const [, name, version = ''] = /^\s*([^/\s]+)(?:\/(\S*))?/.exec(userAgent ?? '') ?? []
  return { name, version }
}

/** A part that is missing or no number counts as 0. */
function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const index = oldest.findIndex((part, position) => (parts[position] ?? 0) !== part)
  return index >= 0 && (parts[index] ?? 0) < (oldest[index] ?? 0)
}
