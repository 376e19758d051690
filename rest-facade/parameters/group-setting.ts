import {
  type GroupSettingValue,
  type GroupSettingValueUpdate,
  groupSettingValue,
  groupSettingValueUpdate,
} from '../../src/contract/group-setting.ts'
import { json } from './json.ts'
import type { Parameter } from './parameter.ts'

/** The first value of a permission setting: a group's id, or users and groups. JSON. */
export function groupSetting(): Parameter<GroupSettingValue> {
  return json(groupSettingValue)
}

/**
 * A change of a permission setting: `{new, old}` in JSON, as the core's GroupSettingChangeInput takes it.
 * Without `old`, the present value is not compared.
 */
export function groupSettingChange(): Parameter<GroupSettingValueUpdate> {
  return json(groupSettingValueUpdate)
}
