/** The legacy words of the wire, and the words that GraphQL speaks. Longer ones stand first. */
const todaysWords: readonly (readonly [RegExp, string])[] = [
  [/^realm_user_settings_defaults/, 'default_user_settings'],
  [/^default_stream_groups/, 'default_channel_groups'],
  [/^default_streams/, 'default_channels'],
  [/^realm_user/, 'user'],
  [/^realm_bot/, 'bot'],
  [/^realm_emoji/, 'custom_emoji'],
  [/^realm_linkifiers/, 'linkifiers'],
  [/^realm_playgrounds/, 'playgrounds'],
  [/^realm_domains/, 'domain'],
  [/^realm_export/, 'data_export'],
  [/(^|_)subject$/, '$1topic'],
  [/(^|_)realm(_|$)/, '$1organization$2'],
  [/(^|_)stream(s?)(?=_|$)/g, '$1channel$2'],
]

function modern(name: string): string {
  return todaysWords.reduce((word, [legacy, today]) => word.replace(legacy, today), name)
}

function pascalCase(name: string): string {
  return name
    .split(/[_/]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

/** The GraphQL type of an event kind: `stream/create` is a ChannelCreateEvent. */
export function eventTypeName(kind: string): string {
  const [type = '', op] = kind.split('/')
  return `${pascalCase(modern(type))}${op ? pascalCase(op) : ''}Event`
}

/** The GraphQL name of a wire field: `stream_ids` is channelIds. */
export function fieldName(wireName: string): string {
  // What is left with this prefix has no other name (wire-aliases).
  const name = pascalCase(modern(wireName.replace(/^zulip_/, '')))
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The GraphQL type of an object inside an event. */
export function nestedTypeName(parent: string, wireName: string): string {
  return `${parent.replace(/Event$/, '')}${pascalCase(modern(wireName))}`
}
