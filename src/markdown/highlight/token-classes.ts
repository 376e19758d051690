/** Pygments' short class names by the names that modes give to tokens; those that are missing are plain text. */
const classesByStyle: Readonly<Record<string, string>> = {
  annotation: 'nd',
  angleBracket: 'p',
  arithmeticOperator: 'o',
  atom: 'kc',
  attribute: 'na',
  attributeName: 'na',
  attributeValue: 's',
  bitwiseOperator: 'o',
  blockComment: 'c',
  bool: 'kc',
  brace: 'p',
  bracket: 'p',
  builtin: 'nb',
  character: 'sc',
  className: 'nc',
  color: 'm',
  comment: 'c',
  compareOperator: 'o',
  controlKeyword: 'k',
  controlOperator: 'o',
  def: 'nf',
  definition: 'nf',
  definitionKeyword: 'kd',
  definitionOperator: 'o',
  deleted: 'gd',
  derefOperator: 'o',
  docComment: 'sd',
  docString: 'sd',
  documentMeta: 'cp',
  emphasis: 'ge',
  escape: 'se',
  float: 'm',
  header: 'gh',
  heading: 'gh',
  inserted: 'gi',
  integer: 'm',
  keyword: 'k',
  labelName: 'nl',
  lineComment: 'c',
  link: 's',
  literal: 'kc',
  logicOperator: 'o',
  macroName: 'fm',
  meta: 'cp',
  modifier: 'kd',
  moduleKeyword: 'kn',
  name: 'n',
  namespace: 'nn',
  negative: 'gd',
  null: 'kc',
  number: 'm',
  operator: 'o',
  operatorKeyword: 'ow',
  paren: 'p',
  positive: 'gi',
  processingInstruction: 'cp',
  property: 'nx',
  propertyName: 'nx',
  punctuation: 'p',
  qualifier: 'nc',
  regexp: 'sr',
  self: 'bp',
  separator: 'p',
  special: 'nv',
  squareBracket: 'p',
  string: 's',
  'string-2': 'sx',
  strong: 'gs',
  tag: 'nt',
  tagName: 'nt',
  type: 'kt',
  typeName: 'kt',
  typeOperator: 'o',
  unit: 'kt',
  updateOperator: 'o',
  url: 's',
  variable: 'n',
  'variable-2': 'nv',
  'variable-3': 'kt',
  variableName: 'n',
}

/** Where a language's mode uses a name for something of its own. */
const classesByLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Bash: { def: 'nv' },
  CSS: { property: 'k', propertyName: 'k', builtin: 'nn', keyword: 'kc', atom: 'kc' },
  Dart: { meta: 'nd' },
  Diff: { meta: 'gu' },
  INI: { def: 'na' },
  Java: { meta: 'nd' },
  JavaScript: { variable: 'nx', def: 'nx' },
  JSON: { property: 'nt', propertyName: 'nt' },
  Kotlin: { meta: 'nd' },
  Less: { property: 'k', propertyName: 'k' },
  Perl: { def: 'k' },
  Properties: { def: 'na' },
  Python: { meta: 'nd' },
  Scala: { meta: 'nd' },
  SCSS: { property: 'k', propertyName: 'k' },
  TypeScript: { variable: 'nx', def: 'nx', meta: 'nd' },
  Systemd: { def: 'na' },
  YAML: { atom: 'nt', meta: 'p' },
}

/** Keywords that Pygments tells apart, in whatever language. */
const classesByWord: ReadonlyMap<string, string> = new Map([
  ...['True', 'False', 'None', 'true', 'false', 'null', 'nil'].map((word) => [word, 'kc'] as const),
  ...['import', 'package', 'using', 'export'].map((word) => [word, 'kn'] as const),
  ...['and', 'or', 'not', 'in', 'is', 'instanceof', 'typeof'].map((word) => [word, 'ow'] as const),
])

/**
 * The class of a token; empty for plain text.
 *
 * @param language canonical name
 * @param style what the mode calls it, such as `variableName.special` or `string property`
 * @param text the token itself
 */
export function tokenClass(language: string, style: unknown, text: string): string {
  // Modes that look words up in plain objects answer strangely to words such as "constructor".
  if (typeof style !== 'string') return punctuation.test(text) ? 'p' : ''
  const names = style.split(' ')
  const own = lookUp(classesByLanguage, language)
  const found = firstOf(names, (name) => own && lookUp(own, name)) ?? firstOf(names, usualClass) ?? ''
  return found === 'k' ? (classesByWord.get(text) ?? found) : found
}

function usualClass(name: string): string | undefined {
  const [base = '', modifier = ''] = name.split('.', 2)
  return modified(base, modifier) ?? lookUp(classesByStyle, base)
}

function firstOf(
  names: readonly string[],
  classOf: (name: string) => string | undefined,
): string | undefined {
  for (const name of names) {
    const found = classOf(name)
    if (found !== undefined) return found
  }
  return undefined
}

const punctuation = /^[()[\]{},;:.]+$/

function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function modified(base: string, modifier: string): string | undefined {
  if (base === 'string' && modifier === 'special') return 'sx'
  if (base !== 'variableName' && base !== 'propertyName') return undefined
  if (modifier === 'definition' || modifier === 'function') return 'nf'
  if (modifier === 'special') return 'nv'
  if (modifier === 'standard') return 'nb'
  return modifier === 'constant' ? 'no' : undefined
}
