import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import { builder } from '../graphql/builder.ts'

export const GroupSettingChangeInput = builder.inputType('GroupSettingChangeInput', {
  description: 'A new value for a permission setting.',
  fields: (t) => ({
    new: t.field({ type: 'GroupSetting', required: true, description: 'Who is to hold the permission.' }),
    old: t.field({
      type: 'GroupSetting',
      required: false,
      description:
        'Who holds it, as far as the client knows: EXPECTATION_MISMATCH when somebody else does. Left out: not compared.',
    }),
  }),
})

/** The input as changeGroupSettings takes it; undefined when the setting is to stay. */
export function settingChange(
  given: typeof GroupSettingChangeInput.$inferInput | null | undefined,
): GroupSettingValueUpdate | undefined {
  if (!given) return undefined
  return given.old === null || given.old === undefined
    ? { new: given.new }
    : { new: given.new, old: given.old }
}
