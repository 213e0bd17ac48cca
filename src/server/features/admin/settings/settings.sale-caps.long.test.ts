/** How many buyers may get a lead is a setting. Leads on sale follow it; what was promised to carts stays. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tier } from '#contract/catalogue/catalogue.ts'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Buyer, type Client } from '#testing/builders.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const USUAL = { vip: 1, premier: 3, premium: 10, standard: 10 }

const store = withStore()
const other = withStore({ beside: store })
let admin: Client
beforeAll(async () => {
  // So that a package of 20 needs 20 leads.
  await store.testDatabase.pool.query('update offers set is_active = false')
  admin = await anAdmin(store)
})

let counties = 0
let fips = ''
let properties = 0
beforeEach(() => {
  counties += 1
  fips = String(48_001 + counties * 2)
})
afterEach(async () => {
  await query('delete from settings')
  await Promise.all([store.app.settings.reload(), other.app.settings.reload()])
  await applySaleCaps(store.ctx, async () => USUAL)
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const packageAt = (tier: Tier) => `${fips}-vacant-${tier}-20`

async function stock(tier: Tier, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(store, packageAt(tier), leads)
}

const shown = async (tier: Tier): Promise<number> =>
  (await query('select lead_units from packages where package_id = $1', [packageAt(tier)]))[0].lead_units

/** Saves a cap, at once and with what follows from it. */
async function save(tier: Tier, before: number, after: number): Promise<void> {
  const body = { changes: [{ name: `${tier}Cap`, before, after }] }
  const reply = await admin.call('PUT', '/api/admin/settings', body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** The leads of the county by what counts: cap of the tier, strictest sold under, held, sold, places. */
const counts = () =>
  query(
    `select tier_cap, nullif(sold_cap, 32767) as sold_cap, held, sold, places, count(*)::int as leads
     from leads where fips = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4`,
    [fips],
  )

async function pay(buyer: Buyer): Promise<string> {
  const payment = await buyer.openPayment()
  await buyer.confirm(payment.body)
  return (await buyer.recordOrder({ paymentId: payment.body.paymentId })).body.status
}

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  await expectStockIdentities(store.testDatabase)
}

test('a node that missed the change uses the old cap until the job runs again', async () => {
  await save('premium', 10, 4)
  await query('delete from settings')
  await store.app.settings.reload()
  await stock('premium', 20, 15)
  await query(`insert into settings (name, value, changed_at, changed_by) values ('premiumCap', '4', now(), 'x')`)
  const before = await shown('premium')
  store.clock.advance(minutes(11))

  await store.runJobs()

  expect([before, await shown('premium')]).toEqual([10, 4])
  await expectNoFaults()
})

test('no lead is lost or over its cap while caps change on two nodes and 16 buyers shop', async () => {
  await stock('premier', 60, 5)
  const buyers = Array.from({ length: 16 }, (_, index) => aBuyer(index % 2 === 0 ? store : other))
  const shop = async (buyer: Buyer, index: number) => {
    const { status } = await buyer.reserve(packageAt('premier'))
    expect([200, 409]).toContain(status)
    if (status !== 200) return
    if (index % 3 === 0) await buyer.release(packageAt('premier'))
    else expect(['completed', 'refunded']).toContain(await pay(buyer))
  }
  const caps = [1, 6, 2, 4]

  await Promise.all([
    ...buyers.map(shop),
    ...caps.map((premier, index) =>
      applySaleCaps(index % 2 === 0 ? store.ctx : other.ctx, async () => ({ ...USUAL, premier })),
    ),
    ageLeads(store.ctx),
    ageLeads(other.ctx),
  ])
  await expectNoFaults()
  await applySaleCaps(store.ctx, async () => USUAL)
  await ageLeads(store.ctx)

  expect(new Set((await counts()).map(({ tier_cap }) => tier_cap))).toEqual(new Set([3]))
  await expectNoFaults()
})
