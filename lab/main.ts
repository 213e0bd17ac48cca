/**
 * `npm run lab -- <name> …`: measures the store against bare limits of the same run, or causes faults and checks that
 * no promise breaks. Without a name it lists what there is; `all` runs everything. Everything runs on loopback in
 * temporary folders and ends by itself; it ends with 1 if a bar was missed or anything was wrong.
 */
import { parseArgs } from 'node:util'
import { checkouts } from './experiments/checkouts.ts'
import { databaseFaults } from './experiments/database.ts'
import { growth } from './experiments/growth.ts'
import { killEverything } from './experiments/kill.ts'
import { migrationLocks } from './experiments/migrations.ts'
import { race, soak } from './experiments/oversell.ts'
import { pages } from './experiments/pages.ts'
import { badProvider } from './experiments/provider.ts'
import { restoreUnderLoad } from './experiments/restore.ts'
import { upgrade } from './experiments/upgrade.ts'
import { type Laboratory, say, withLaboratory } from './laboratory.ts'
import type { Row } from './measure.ts'

const USUAL = { rounds: 5, seconds: 4, minutes: 5, buyers: 24, kills: 100, races: 200, orders: 1e6, leads: 1e7 }
type Options = typeof USUAL & { seed?: number; only?: string; from?: string }

/** @returns rows with bars, or one sentence for each thing that was wrong */
type Run = (options: Options) => Promise<Row[] | string[]>

const inLab =
  <Found>(work: (lab: Laboratory, options: Options) => Promise<Found>) =>
  (options: Options) =>
    withLaboratory((lab) => work(lab, options))

/** The minutes are those of a usual run on two slow cores. */
const EXPERIMENTS: readonly (readonly [name: string, minutes: number, run: Run, guards: string])[] = [
  ['checkouts', 8, inLab(checkouts), 'rate and cost of pages, holds and checkouts, and memory'],
  ['growth', 25, inLab(growth), 'a million orders slow down no page, hold, checkout or list'],
  ['pages', 8, inLab(pages), 'pages appear soon on a phone, and anyone can use them'],
  ['race', 6, inLab(race), 'the last unit is sold once to 500 buyers at once'],
  ['soak', 7, inLab(soak), 'everything adds up whatever buyers and administrators do'],
  ['kill', 15, killEverything, 'nothing is lost or done twice when nodes and PostgreSQL die'],
  ['database', 10, databaseFaults, 'no fault of the database or of the way to it loses an order'],
  ['provider', 12, badProvider, 'a card provider that fails half the time loses no money'],
  ['restore', 4, restoreUnderLoad, 'a backup under load restores every order from before it'],
  ['upgrade', 10, upgrade, 'nodes are upgraded one by one while buyers buy (--from a commit)'],
  ['migrations', 3, migrationLocks, 'no migration keeps the store from a large table'],
]

const names = [...Object.keys(USUAL), 'seed', 'only', 'from']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
})
const given = Object.entries(values).map(([name, value]) => [
  name,
  ['only', 'from'].includes(name) ? value : Number(value),
])
const options: Options = { ...USUAL, ...Object.fromEntries(given) }
const unknown = positionals.filter((name) => name !== 'all' && EXPERIMENTS.every(([each]) => each !== name))
if (positionals.length === 0 || unknown.length > 0 || given.some(([, value]) => Number.isNaN(value))) {
  if (unknown.length > 0) console.error(`There is no experiment ${unknown.join(', ')}.`)
  const usual = Object.entries(USUAL).map(([key, value]) => `--${key} ${value}`)
  console.log(`npm run lab -- <name> … | all  ${usual.join(' ')} --seed n --only words --from commit\n`)
  for (const [name, minutes, , guards] of EXPERIMENTS) console.log(`  ${name.padEnd(11)} ${guards} (${minutes} min)`)
  process.exit(positionals.length === 0 ? 0 : 2)
}

/** A fault is a row that did not pass; no fault is a row that did. */
const rowsOf = (guards: string, found: Row[] | string[]): Row[] =>
  found.length === 0
    ? [{ what: guards, measured: 'held', isPassed: true }]
    : found.map((one) => (typeof one === 'string' ? { what: guards, measured: one, isPassed: false } : one))

let isMissed = false
for (const [name, , run, guards] of EXPERIMENTS) {
  if (!positionals.includes(name) && !positionals.includes('all')) continue
  say(`${name} …`)
  const began = performance.now()
  const found = await run(options).catch((error) => [
    error instanceof Error ? (error.stack ?? String(error)) : String(error),
  ])
  for (const { what, measured, limit, ratio, bar, isPassed } of rowsOf(guards, found)) {
    const mark = isPassed === false ? 'MISSED' : isPassed ? 'ok' : '–'
    const cells = [limit && `limit ${limit}`, ratio, bar && `bar ${bar}`].filter(Boolean)
    console.log(`${mark.padEnd(6)} ${name}: ${what}: ${measured}${cells.length > 0 ? ` (${cells.join(', ')})` : ''}`)
    isMissed ||= isPassed === false
  }
  say(`${name} took ${Math.round((performance.now() - began) / 1_000)} s`)
}
process.exit(isMissed ? 1 : 0)
