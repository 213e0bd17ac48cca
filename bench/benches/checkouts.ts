import { cpus } from 'node:os'
import { findWrongMails, requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, percent, type Row, whole } from '../lab/row.ts'
import { drainBackground, pickPackages, setStock } from '../lab/stock.ts'
import { meterWork, perUnit, type Work } from '../lab/work-meter.ts'

const CLIENTS = 16
const PACKAGES = 10_000
const ORDERS_PER_SECOND_BAR = 150
const PROCESSOR_MS_BAR = 12
const INSERTED_ROWS_BAR = 25

/**
 * Whole checkouts as a browser makes them: hold, delivery, contact and intent, confirm at the provider, record the order.
 * The clock stops when the last webhook is handled and the last mail is out.
 */
export async function checkouts(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const node = await lab.node()
  const { url } = node
  const packageIds = await pickPackages(lab.pool, PACKAGES)
  await setStock(lab.pool, packageIds, 900)
  const buy = (name: string, time: number) =>
    lab.generator.run({ kind: 'checkouts', url, packageIds, clients: CLIENTS, seconds: time, buyerName: name })
  await buy(`warm-${Date.now()}`, 2)
  await drainBackground(lab.pool)

  const sustained: number[] = []
  const front: number[] = []
  const drains: number[] = []
  const p99: number[] = []
  const works: Work[] = []
  const generators: number[] = []
  let generatorCpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const work = await meterWork(lab.pool, [node])
    const result = await buy(`round-${Date.now()}`, seconds * 2)
    const drain = await drainBackground(lab.pool)
    works.push(perUnit(await work(), result.done))
    generators.push((result.generatorCpu * result.seconds) / result.done)
    sustained.push(result.done / (result.seconds + drain))
    front.push(result.done / result.seconds)
    drains.push(drain)
    p99.push(result.latencyMs.p99)
    generatorCpu = Math.max(generatorCpu, result.generatorCpu)
  }
  await requireIdentities(lab.pool)
  const wrongMails = await findWrongMails(lab.pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))

  const rate = median(sustained)
  const milliseconds = (name: 'store' | 'postgres') => median(works.map((work) => work[name])) * 1_000
  const store = milliseconds('store')
  const postgres = milliseconds('postgres')
  const generator = median(generators) * 1_000
  const insertedRows = median(works.map((work) => work.insertedRows))
  return [
    {
      bench: 'checkouts',
      what:
        `whole checkouts until the last mail and webhook, ${cpus().length} cores for store, PostgreSQL and generator ` +
        `(${percent(generatorCpu)} of a core), ${CLIENTS} buyers at once, p99 ${whole(median(p99))} ms; ` +
        `${whole(median(front))}/s before ${oneDecimal(median(drains))} s of background work`,
      measured: `${oneDecimal(rate)} orders/s`,
      limit: '',
      ratio: '',
      bar: `≥ ${ORDERS_PER_SECOND_BAR} orders/s`,
      isPassed: rate >= ORDERS_PER_SECOND_BAR,
    },
    {
      bench: 'checkouts',
      what:
        `processor of a whole checkout: store with sandbox ${oneDecimal(store)}, PostgreSQL ${oneDecimal(postgres)}, ` +
        `generator ${oneDecimal(generator)} ms`,
      measured: `${oneDecimal(store + postgres + generator)} ms`,
      limit: '',
      ratio: '',
      bar: `≤ ${PROCESSOR_MS_BAR} ms`,
      isPassed: store + postgres + generator <= PROCESSOR_MS_BAR,
    },
    {
      bench: 'checkouts',
      what:
        `rows that a whole checkout inserts, in ${oneDecimal(median(works.map((work) => work.commits)))} commits with ` +
        `${oneDecimal(median(works.map((work) => work.flushes)))} waits for the disk`,
      measured: oneDecimal(insertedRows),
      limit: '',
      ratio: '',
      bar: `≤ ${INSERTED_ROWS_BAR}`,
      isPassed: insertedRows <= INSERTED_ROWS_BAR,
    },
  ]
}
