import { badRequest } from '../../src/contract/coded-error.ts'
import type { RequestInfo } from '../request-info.ts'

/**
 * The one picture of a multipart body, as the core takes it.
 *
 * @throws CodedError BAD_REQUEST for none and for several
 */
export function pictureIn({ files }: Pick<RequestInfo, 'files'>, what: 'icon' | 'logo'): string {
  const [file, another] = files
  if (!file || another) throw badRequest(`You must upload exactly one ${what}.`)
  return file.bytes.toString('base64')
}
