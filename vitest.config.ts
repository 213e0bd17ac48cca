import { defineConfig } from 'vitest/config'

/**
 * `unit`: tests beside the code, most of them against a real PostgreSQL, two files at a time. `e2e`: journeys in a real
 * browser, two files at a time too: each starts a whole store of its own, and three were no faster on two cores. `npm test` runs both; these
 * machine-independent numbers of workers keep tests of races honest and memory small. Test files of one worker share the modules they load, which
 * saves a minute: no module keeps anything of a test.
 */
export default defineConfig({
  test: {
    globalSetup: ['src/testing/global-setup.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A busy machine is slow, not wrong; the library's second is for a calm one.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          fileParallelism: true,
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
