import { setTimeout } from 'node:timers/promises'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { Buyer, expectOk, readShop } from '../lab/buyer.ts'
import { Connection } from '../lab/connection.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median, percentile } from '../lab/load.ts'
import { measure, workOf } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, oneDecimal, type Row, twoDecimals } from '../lab/row.ts'
import { seedPool } from '../lab/seed-leads.ts'

const BAR_SECONDS = 2
const POOL = '48453-vacant-standard'
const PACKAGE = `${POOL}-20`
const ORDERS_PER_ROUND = 10
/** As many as in the bench of checkouts. */
const CLIENTS = 16
const LOOK_EVERY_MS = 10
const GIVEN_UP_MS = 60_000

const MAILED = `select 1 from sandbox_mailbox.messages where recipients @> array[$1] and message_id like 'leads_delivered.%'`

/**
 * Measures orders of 20 leads and their bonus, one after another: from the reply "paid" to the email with the link in
 * the mailbox.
 */
export async function delivery(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  await seedPool(lab.pool, { poolId: POOL, leads: 10_000 })
  const { key, priceOf } = await readShop(url)
  const connection = await Connection.open(url)
  const took: number[] = []
  for (let order = 0; order < rounds * ORDERS_PER_ROUND; order += 1) {
    const email = `delivery-${order}-${Date.now()}@bench.example`
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(PACKAGE))
    await buyer.pay({ packageId: PACKAGE, priceOf, email, key })
    const paidAt = performance.now()
    while ((await lab.pool.query(MAILED, [email])).rowCount === 0) {
      if (performance.now() - paidAt > GIVEN_UP_MS) throw new Error(`no delivery came to ${email}`)
      await setTimeout(LOOK_EVERY_MS)
    }
    took.push((performance.now() - paidAt) / 1_000)
  }
  connection.close()
  const load = {
    kind: 'checkouts',
    url,
    packageIds: [PACKAGE],
    clients: CLIENTS,
    buyerName: `leads-${Date.now()}`,
  } as const
  const together = await measure(lab, { ...load, seconds: seconds * 2 }, { drained: [lab.pool] })
  const faults = await findLeadFaults(lab.pool)
  if (faults.length > 0) throw new Error(`Leads do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  const typical = median(took)
  return [
    {
      what: `from paid to the delivery mail in the mailbox, ${took.length} orders of 20 leads, one by one, p99 ${twoDecimals(percentile(took, 0.99))} s`,
      measured: `${twoDecimals(typical)} s`,
      ...atMost(typical, BAR_SECONDS, 's'),
    },
    {
      what: `the same, ${CLIENTS} buyers at once, until the last delivery`,
      measured: `${oneDecimal(together.rate)} orders/s`,
      work: workOf([together]),
    },
  ]
}
