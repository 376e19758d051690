import * as z from 'zod'
import { navigationView } from '../shapes/navigation-view.ts'
import { eventKind } from './event-kind.ts'

/** The user set a view up. */
export const navigationViewAdd = eventKind('navigation_view', {
  op: z.literal('add'),
  navigation_view: navigationView,
})

/** A view of the user changed; only what did is present. */
export const navigationViewUpdate = eventKind('navigation_view', {
  op: z.literal('update'),
  fragment: z.string(),
  data: z.strictObject({ name: z.string().nullable(), is_pinned: z.boolean().nullable() }).partial(),
})

/** A view of the user was removed. */
export const navigationViewRemove = eventKind('navigation_view', {
  op: z.literal('remove'),
  fragment: z.string(),
})
