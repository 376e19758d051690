import * as z from 'zod'
import { SERVICE_FEATURE_LEVEL } from './server.ts'

/** The server's version under its own names and under those that existing clients read (wire-aliases). */
export const versionFields = {
  service_version: z.string(),
  service_merge_base: z.string(),
  service_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  zulip_feature_level: z.int(),
}

const version = z.strictObject(versionFields)

export type VersionFields = z.output<typeof version>

/** The version fields of register, server settings and the restart event, for a release such as `0.1.0`. */
export function versionOf(release: string): VersionFields {
  return {
    service_version: release,
    service_merge_base: release,
    service_feature_level: SERVICE_FEATURE_LEVEL,
    zulip_version: release,
    zulip_merge_base: release,
    zulip_feature_level: SERVICE_FEATURE_LEVEL,
  }
}
