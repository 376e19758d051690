import * as z from 'zod'
import { domain } from '../shapes/domain.ts'
import { eventKind } from './event-kind.ts'

/** Addresses of a domain may join. */
export const realmDomainsAdd = eventKind('realm_domains', { op: z.literal('add'), realm_domain: domain })

/** The rule for a domain's subdomains changed. */
export const realmDomainsChange = eventKind('realm_domains', {
  op: z.literal('change'),
  realm_domain: domain,
})

/** Addresses of a domain may join no longer. */
export const realmDomainsRemove = eventKind('realm_domains', {
  op: z.literal('remove'),
  domain: z.string(),
})
