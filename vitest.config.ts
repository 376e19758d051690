import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Vite would load graphql's ES modules, Node loads its CommonJS ones: two copies whose classes
    // do not know each other.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-image.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Files have databases of their own and share no state in modules; loading those anew for each
    // file took as long as half of the tests.
    isolate: false,
    // An embedded database takes some 300 MB in each worker.
    maxWorkers: 2,
  },
})
