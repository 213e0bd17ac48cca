import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLong } from './src/testing/lane.ts'

/** The slowest files. Of the end-to-end tests, two that wait for time to pass next to two that keep the processor busy. */
const LONGEST = [
  'proof/close-log',
  'postgres/start-embedded-postgres',
  'jobs/worker',
  'proof/proof',
  'lead-files/apply-lead-import',
  'e2e/links',
  'e2e/inventory',
  'e2e/holds',
  'e2e/rep-sells',
]

/**
 * Starts with the slowest files, because a slow one at the end would run alone. A fresh clone has no recorded times to
 * sort by.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Tests of the long lane only, and those that do all their random runs there. */
const LONG_ONLY = '**/*.long.test.ts'
const LONG = [LONG_ONLY, '**/*{races,property}.test.ts']
/** The long lane looks at each screen of a journey more closely, so it does them all. */
const ALL = ['**/*.test.ts']

/** The files of one project in the lane that was asked for. */
const lane = (folders: string[], long: string[]) =>
  isLong
    ? { include: folders.flatMap((folder) => long.map((pattern) => `${folder}/${pattern}`)) }
    : { include: folders.map((folder) => `${folder}/**/*.test.ts`), exclude: [LONG_ONLY, '**/node_modules/**'] }

/**
 * `unit`: tests next to the code, most of them with a real PostgreSQL, which they wait for half of the time: five files
 * at a time. `e2e`: tests in a real browser, four files at a time, each with its own store. This keeps two cores busy,
 * and the same number everywhere keeps tests of races meaningful. `npm test` runs one project after the other. Test
 * files of one worker share loaded modules, which saves a minute: no module keeps anything of a test, and the browser
 * keeps only what belongs to no visitor.
 */
export default defineConfig({
  test: {
    globalSetup: ['src/testing/global-setup.ts'],
    maxWorkers: 5,
    isolate: false,
    // Only for tests that hang: a machine that is busy with other things is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    sequence: { sequencer: LongestFirst },
    // A busy machine is slow, not wrong. The library's default of a second is for an idle one.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', ...lane(['src', 'scripts'], LONG), environment: 'node', pool: 'forks' },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...lane(['e2e'], ALL),
          environment: 'node',
          pool: 'forks',
          fileParallelism: true,
          maxWorkers: 4,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
