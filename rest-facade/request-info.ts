import type { IncomingFile } from '../src/contract/executor.ts'
import type { FormFile } from './multipart.ts'

/** What an endpoint may know of its request besides the parameters. */
export interface RequestInfo {
  readonly method: string
  /** The path below `/api/v1`, without the query string. */
  readonly path: string
  /** The host name asked for, with its port. */
  readonly host: string
  /** Name of the calling program, at most 30 characters. */
  readonly clientName: string
  /** The address of the caller, as the server knows it. */
  readonly address: string
  /** The files of a multipart body, in their order, for endpoints that declare `acceptsFiles`. */
  readonly files: readonly FormFile[]
  /** The file of a multipart body as it comes, for endpoints that declare `streamsFile`; undefined for none. */
  readonly file: IncomingFile | undefined
  /** Whether the request carries a field of this name, also one that is not declared. */
  has(field: string): boolean
  /** A request header by its name, in any case. */
  header(name: string): string | undefined
}
