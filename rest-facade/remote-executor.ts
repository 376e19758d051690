import { Readable } from 'node:stream'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, parse, print } from 'graphql'
import { CodedError } from '../src/contract/coded-error.ts'
import type {
  Caller,
  Executor,
  IncomingFile,
  Session,
  SessionUser,
  UploadedFile,
} from '../src/contract/executor.ts'
import { uploadPath } from '../src/contract/server.ts'
import { areRemoteErrors, remoteFailure } from './remote-errors.ts'
import { subscribeRemotely } from './remote-subscription.ts'

/** Where the core is. */
export interface RemoteCore {
  /** Its GraphQL endpoint, `http:` or `https:`; subscriptions go to the same place over a websocket. */
  readonly url: string
}

interface ViewerResult {
  readonly viewer: (Omit<SessionUser, 'id'> & { readonly databaseId: number }) | null
}

const viewerDocument: TypedDocumentNode<ViewerResult, Record<string, never>> = parse(
  'query FacadeViewer { viewer { databaseId role isBot isIncomingWebhook } }',
)

/**
 * An executor for a facade in a process of its own: operations over HTTP, subscriptions over
 * graphql-ws. The caller's credentials, host and client name travel in headers, so the core must
 * accept `x-forwarded-host` and `x-parley-client` from the facade and from nobody else.
 */
export function createRemoteExecutor({ url }: RemoteCore): Executor {
  const socketUrl = url.replace(/^http/, 'ws')
  return {
    async open(caller) {
      const { viewer } = await post(url, caller, viewerDocument, {})
      return sessionOf(viewer === null ? null : userOf(viewer), caller)
    },
  }

  function sessionOf(user: SessionUser | null, caller: Caller): Session {
    return {
      user,
      upload: (file) => sendFile(url, caller, file),
      execute: (document, variables) => post(url, caller, document, variables),
      subscribe<Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables) {
        // Variables of a document are always a plain object.
        const operation = { query: textOf(document), variables: variables as Record<string, unknown> }
        const results = subscribeRemotely(socketUrl, headersOf(caller), caller, operation)
        // The core answers a document with values of the type that was generated from its schema.
        return results as AsyncIterableIterator<Result>
      },
    }
  }
}

async function post<Result, Variables>(
  url: string,
  caller: Caller,
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...headersOf(caller),
    },
    body: JSON.stringify({ query: textOf(document), variables }),
  })
  const reply = await readReply(response)
  if (areRemoteErrors(reply.errors)) throw remoteFailure(reply.errors)
  if (!response.ok || reply.data === undefined) throw new Error(`The core answered ${response.status}`)
  // As above: the document's own type.
  return reply.data as Result
}

/** The file goes on to the core as it comes, its name and type in the address. */
async function sendFile(url: string, caller: Caller, file: IncomingFile): Promise<UploadedFile> {
  const place = new URL(uploadPath, url)
  place.searchParams.set('filename', file.name)
  place.searchParams.set('content_type', file.contentType)
  // Without `duplex` fetch would want the whole of it; the type does not know the option.
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headersOf(caller) },
    // Node's web streams are those of fetch; they are declared twice.
    body: Readable.toWeb(Readable.from(file.content)) as unknown as ReadableStream,
    duplex: 'half',
  }
  const response = await fetch(place, init).catch((error: unknown) => {
    // What was wrong with the file itself is said by who read it.
    throw error instanceof TypeError && error.cause instanceof CodedError ? error.cause : error
  })
  const reply = await readReply(response)
  if (areRemoteErrors(reply.errors)) throw remoteFailure(reply.errors)
  if (!response.ok || reply.data === undefined) throw new Error(`The core answered ${response.status}`)
  // Our own core's answer (src/pages/raw-uploads.ts).
  return reply.data as UploadedFile
}

async function readReply(
  response: Response,
): Promise<{ readonly data?: unknown; readonly errors?: unknown }> {
  const reply: unknown = await response.json().catch(() => null)
  return typeof reply === 'object' && reply !== null ? reply : {}
}

function headersOf({ authorization, host, clientName, idempotencyKey }: Caller): Record<string, string> {
  return {
    ...(authorization !== undefined && { authorization }),
    'x-forwarded-host': host,
    'x-parley-client': headerSafe(clientName),
    ...(idempotencyKey !== undefined && { 'idempotency-key': headerSafe(idempotencyKey) }),
  }
}

/* Header values are ASCII; a client may name itself in any script. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}

function userOf({ databaseId: id, ...user }: NonNullable<ViewerResult['viewer']>): SessionUser {
  return { id, ...user }
}

const texts = new WeakMap<DocumentNode, string>()

function textOf(document: DocumentNode): string {
  const known = texts.get(document)
  if (known !== undefined) return known
  const text = print(document)
  texts.set(document, text)
  return text
}
