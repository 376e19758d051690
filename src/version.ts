import { createRequire } from 'node:module'

/** This release, as package.json names it. */
export const VERSION: string = (createRequire(import.meta.url)('../package.json') as { version: string })
  .version
