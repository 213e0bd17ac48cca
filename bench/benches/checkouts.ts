import { cpus } from 'node:os'
import { findWrongMails, requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, percent, type Row, whole } from '../lab/row.ts'
import { drainBackground, pickPackages, setStock } from '../lab/stock.ts'

const CLIENTS = 16
const PACKAGES = 10_000
const ORDERS_PER_SECOND_BAR = 150

/**
 * Whole checkouts as a browser makes them: hold, delivery, contact and intent, confirm at the provider, record the order.
 * The clock stops when the last webhook is handled and the last mail is out.
 */
export async function checkouts(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
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
  let generatorCpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const result = await buy(`round-${Date.now()}`, seconds * 2)
    const drain = await drainBackground(lab.pool)
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
  ]
}
