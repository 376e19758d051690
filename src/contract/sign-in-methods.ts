/** A way to get an API key: with address and password, or on development servers with the address alone. */
export type SignInMethod = 'password' | 'development'

/** What the REST API calls them (register: `realm_authentication_methods`). */
export const signInMethodNames: Readonly<Record<SignInMethod, string>> = {
  password: 'Email',
  development: 'Dev',
}
