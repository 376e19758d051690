import { pathInteger, pathRest } from '../parameters/path.ts'

/** The path of a file below `/user_uploads/`, in two parameters. */
export const fileParameters = {
  realm_id_str: pathInteger().describe('Its first part: the organization’s id.'),
  filename: pathRest().describe('The rest of it, with slashes.'),
}

/** The path of a file, in one piece. */
export function pathIdOf(file: { readonly realm_id_str: number; readonly filename: string }): string {
  return `${file.realm_id_str}/${file.filename}`
}
