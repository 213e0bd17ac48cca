/** The figures match the orders, to the cent and to the day, whatever happens and while others sell and add up. */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { findOfferFaults } from '#testing/offer-faults.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import type { TestApp } from '#testing/test-app.ts'
import { withStock, withStore } from '#testing/with-store.ts'
import { addUp } from './queries.ts'
import { addUpSales } from './record-sale.ts'
import { FIGURES_NOW } from './tables.ts'

const PACKAGES = ['48453-vacant-vip-20', '48453-owner-premium-50', '24005-landlord-standard-100'] as const
const [VIP] = PACKAGES
const BUYERS = runsOf(60)
const store = withStock(Object.fromEntries(PACKAGES.map((packageId) => [packageId, 5000])))
const other = withStore({ beside: store })

let clients: Record<'admin' | 'rep', Client>
beforeEach(async () => {
  clients = { admin: await anAdmin(store), rep: await aRep(store) }
})

const rowsOf = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await store.rows(sql, values)) as Row[]
const read = async (path: string): Promise<Reply['body']> => (await clients.admin.call('GET', path)).body
async function orderIds(): Promise<string[]> {
  const sql = `select order_id from orders where state in ('paid', 'processed') order by order_id`
  return (await rowsOf<{ order_id: string }>(sql)).map((row) => row.order_id)
}

/** Adds up, from the rows of orders and refunds alone, what each day brought. */
async function addUpByHand() {
  const days = new Map<string, { sold: number; refunded: number; orders: Set<string>; packages: number }>()
  const dayOf = (at: Date) => {
    const day = storeDayOf(at, USUAL_STORE_ZONE)
    const known = days.get(day) ?? { sold: 0, refunded: 0, orders: new Set<string>(), packages: 0 }
    days.set(day, known)
    return known
  }
  type Sold = { order_id: string; paid_at: Date; cents: number }
  const sold = await rowsOf<Sold>(`
    select order_id, paid_at, price_cents - discount_cents as cents
    from orders join order_lines using (order_id, revision) where paid_at is not null and outcome = 'sold'`)
  for (const line of sold) {
    const day = dayOf(line.paid_at)
    day.sold += line.cents
    day.packages += 1
    day.orders.add(line.order_id)
  }
  type Back = { created_at: Date; amount_cents: number; is_returned: boolean }
  for (const back of await rowsOf<Back>('select * from refunds join refund_lines using (refund_id)')) {
    const day = dayOf(back.created_at)
    day.refunded += back.amount_cents
    if (back.is_returned) day.packages -= 1
  }
  return days
}

const acts = fc.array(
  fc.record({
    what: fc.constantFrom('buy', 'buy', 'link', 'void', 'return', 'part', 'add up'),
    packages: fc.subarray([...PACKAGES], { minLength: 1 }),
    which: fc.nat(),
    amount: fc.integer({ min: 1, max: 5000 }),
    hoursLater: fc.integer({ min: 0, max: 30 }),
  }),
  { minLength: 6, maxLength: 12 },
)
type Act = typeof acts extends fc.Arbitrary<infer T> ? (T extends (infer One)[] ? One : never) : never

async function act({ what, packages, which, amount, hoursLater }: Act): Promise<void> {
  if (what === 'buy') await aBuyer(store).buy(...packages)
  else if (what === 'add up') await addUpSales(store.ctx.database)
  else if (what === 'link' || what === 'void') {
    const request = await sendLink(clients.rep, packages)
    if (what === 'link') await payLink(store, request)
    else await clients.rep.call('POST', `/api/sales/payment-requests/${request.id}/void`, {})
  } else {
    const paid = await orderIds()
    const orderId = paid[which % Math.max(1, paid.length)]
    const body = what === 'return' ? {} : { lines: [{ lineNumber: 1, amount: amount / 100, isReturned: false }] }
    if (orderId) await clients.admin.refund(orderId, body)
  }
  store.clock.advance(hours(hoursLater))
  clients = { admin: await anAdmin(store), rep: await aRep(store) }
}

test('figures equal the sums of all orders after any sales, refunds and cancellations', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      for (const one of all) await act(one)

      const expected = [...(await addUpByHand())].sort(([a], [b]) => a.localeCompare(b))
      const figures = await rowsOf(`
        select day::text, sum(orders)::int as orders, sum(packages)::int as packages, sum(sold_cents)::int as sold_cents,
          sum(refunded_cents)::int as refunded_cents
        from ${FIGURES_NOW} f where dimension = 'all' group by f.day order by f.day`)
      const days = expected.map(([day, { sold, refunded, orders, packages }]) => ({
        day,
        orders: orders.size,
        packages,
        sold_cents: sold,
        refunded_cents: refunded,
      }))
      const names = ['orders', 'packages', 'sold_cents', 'refunded_cents'] as const
      const sums = names.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])
      const together = { day: '-infinity', ...Object.fromEntries(sums) }
      expect(figures).toEqual(days.length === 0 ? [] : [together, ...days])
    }),
    { numRuns: runsOf(10) },
  )
}, 120_000)

test('two nodes that add up while buyers pay count every sale once, at every moment', async () => {
  await other.ctx.database.run(addUp, { limit: 5_000 })
  const { admin } = clients
  const before = (await read('/api/admin/analytics')).totalOrders
  let isSelling = true
  const seen: number[] = []
  const faults: object[] = []
  const add = async (node: TestApp) => {
    // Few at once, so that the changes of one sale are added by different nodes at different times.
    while (isSelling) await node.ctx.database.run(addUp, { limit: 7 })
  }
  const ask = async () => {
    while (isSelling) {
      seen.push((await admin.call('GET', '/api/admin/analytics')).body.totalOrders)
      for (const find of [findLedgerFaults, findOfferFaults]) faults.push(...(await find(store.testDatabase.pool)))
    }
  }
  const others = [add(store), add(other), ask()]
  const buyers = Array.from({ length: BUYERS }, async () => expect((await aBuyer(store).buy(VIP)).status).toBe(200))
  await Promise.all(buyers).finally(() => {
    isSelling = false
  })
  await Promise.all(others)
  await addUpSales(store.ctx.database)

  expect(faults).toEqual([])
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect((await read('/api/admin/analytics')).totalOrders).toBe(before + BUYERS)
}, 60_000)
