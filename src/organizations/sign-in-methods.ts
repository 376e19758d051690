import type { Config } from '../config.ts'
import type { AuthenticationMethods } from '../contract/shapes/authentication-method.ts'

/** A way to get an API key: with address and password, or on development servers with the address alone. */
export type SignInMethod = 'password' | 'development'

/** The ways that this server has; organizations have all of them (reference: "New organization"). */
export function signInMethods({ isDevelopment }: Config): SignInMethod[] {
  return isDevelopment ? ['password', 'development'] : ['password']
}

const wireNames: Readonly<Record<SignInMethod, string>> = { password: 'Email', development: 'Dev' }

/** The same for the settings of an organization (register: `realm_authentication_methods`). */
export function authenticationMethods(config: Config): AuthenticationMethods {
  const methods = signInMethods(config).map((method) => [
    wireNames[method],
    { enabled: true, available: true },
  ])
  return Object.fromEntries(methods)
}
