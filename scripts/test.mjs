/**
 * `npm test`: everything that CI checks, from a fresh clone on. Continues after a failed step and ends with one line,
 * `N passed, N failed`: every check counts as one test, Vitest's tests count one by one. `npm test -- place-hold` runs
 * only the tests whose path contains the word, and builds the pages only if an end-to-end test is among them or there
 * are none. All arguments go to Vitest. `npm run test:long` runs the long lane instead: what takes long and rarely
 * breaks, without the checks.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { BROWSER_REMEDY, findBrowser } = await import('./lib/browser.mjs')
const { buildServer } = await import('./lib/build-server.mjs')
const { buildWeb } = await import('./lib/build-web.mjs')
const { check, vitest } = await import('./lib/checks.mjs')
const { install, installIn } = await import('./lib/install.mjs')
const { inRoot, ROOT } = await import('./lib/paths.mjs')
const { orExplain, seconds, SetUpError } = await import('./lib/say.mjs')
const args = process.argv.slice(2)
const isLong = process.env.TEST_LANE === 'long'

/** The end-to-end tests run against the built store, so that we test what buyers get. Its pages have a budget. */
async function builtPages() {
  try {
    await buildServer()
    await buildWeb()
    return check(['scripts/check-web-size.ts'])
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    return { passed: 0, failed: 1, report: error.message }
  }
}

async function journeys() {
  const browser = await findBrowser()
  if (!browser) return { passed: 0, failed: 1, report: BROWSER_REMEDY }
  return vitest('e2e', { args, env: { CHROMIUM_PATH: browser } })
}

/** The rounds of steps with a test whose path contains one of the words. Arguments that start with "-" are Vitest's own. */
function stepsAskedFor() {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const has = (...folders) =>
    words.length === 0 ||
    folders
      .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((path) => join(folder, path)))
      .some((path) => path.endsWith('.test.ts') && words.some((word) => path.includes(word)))
  const hasJourneys = has('e2e')
  const tests = [...(has('src', 'scripts') ? [UNIT] : []), ...(hasJourneys ? [JOURNEYS] : [])]
  if (tests.length === 0) throw new SetUpError(`No test has "${words.join('" or "')}" in its path.`)
  // Some unit tests serve the pages too, in whatever version, and a fresh clone has none.
  const needsPages = hasJourneys || !existsSync(join(ROOT, 'dist'))
  return [...(needsPages ? [[PAGES]] : []), ...tests.map((test) => [test])]
}

const CHECKS = [
  ['Format and lint', () => check(['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])],
  ['Types', () => check(['node_modules/typescript/bin/tsc', '--noEmit'])],
  ['Import rules', () => check(['scripts/check-imports.mjs'])],
  ['Documents agree with the code', () => check(['scripts/generate-docs.ts', '--check'])],
  ['Commit messages', () => check(['scripts/check-commits.ts'])],
  ['Size within its bounds', () => check(['scripts/size.ts'])],
  ['Security advisories', () => check(['scripts/check-advisories.ts'])],
]
const PAGES = ['Web build within its budget', builtPages]
const UNIT = ['Unit and integration tests', () => vitest('unit', { args })]
const JOURNEYS = ['Journeys in the browser', journeys]

await orExplain(async () => {
  await install({ dev: true })
  // Packages that only the long lane needs: the sources of the lists of places, and generators of clients.
  if (isLong) for (const folder of ['places/packages', 'api-clients']) await installIn(inRoot('scripts', folder))
  if (args.length > 0)
    console.log(`Only tests, and only those asked for (${args.join(' ')}); "npm test" alone checks everything.`)
  // The steps of a round run at once. Tests have their own rounds, because they fill two cores, and a browser that
  // waits too long for a busy store fails its test.
  const rounds =
    args.length > 0
      ? stepsAskedFor()
      : isLong
        ? [[PAGES], [UNIT], [JOURNEYS]]
        : [[...CHECKS, PAGES], [UNIT], [JOURNEYS]]
  const total = { passed: 0, failed: 0, failures: [] }
  for (const round of rounds) {
    console.log(`\n── ${round.map(([title]) => title).join(', ')}`)
    await Promise.all(round.map((step) => take(step, total)))
  }
  if (total.failures.length > 0) console.log(`\nFailed:\n  ${total.failures.join('\n  ')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
})

async function take([title, run], total) {
  const from = performance.now()
  const { passed, failed, report, failures = [] } = await run()
  if (report) console.log(report)
  const result = failed > 0 ? `${failed} failed` : passed > 0 ? 'passed' : 'not checked'
  console.log(`${failed > 0 ? '✗' : passed > 0 ? '✓' : '–'} ${title}: ${result} (${seconds(from)})`)
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
  if (failed > failures.length) total.failures.push(`${title}: ${failed - failures.length} failed, see there`)
}
