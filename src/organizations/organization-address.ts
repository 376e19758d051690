import type { Config } from '../config.ts'

/** An organization as far as its address goes; the system organization has none. */
interface Addressed {
  readonly subdomain: string
}

/** The address under which people reach an organization, without a slash at its end (reference: `realm_url`). */
export function organizationUrl(config: Config, { subdomain }: Addressed): string {
  if (subdomain === '') return config.publicUrl
  const url = new URL(config.publicUrl)
  url.host = `${subdomain}.${url.host}`
  return url.href.replace(/\/+$/, '')
}

// A list of users asks for the same organization's name once for each of them.
const hostNames = new WeakMap<Addressed, string>()

/** Its host name, without a port: what the domain of an address can be (reference: `realm.host`). */
export function organizationHostName(config: Config, organization: Addressed): string {
  let name = hostNames.get(organization)
  if (name === undefined) {
    name = new URL(organizationUrl(config, organization)).hostname
    hostNames.set(organization, name)
  }
  return name
}
