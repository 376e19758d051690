import { z } from 'zod'
import { isHexColor } from '../../src/contract/colors.ts'
import type { SubscriptionChangeInput } from '../generated/operations.ts'

type Change = Omit<SubscriptionChangeInput, 'channelDatabaseId'>

/** Each on-or-off setting for a channel as the core's input says it. */
const switches = {
  is_muted: (value: boolean): Change => ({ isMuted: value }),
  // The old opposite.
  in_home_view: (value: boolean): Change => ({ isMuted: !value }),
  pin_to_top: (value: boolean): Change => ({ isPinned: value }),
  desktop_notifications: (value: boolean): Change => ({ desktopNotifications: value }),
  audible_notifications: (value: boolean): Change => ({ audibleNotifications: value }),
  push_notifications: (value: boolean): Change => ({ pushNotifications: value }),
  email_notifications: (value: boolean): Change => ({ emailNotifications: value }),
  wildcard_mentions_notify: (value: boolean): Change => ({ wildcardMentionsNotify: value }),
}

type Switch = keyof typeof switches
const switchNames = Object.keys(switches) as Switch[] // keys() widens to string.

/** The settings that a user has for a channel (schemas: "SubscriptionProperty"). */
export const subscriptionProperties = ['color', ...switchNames] as const

/** A hexadecimal colour inside a JSON value. */
export const hexColor = z.string().refine(isHexColor, { error: 'not a hexadecimal color code' })

/** The values that each of them takes (schemas: "SubscriptionPropertyValue"). */
export const propertyValues = {
  color: hexColor,
  ...(Object.fromEntries(switchNames.map((name) => [name, z.boolean()])) as Record<Switch, z.ZodBoolean>),
}

/** One setting as the core's input, without the channel; its value has been checked. */
export function changeOf(property: (typeof subscriptionProperties)[number], value: unknown): Change {
  // propertyValues has seen that the value is of the property's type.
  return property === 'color' ? { color: value as string } : switches[property](value as boolean)
}
