import type { Person } from '../support/cast.ts'

// Loading it replaces the global FormData, which is that of all files that this process tests.
const { FormData } = globalThis
export const { default: connect } = await import('zulip-js')
globalThis.FormData = FormData

/** The library, unpatched, as somebody's program uses it. It reaches the root organization, whatever the person's. */
export const clientOf = ({ identity }: Person) =>
  connect({ username: identity.email, apiKey: identity.apiKey, realm: `http://127.0.0.1:${identity.port}` })
