import { z } from 'zod'
import { isAtLeast, roles } from '../../src/contract/roles.ts'
import { endpoint } from '../endpoint.ts'
import { DevelopmentUsersDocument } from '../generated/operations.ts'

const listed = z.array(z.strictObject({ email: z.string(), realm_url: z.string() }))

export const devListUsers = endpoint('GET /dev_list_users', {
  summary: 'List people to sign in as, on development servers',
  authentication: 'none',
  parameters: {},
  reply: z.strictObject({ direct_admins: listed, direct_users: listed }),
}).answer(async ({ session }) => {
  const { developmentUsers } = await session.execute(DevelopmentUsersDocument, {})
  const select = (administrators: boolean) =>
    developmentUsers
      .filter(({ role }) => isAtLeast(role, roles.administrator) === administrators)
      .map(({ address, organizationUrl }) => ({ email: address, realm_url: organizationUrl }))
  return { direct_admins: select(true), direct_users: select(false) }
})
