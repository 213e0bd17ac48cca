/**
 * `npm run drill -- [name …]`: long randomized runs of faults and load. A wrong name prints the names and options.
 * Everything runs on loopback in temporary folders and ends by itself; the exit code says whether anything was wrong.
 */
import { parseArgs } from 'node:util'
import { oversell } from '../bench/benches/two-nodes.ts'
import { say, withLaboratory } from '../bench/lab/laboratory.ts'
import { deliverLeads } from './deliver-leads.ts'
import { drillClocks } from './faults/clocks.ts'
import { drillDatabase } from './faults/database.ts'
import { drillFailover } from './faults/failover.ts'
import { drillNetwork } from './faults/network.ts'
import { drillProvider } from './faults/provider.ts'
import { drillRestore } from './faults/restore.ts'
import { drillStandby } from './faults/standby.ts'
import { drillUpgrade } from './faults/upgrade.ts'
import { run as killCheckouts } from './kill-checkouts.ts'
import { drillGoTools } from './log/go-tools.ts'
import { drillKillLog } from './log/kill-log.ts'
import { checkMigrationLocks } from './migrations/check-locks.ts'
import { testPreviousRelease } from './migrations/previous-release.ts'
import { soak } from './soak.ts'
import { drillWebhooks } from './webhooks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '24' },
    races: { type: 'string', default: '200' },
    kills: { type: 'string', default: '100' },
    leads: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '4550' },
  },
})

/** Each drill returns what was wrong; an empty list is a pass. */
const DRILLS: Readonly<Record<string, () => Promise<string[]>>> = {
  async oversell() {
    const row = await withLaboratory((lab) => oversell(lab, { races: Number(values.races) }))
    say(`  ${row.what}: ${row.measured}`)
    return row.isPassed ? [] : [row.measured]
  },

  async soak() {
    const options = { minutes: Number(values.minutes), buyers: Number(values.buyers) }
    const { replies, orders, faults } = await withLaboratory((lab) => soak(lab, options))
    say(`  ${orders} orders paid; replies: ${JSON.stringify(replies)}`)
    return faults
  },

  async kill() {
    const seed = values.seed === undefined ? {} : { seed: Number(values.seed) }
    const summary = await killCheckouts({ kills: Number(values.kills), print: (line) => say(`  ${line}`), ...seed })
    say(`  ${JSON.stringify({ ...summary, faults: summary.faults.length })}`)
    return summary.faults
  },

  database: () =>
    drillDatabase({ buyers: Number(values.buyers), only: values.only, print: (line) => say(`  ${line}`) }),

  provider: () =>
    drillProvider({
      buyers: Number(values.buyers),
      seconds: Number(values.minutes) * 60,
      print: (line) => say(`  ${line}`),
    }),

  standby: () => drillStandby({ buyers: Number(values.buyers), print: (line) => say(`  ${line}`) }),

  failover: () =>
    drillFailover({
      buyers: Number(values.buyers),
      rounds: Number(values.rounds),
      firstPort: Number(values.port),
      print: (line) => say(`  ${line}`),
    }),

  network: () =>
    drillNetwork({
      buyers: Number(values.buyers),
      seconds: Number(values.minutes) * 60,
      seed: values.seed === undefined ? undefined : Number(values.seed),
      only: values.only,
      print: (line) => say(`  ${line}`),
    }),

  restore: () => drillRestore({ buyers: Number(values.buyers), print: (line) => say(`  ${line}`) }),

  clocks: () => drillClocks({ print: (line) => say(`  ${line}`) }),

  upgrade: () => drillUpgrade({ from: values.from ?? [], print: (line) => say(`  ${line}`) }),

  migrations: () => checkMigrationLocks({ print: (line) => say(`  ${line}`) }),

  'previous-release': () => testPreviousRelease({ commit: values.from?.at(-1), print: (line) => say(`  ${line}`) }),

  'go-tools': () => drillGoTools({ leads: Number(values.leads), print: (line) => say(`  ${line}`) }),

  'kill-log': () => drillKillLog({ kills: Number(values.kills), print: (line) => say(`  ${line}`) }),

  deliver: () => deliverLeads({ buyers: 5_000, units: 3_000, print: (line) => say(`  ${line}`) }),

  webhooks: () => drillWebhooks({ kills: Number(values.kills), print: (line) => say(`  ${line}`) }),
}

const names = positionals.length > 0 ? positionals : Object.keys(DRILLS)
const numbers = [
  values.minutes,
  values.buyers,
  values.races,
  values.kills,
  values.leads,
  values.rounds,
  values.port,
].map(Number)
if (names.some((name) => !(name in DRILLS)) || numbers.some((number) => !(number > 0))) {
  say(
    `Usage: npm run drill [${Object.keys(DRILLS).join(' | ')} …] [--minutes 5] [--buyers 24] [--races 200] [--kills 100] [--leads 10000] [--only part-of-a-step] [--rounds 3] [--port 4550]`,
  )
  process.exit(2)
}

let isFaulty = false
for (const name of names) {
  say(`Drill ${name} …`)
  const faults =
    (await DRILLS[name]?.().catch((error) => [
      error instanceof Error ? (error.stack ?? String(error)) : String(error),
    ])) ?? []
  for (const fault of faults) say(`  FAULT ${fault}`)
  isFaulty ||= faults.length > 0
  say(faults.length > 0 ? `Drill ${name} failed.` : `Drill ${name} passed.`)
}
process.exit(isFaulty ? 1 : 0)
