import { findWrongMails, requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { makeReps } from '../lab/reps.ts'
import { oneDecimal, type Row, twoDecimals, whole } from '../lab/row.ts'
import { drainBackground, pickPackages, setStock } from '../lab/stock.ts'

/** As many people at once as in the bench of checkouts. */
const CLIENTS = 16
const PACKAGES = 10_000

/** What is measured in each round; a rate counts until the last mail and webhook. */
interface Figures {
  rates: number[]
  p99: number[]
}

const figures = (): Figures => ({ rates: [], p99: [] })

/** Links that were sent and nobody opened, the newest first. */
async function findWaiting({ pool }: Laboratory): Promise<{ token: string; amount: number }[]> {
  const { rows } = await pool.query<{ token: string; amount: number }>(
    `select token, total_cents / 100.0::float8 as amount from payment_requests where status = 'sent' order by created_at desc`,
  )
  return rows
}

/**
 * Reps send payment links, then customers open and pay those, beside whole checkouts of the same length in the same
 * round: what a sale through a link costs, compared with one in the cart.
 */
export async function paymentLinks(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  const packageIds = await pickPackages(lab.pool, PACKAGES)
  await setStock(lab.pool, packageIds, 900)
  const reps = await makeReps(lab.databaseUrl, CLIENTS)
  const checkout = figures()
  const send = figures()
  const pay = figures()
  const { generator } = lab
  const measure = async (into: Figures | null, load: Parameters<typeof generator.run>[0]) => {
    const result = await generator.run(load)
    const drain = await drainBackground(lab.pool)
    into?.rates.push(result.done / (result.seconds + drain))
    into?.p99.push(result.latencyMs.p99)
  }
  // The first round only warms up.
  for (let round = -1; round < rounds; round += 1) {
    const time = round < 0 ? 1 : seconds
    const name = `links-${round}-${Date.now()}`
    const base = { url, packageIds, seconds: time }
    await measure(round < 0 ? null : checkout, { kind: 'checkouts', clients: CLIENTS, buyerName: name, ...base })
    await measure(round < 0 ? null : send, { kind: 'sends', reps, customerName: `sent-${name}`, ...base })
    const links = await findWaiting(lab)
    await measure(round < 0 ? null : pay, { kind: 'links', url, links, clients: CLIENTS, seconds: time })
  }
  await requireIdentities(lab.pool)
  const wrongMails = await findWrongMails(lab.pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))

  const rowOf = (what: string, { rates, p99 }: Figures): Row => ({
    bench: 'payment-links',
    what: `${what}, ${CLIENTS} people at once, until the last mail and webhook, p99 ${whole(median(p99))} ms`,
    measured: `${oneDecimal(median(rates))}/s`,
    limit: `${oneDecimal(median(checkout.rates))} whole checkouts/s`,
    ratio: `${twoDecimals(median(rates.map((rate, round) => rate / (checkout.rates[round] ?? Number.NaN))))} ×`,
    bar: '',
    isPassed: null,
  })
  return [
    rowOf('payment links sent by reps: hold, delivery, link with order, customer and mail', send),
    rowOf('payment links paid by customers: page, look noted, intent, confirm, settle', pay),
  ]
}
