import type { Config } from './config.ts'
import type { FirstStart } from './first-start.ts'

/** What the server prints when it listens: where it is and, at the first start, how to get in. */
export function welcomeText(config: Config, first: FirstStart | null): string {
  const site = config.publicUrl
  const address = `Parley is at ${site} (GraphQL at ${site}/graphql, REST at ${site}/api/v1)\n`
  if (!first) return address
  const { ownerEmail, ownerPassword, ownerApiKey, keyFile } = first
  return `${address}
Your organization has an owner. This is shown once:
  address   ${ownerEmail}
  password  ${ownerPassword}
  API key   ${ownerApiKey}
  key file  ${keyFile} (for command-line clients)

Send a message:
  curl -sS -u ${ownerEmail}:${ownerApiKey} ${site}/api/v1/messages -d type=stream -d to=general -d topic=greetings -d 'content=Hello!'

Ask the GraphQL API (in a browser: ${site}/graphql, with the header {"authorization": "Bearer ${ownerApiKey}"}):
  curl -sS -H 'authorization: Bearer ${ownerApiKey}' -H 'content-type: application/json' ${site}/graphql -d '{"query": "{ viewer { fullName channels { name } } }"}'

Follow what happens, as server-sent events:
  curl -sSN -H 'authorization: Bearer ${ownerApiKey}' -H 'content-type: application/json' -H 'accept: text/event-stream' ${site}/graphql -d '{"query": "subscription { eventBatches { lastEventId events { id type payload } } }"}'
`
}
