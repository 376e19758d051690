import { randomBytes } from 'node:crypto'
import { lookup } from 'mime-types'

/** Code points of the name that people see, and characters of the one in an address. */
const LONGEST_NAME = 255
const LONGEST_IN_ADDRESS = 100

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/
const anyBytes = 'application/octet-stream'
const unspecific: ReadonlySet<string> = new Set([anyBytes, 'text/plain'])

/** What a file is called: the last part of whatever path came, without what cannot be seen; never empty. */
export function shownName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // Control and format characters, halves of surrogate pairs: they change how the rest of a text is read.
  const visible = base.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  return cut([...visible], LONGEST_NAME) || 'uploaded-file'
}

/** The name in the file's address: letters, digits, dots, dashes and underscores, no dot in front. */
function addressName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^A-Za-z0-9._-]/g, '')
    .replaceAll(/\.{2,}/g, '.')
  const [extension = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(safe) ?? []
  const base = safe
    .slice(0, safe.length - extension.length)
    .replace(/^[.-]+/, '')
    .replace(/\.+$/, '')
  // A name in letters that addresses do without keeps its extension at least.
  return cut([...`${base || 'file'}${extension}`], LONGEST_IN_ADDRESS)
}

/** Shortens a name before its extension. */
function cut(characters: readonly string[], longest: number): string {
  const name = characters.join('')
  if (characters.length <= longest) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, longest - extension.length).join('') + extension
}

/** Where a new file is, as nobody can guess: `{organization}/{two characters}/{drawn}/{name}`. */
export function drawPathId(organizationId: number, name: string): string {
  const drawn = randomBytes(18).toString('base64url')
  return `${organizationId}/${drawn.slice(0, 2)}/${drawn.slice(2)}/${addressName(name)}`
}

const pathIdForm = /^\d{1,10}(\/[\w-]{1,40}){2}\/[\w.-]{1,200}$/

/** Whether a text can be the address of a file at all. */
export function isPathId(text: string): boolean {
  return pathIdForm.test(text)
}

/** Where the storage has the file of an address. */
export function uploadKey(pathId: string): string {
  return `uploads/${pathId.split('/').slice(0, 3).join('/')}`
}

/**
 * The type of a file's content: as its part of the form says, else as its name suggests. `text/plain` counts as
 * no word: it is what a part without a type has.
 */
export function contentTypeOf(given: string, name: string): string {
  const essence = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const stated = mediaType.test(essence) ? essence : anyBytes
  return unspecific.has(stated) ? lookup(name) || stated : stated
}
