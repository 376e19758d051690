import { deepStrictEqual } from 'node:assert'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { print } from 'graphql'
import type pg from 'pg'
import {
  MessageWindowDocument,
  type MessageWindowQueryVariables,
} from '../rest-facade/generated/operations.ts'
import { createExecutor } from '../src/graphql/execution.ts'
import { schema } from '../src/graphql/schema.ts'
import { call } from './client.ts'
import { withHost } from './host.ts'
import { measureInTurns, report } from './measure.ts'
import { type Seeded, seed } from './seed.ts'

const COUNT = 50
const RUNS = 600

/** The newest messages of a channel as a plain Express handler with one SQL statement answers them. */
function bareHandler(pool: pg.Pool, { channelId, ownerId }: Seeded): express.RequestHandler {
  return async (_request, response) => {
    const { rows } = await pool.query({
      name: 'window',
      text: `SELECT m.id, m.rendered_content, m.sending_client, m.topic, m.topic_links, m.date_sent, c.name,
          u.id AS sender_id, u.delivery_email, u.full_name, u.organization_id, u.avatar_version, f.flags
        FROM message m JOIN channel c ON c.id = m.channel_id JOIN "user" u ON u.id = m.sender_id
          LEFT JOIN user_message f ON f.message_id = m.id AND f.user_id = $2
        WHERE m.channel_id = $1 ORDER BY m.id DESC LIMIT $3`,
      values: [channelId, ownerId, COUNT],
    })
    const messages = rows.reverse().map((row) => ({
      id: row.id,
      type: 'stream',
      content: row.rendered_content,
      content_type: 'text/html',
      client: row.sending_client,
      display_recipient: row.name,
      recipient_id: 2 * channelId,
      stream_id: channelId,
      subject: row.topic,
      topic_links: row.topic_links,
      is_me_message: false,
      sender_id: row.sender_id,
      sender_email: row.delivery_email,
      sender_full_name: row.full_name,
      sender_realm_str: '',
      avatar_url: `/user_avatars/${row.organization_id}/${row.sender_id}.png?v=${row.avatar_version}`,
      timestamp: Math.floor(row.date_sent.getTime() / 1000),
      reactions: [],
      submessages: [],
      flags: row.flags & 1 ? ['read'] : row.flags === null ? ['read', 'historical'] : [],
    }))
    response.json({
      result: 'success',
      msg: '',
      messages,
      anchor: 10_000_000_000_000_000,
      found_anchor: false,
      found_oldest: false,
      found_newest: true,
      history_limited: false,
    })
  }
}

/** The variables of the operation that GET /messages executes. */
const windowOf = ({ channelId }: Seeded): MessageWindowQueryVariables => ({
  anchor: 'NEWEST',
  numBefore: COUNT,
  numAfter: 0,
  includeAnchor: true,
  narrow: [{ operator: 'channel', operand: channelId }],
  applyMarkdown: true,
  clientGravatar: true,
})

/** GET /messages of 50 through the facade, beside its GraphQL operation and a bare handler. */
export async function benchGetMessages(): Promise<void> {
  await withHost(async ({ core, port, pool }) => {
    const seeded = await seed(core, { subscribers: 100, messages: 10_000 })
    const bare = createServer(express().get('/messages', bareHandler(pool, seeded)))
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
    const barePort = (bare.address() as AddressInfo).port

    const narrow = JSON.stringify([{ operator: 'channel', operand: seeded.channelId }])
    const query = new URLSearchParams({ anchor: 'newest', num_before: String(COUNT), num_after: '0', narrow })
    const headers = { authorization: seeded.authorization }
    const throughFacade = () => call(port, 'GET', `/api/v1/messages?${query}`, headers)
    const throughBare = () => call(barePort, 'GET', '/messages', {})
    // Both must say the same, or the comparison would mean nothing.
    deepStrictEqual(JSON.parse(await throughFacade()), JSON.parse(await throughBare()))

    const body = JSON.stringify({ query: print(MessageWindowDocument), variables: windowOf(seeded) })
    const graphqlHeaders = {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }
    const overHttp = () => call(port, 'POST', '/graphql', graphqlHeaders, body)
    const text = await throughFacade()
    const fixed = createServer((_request, response) => response.end(text))
    await new Promise<void>((resolve) => fixed.listen(0, '127.0.0.1', resolve))
    const fixedPort = (fixed.address() as AddressInfo).port
    const floor = () => call(fixedPort, 'GET', '/', {})

    const executor = createExecutor(core, schema)
    const caller = {
      authorization: seeded.authorization,
      host: `localhost:${port}`,
      clientName: 'bench',
    }
    const direct = async () => {
      const session = await executor.open(caller)
      return JSON.stringify(await session.execute(MessageWindowDocument, windowOf(seeded)))
    }
    const [facade, ...baselines] = await measureInTurns(
      [
        { name: 'GET /messages through the facade', run: throughFacade },
        { name: 'its GraphQL operation over HTTP', run: overHttp },
        { name: 'the same in process, without any HTTP', run: direct },
        { name: 'bare Express + pg, the same JSON', run: throughBare },
        { name: 'bare node:http, the same bytes from memory', run: floor },
      ],
      RUNS,
    )
    if (!facade) throw new Error('Nothing was measured.')
    report({
      title: `GET /messages of ${COUNT} (PostgreSQL; at most 1.3 and 3 are the aims)`,
      unit: 'ms',
      ours: facade,
      baselines,
    })
    bare.close()
    fixed.close()
  })
}
