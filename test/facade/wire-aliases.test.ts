import { expect, test } from 'vitest'
import { z } from 'zod'
import { withAliases } from '../../rest-facade/wire-aliases.ts'

test('aliased fields are sent under both names, others under their own', () => {
  expect(withAliases({ service_version: '1', service_feature_level: 500, realm_name: 'x' })).toEqual({
    service_version: '1',
    zulip_version: '1',
    service_feature_level: 500,
    zulip_feature_level: 500,
    realm_name: 'x',
  })
})

test('the closed schema of a reply with aliases knows both names', () => {
  const schema = z.strictObject(withAliases({ service_merge_base: z.string().optional() }))
  expect(schema.safeParse(withAliases({ service_merge_base: 'x' })).success).toBe(true)
  expect(schema.safeParse({ zulip_version: 'x' }).success).toBe(false)
})
