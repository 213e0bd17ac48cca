/** Writes a lead file that looks real, and says what an import of it must find. See `src/testing/make-lead-file.ts`. */
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { type ExpectedCounts, makeLeadFile } from '#testing/make-lead-file.ts'

const HELP = `Makes a lead file that looks real: the same for the same seed and day.

  npm run make-leads -- --rows 100000 --seed 7 --out leads.csv.gz --defects

  --rows n       how many rows
  --seed n       another number makes other leads (1)
  --out file     where to; a name that ends with .gz is compressed
  --defects      plants errors, and prints what an import must find
  --states a,b   where the properties lie (Texas,Florida,Ohio)
  --counties n   in how many counties of these (100)
  --today day    the day that the leads are fresh on, YYYY-MM-DD (today)
`

/** A list of all counties would bury the rest. */
const COUNTIES_NAMED = 5
const say = (line: string) => process.stderr.write(`${line}\n`)

const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      defects: { type: 'boolean', default: false },
      states: { type: 'string', default: 'Texas,Florida,Ohio' },
      counties: { type: 'string', default: '100' },
      today: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const rows = Number(values.rows)
  const isDay = values.today === undefined || isCalendarDay(values.today)
  const isComplete = values.out !== undefined && Number.isSafeInteger(rows) && rows > 0 && isDay
  if (values.help || !isComplete) {
    say(HELP)
    process.exit(values.help ? 0 : 1)
  }
  return { ...values, rows, out: resolve(process.env.INIT_CWD ?? '.', values.out ?? '') }
}

const options = readOptions()
const states = options.states.split(',').map((state) => state.trim())
const all = await readAtlasCounties()
// Drawn evenly from all states, so that a few counties are not all in the first one.
const counties = states
  .flatMap((state) => all.filter((county) => county.state === state).map((county, place) => ({ county, place })))
  .sort((a, b) => a.place - b.place)
  .slice(0, Number(options.counties))
  .map(({ county }) => county)
if (counties.length === 0) {
  say(`No county lies in ${options.states}. States are written as in --states Texas,Ohio.`)
  process.exit(1)
}

const maker = makeLeadFile({
  rows: options.rows,
  seed: Number(options.seed),
  today: options.today ?? storeDayOf(new Date(), USUAL_STORE_ZONE),
  counties,
  hasDefects: options.defects,
})
let expected: ExpectedCounts | undefined
function* parts() {
  expected = yield* maker
}
const file = createWriteStream(options.out)
const source = Readable.from(parts(), { objectMode: false })
await (options.out.endsWith('.gz') ? pipeline(source, createGzip(), file) : pipeline(source, file))
const places = counties.slice(0, COUNTIES_NAMED).map(({ name, state }) => `${name}, ${state}`)
const others = counties.length > places.length ? ` and ${counties.length - places.length} more` : ''
say(`Wrote ${options.rows.toLocaleString('en-US')} rows to ${options.out}: ${places.join('; ')}${others}.`)
say('An import into an empty store must find:')
process.stdout.write(`${JSON.stringify(expected, null, 2)}\n`)
