import { textLimits } from './limits.ts'

let names: Intl.DisplayNames | undefined

/** Whether a text is the tag of a language that exists, such as `en`, `pt-BR` or `zh-hans`. */
export function isLanguageTag(tag: string): boolean {
  if (tag === '' || tag.length > textLimits.languageTag) return false
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  try {
    return names.of(tag) !== undefined
  } catch {
    // No tag at all, such as one with underscores.
    return false
  }
}
