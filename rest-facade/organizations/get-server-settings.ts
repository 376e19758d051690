import { z } from 'zod'
import { versionFields, versionOf } from '../../src/contract/version.ts'
import { endpoint } from '../endpoint.ts'
import { ServerSettingsDocument } from '../generated/operations.ts'
import { isIncompatible } from './client-compatibility.ts'

/** Every method that the reference names: clients look each of them up. */
const authenticationMethods = z.strictObject({
  password: z.boolean(),
  dev: z.boolean(),
  email: z.boolean(),
  ldap: z.boolean(),
  remoteuser: z.boolean(),
  github: z.boolean(),
  azuread: z.boolean(),
  gitlab: z.boolean(),
  apple: z.boolean(),
  google: z.boolean(),
  saml: z.boolean(),
  'openid connect': z.boolean(),
  discord: z.boolean(),
})

const absentMethods = {
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
  'openid connect': false,
  discord: false,
}

const externalMethod = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  display_icon: z.string().nullable(),
  login_url: z.string(),
  signup_url: z.string(),
})

export const getServerSettings = endpoint('GET /server_settings', {
  summary: 'Get the server’s settings',
  description: 'Versions and what a login page shows of the organization that the host name selects.',
  authentication: 'none',
  parameters: {},
  reply: z.strictObject({
    authentication_methods: authenticationMethods,
    external_authentication_methods: z.array(externalMethod),
    ...versionFields,
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_uri: z.string(),
    realm_url: z.string(),
    realm_name: z.string(),
    realm_icon: z.string(),
    realm_description: z.string(),
    realm_web_public_access_enabled: z.boolean(),
  }),
}).answer(async ({ session, request }) => {
  const { server, organization } = await session.execute(ServerSettingsDocument, {})
  const { signInMethods, ...realm } = organization
  const hasPasswords = signInMethods.includes('PASSWORD')
  return {
    authentication_methods: {
      ...absentMethods,
      password: hasPasswords,
      email: hasPasswords,
      dev: signInMethods.includes('DEVELOPMENT'),
    },
    external_authentication_methods: [],
    ...versionOf(server.version),
    push_notifications_enabled: false,
    is_incompatible: isIncompatible(request.header('user-agent')),
    email_auth_enabled: hasPasswords,
    require_email_format_usernames: true,
    realm_uri: realm.realm_url,
    ...realm,
  }
})
