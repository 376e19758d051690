import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-image.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An embedded database takes some 300 MB in each worker.
    maxWorkers: 2,
  },
})
