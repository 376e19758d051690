import { createRequire } from 'node:module'
import { clientEmojiNames } from './client-emoji-names.ts'

/**
 * The one emoji that is neither in Unicode nor an organization's own. Its name is fixed by the
 * clients that exist (reference: "Wire names").
 */
export const extraEmojiName = 'zulip'

/** Where clients find the image of the extra emoji. */
export const extraEmojiUrl = `/static/generated/emoji/images/emoji/unicode/${extraEmojiName}.png`

/**
 * Sets of names, the nearest to what chat clients know first. The first names the same emoji as the
 * common chat products and client image sheets do; the second adds what people know from code
 * hosting; the third has many aliases (`thumbs_up`, `party_popper`). A name that two sets give to
 * different emoji keeps the meaning of the earlier set.
 */
const nameSets = ['iamcal', 'github', 'joypixels'] as const

/** Knows the newest emoji. Its many informal aliases are left out where another set has a name. */
const completingSet = 'emojibase'

interface EmojiTables {
  readonly codesByName: ReadonlyMap<string, string>
  readonly namesByCode: ReadonlyMap<string, readonly string[]>
}

let tables: EmojiTables | undefined

/**
 * Unicode emoji by name: `smile` to `1f604`. Codes are hexadecimal code points in lower case, at
 * least four digits, joined by dashes, without U+FE0F. Skin tones are not listed.
 */
export function emojiCodesByName(): ReadonlyMap<string, string> {
  tables ??= buildTables()
  return tables.codesByName
}

/** Names of Unicode emoji by code, the canonical name first. */
export function emojiNamesByCode(): ReadonlyMap<string, readonly string[]> {
  tables ??= buildTables()
  return tables.namesByCode
}

/** The code of a sequence of characters, whether or not there is such an emoji. */
export function emojiCodeOf(characters: string): string {
  return Array.from(characters, (character) => character.codePointAt(0) ?? 0)
    .filter((codePoint) => codePoint !== 0xfe0f)
    .map((codePoint) => codePoint.toString(16).padStart(4, '0'))
    .join('-')
}

function buildTables(): EmojiTables {
  const codesByName = new Map<string, string>()
  const namesByCode = new Map<string, string[]>()
  const add = (code: string, names: readonly string[]) => {
    for (const name of names) {
      if (codesByName.has(name)) continue
      codesByName.set(name, code)
      namesByCode.set(code, [...(namesByCode.get(code) ?? []), name])
    }
  }
  for (const set of nameSets) {
    for (const [code, names] of readNameSet(set)) add(code, names)
  }
  for (const [code, names] of readNameSet(completingSet)) {
    if (!namesByCode.has(code)) add(code, names)
  }
  for (const [code, names] of Object.entries(clientEmojiNames)) add(code, names.split(' '))
  return { codesByName, namesByCode }
}

function readNameSet(set: string): [string, string[]][] {
  // The package declares its files so; `require` keeps them unread until a first emoji is met.
  const file = createRequire(import.meta.url)(`emojibase-data/en/shortcodes/${set}.json`) as Record<
    string,
    string | string[]
  >
  return Object.entries(file)
    .filter(([code]) => !/1F3F[B-F]/.test(code))
    .map(([code, names]) => [code.replaceAll('-FE0F', '').toLowerCase(), [names].flat()])
}
