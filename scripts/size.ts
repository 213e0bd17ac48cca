/** How large the project is, against bounds that may only go down. `npm run size`; `npm test` runs it too. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const isHelper = (path: string): boolean => path.startsWith('src/testing/')

/** What is counted, and its bounds: lower one when you have made something smaller, and never raise one. */
const PARTS: readonly {
  what: string
  pattern: string
  isPart?: (path: string) => boolean
  filesMax?: number
  linesMax?: number
}[] = [
  {
    what: 'product',
    pattern: 'src/**/*.{ts,tsx}',
    isPart: (path) => !isTest(path) && !isHelper(path),
    filesMax: 1_048,
    linesMax: 115_000,
  },
  { what: 'tests', pattern: 'src/**/*.test.{ts,tsx}', linesMax: 42_000 },
  { what: 'what tests share', pattern: 'src/testing/**/*.{ts,tsx}', isPart: (path) => !isTest(path), linesMax: 7_593 },
  { what: 'scripts, e2e and lab', pattern: '{scripts,e2e,lab}/**/*.{ts,mts,mjs,js}', linesMax: 15_910 },
  { what: 'decisions', pattern: 'docs/decisions/*.md', filesMax: 45 },
]

const linesOf = (path: string): number => readFileSync(`${ROOT}/${path}`, 'utf8').split('\n').length - 1

let isOver = false
for (const { what, pattern, isPart = () => true, filesMax, linesMax } of PARTS) {
  const paths = globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter(isPart)
  const lines = paths.reduce((sum, path) => sum + linesOf(path), 0)
  const counts = [
    { count: lines, unit: 'lines', max: linesMax },
    { count: paths.length, unit: 'files', max: filesMax },
  ].flatMap(({ count, unit, max }) => {
    if (max === undefined) return []
    isOver ||= count > max
    return `${count.toLocaleString('en-US')} ${unit} of at most ${max.toLocaleString('en-US')}${count > max ? ' (TOO MANY)' : ''}`
  })
  console.log(`${what}: ${counts.join(', ')}`)
}
if (isOver) {
  console.error('The project has grown: take something away, rather than raise a bound in scripts/size.ts.')
  process.exitCode = 1
}
