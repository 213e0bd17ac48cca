import { requireIdentitiesAndMails } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import type { Load } from '../lab/load.ts'
import { type Figures, inTurns, measure, medianOf, ratioOf, workOf } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { makeReps } from '../lab/reps.ts'
import { atMost, oneDecimal, processorAtMost, type Row, rateAtLeast, twoDecimals, whole } from '../lab/row.ts'
import { pickPackages, setStock } from '../lab/stock.ts'
import { processorMs } from '../lab/work-meter.ts'

const CLIENTS = 16
const PACKAGES = 10_000
const ORDERS_PER_SECOND_BAR = 150
const PROCESSOR_MS_BAR = 12
const INSERTED_ROWS_BAR = 25

/** Finds links that were sent and not opened, newest first. */
async function findWaiting({ pool }: Laboratory): Promise<{ token: string; amount: number }[]> {
  const { rows } = await pool.query<{ token: string; amount: number }>(
    `select token, total_cents / 100.0::float8 as amount from payment_requests where status = 'sent' order by created_at desc`,
  )
  return rows
}

/**
 * Measures whole checkouts as a browser makes them (hold, delivery, contact and intent, confirm at the provider, record
 * the order), in turns with payment links that reps send and customers pay. The clock of each stops when its last
 * webhook is handled and its last email is out.
 */
export async function checkouts(lab: Laboratory, options: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  const packageIds = await pickPackages(lab.pool, PACKAGES)
  await setStock(lab.pool, packageIds, 900)
  const reps = await makeReps(lab.databaseUrl, CLIENTS)
  const base = { url, packageIds, clients: CLIENTS }
  const run = (load: Load): Promise<Figures> => measure(lab, load, { drained: [lab.pool] })
  const rounds = await inTurns(options, {
    bought: (seconds) => run({ kind: 'checkouts', buyerName: `bought-${Date.now()}`, ...base, seconds: seconds * 2 }),
    sent: (seconds) => run({ kind: 'sends', reps, customerName: `sent-${Date.now()}`, ...base, seconds }),
    paid: async (seconds) => run({ kind: 'links', links: await findWaiting(lab), ...base, seconds }),
  })
  await requireIdentitiesAndMails(lab.pool)

  const { bought } = rounds
  const rate = medianOf(bought, 'rate')
  const work = workOf(bought)
  const linkRow = (name: 'sent' | 'paid', what: string): Row => ({
    what: `${what}, p99 ${whole(medianOf(rounds[name], 'p99'))} ms`,
    measured: `${oneDecimal(medianOf(rounds[name], 'rate'))}/s`,
    limit: `${oneDecimal(rate)} whole checkouts/s`,
    ratio: `${twoDecimals(ratioOf(rounds[name], bought, 'rate'))} ×`,
    work: workOf(rounds[name]),
  })
  return [
    {
      what: `whole checkouts until the last mail and webhook, ${CLIENTS} buyers at once, p99 ${whole(medianOf(bought, 'p99'))} ms`,
      measured: `${oneDecimal(rate)} orders/s`,
      ...rateAtLeast(rate, ORDERS_PER_SECOND_BAR, options.speed, 'orders/s'),
      work,
    },
    {
      what: 'processor of a whole checkout',
      measured: `${oneDecimal(processorMs(work))} ms`,
      ...processorAtMost(processorMs(work), PROCESSOR_MS_BAR, options.speed),
    },
    {
      what: 'rows that a whole checkout inserts',
      measured: oneDecimal(work.insertedRows),
      ...atMost(work.insertedRows, INSERTED_ROWS_BAR, ''),
    },
    linkRow('sent', 'payment links sent by reps: hold, delivery, link with order, customer and mail'),
    linkRow('paid', 'payment links paid by customers: page, look noted, intent, confirm, settle'),
  ]
}
