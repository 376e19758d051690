import type { CanonicalEvent } from '../../contract/events/kinds.ts'

/** What an event sets: values that a later event can set anew, by names of our own. */
export interface Cells {
  /** Names of the values; an event is moot when later ones have set all of them. */
  readonly names: readonly string[]
  /** The event with some of its values only, where they can be taken apart. */
  readonly keep?: (names: ReadonlySet<string>) => CanonicalEvent
}

/** An event's values as cells of an object that holds them by name. */
function parts<Values extends object>(
  prefix: string,
  values: Values,
  rebuild: (kept: Values) => CanonicalEvent,
): Cells {
  const nameOf = (key: string) => `${prefix} ${key}`
  return {
    names: Object.keys(values).map(nameOf),
    // What is taken out of an object of optional values leaves an object of its type.
    keep: (names) =>
      rebuild(Object.fromEntries(Object.entries(values).filter(([key]) => names.has(nameOf(key)))) as Values),
  }
}

/**
 * What an event sets for good; null for events that add, remove or tell of something that cannot be
 * told later instead.
 */
export function cellsOf(event: CanonicalEvent): Cells | null {
  switch (event.type) {
    case 'alert_words':
    case 'custom_profile_fields':
    case 'default_stream_groups':
    case 'default_streams':
    case 'has_webex_token':
    case 'has_zoom_token':
    case 'invites_changed':
    case 'muted_users':
    case 'onboarding_steps':
    case 'realm_export':
    case 'realm_linkifiers':
    case 'realm_playgrounds':
    case 'restart':
    case 'web_reload_client':
      return { names: [event.type] }
    case 'presence':
    case 'user_status':
    case 'realm_export_consent':
      return { names: [`${event.type} ${event.user_id}`] }
    case 'user_topic':
      return { names: [`user_topic ${event.stream_id} ${event.topic_name.toLowerCase()}`] }
    case 'user_settings':
    case 'realm_user_settings_defaults':
      return { names: [`${event.type} ${event.property}`] }
    case 'realm':
      if (event.op === 'update') return { names: [`realm ${event.property}`] }
      if (event.op === 'update_dict') return parts('realm', event.data, (data) => ({ ...event, data }))
      return null
    case 'realm_user':
      return event.op === 'update' ? { names: personNames(event.person) } : null
    case 'stream':
      return event.op === 'update' ? { names: [`stream ${event.stream_id} ${event.property}`] } : null
    case 'channel_folder':
      if (event.op === 'reorder') return { names: ['channel_folder order'] }
      return event.op === 'update'
        ? parts(`channel_folder ${event.channel_folder_id}`, event.data, (data) => ({ ...event, data }))
        : null
    case 'user_group':
      return event.op === 'update'
        ? parts(`user_group ${event.group_id}`, event.data, (data) => ({ ...event, data }))
        : null
    default:
      return null
  }
}

function personNames(person: { readonly user_id: number }): string[] {
  const { user_id, ...changed } = person
  return Object.entries(changed).map(([field, value]) =>
    field === 'custom_profile_field'
      ? `realm_user ${user_id} ${field} ${(value as { id: number }).id}` // Declared with an id.
      : `realm_user ${user_id} ${field}`,
  )
}
