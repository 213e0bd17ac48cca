/** Sale caps that change while leads are on sale: each test has a county of its own, and every package needs 20 leads. */
import { afterEach, beforeAll, expect } from 'vitest'
import type { Tier } from '#contract/catalogue/catalogue.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { adminOf, type Buyer } from './builders.ts'
import { leadCounties } from './lead-counties.ts'
import { expectLeadIdentities } from './stock-identities.ts'
import { withStore } from './with-store.ts'

export const USUAL_CAPS = { vip: 1, premier: 3, premium: 10, standard: 10 }

/** Opens two nodes of one store; after each test all adds up, and the caps go back to the usual ones. */
export function withSaleCaps() {
  const store = withStore()
  const other = withStore({ beside: store })
  const query = (sql: string, values?: unknown[]) => store.rows(sql, values)
  const admin = adminOf(store)
  const county = leadCounties(store)
  beforeAll(() => query('update offers set is_active = false'))
  afterEach(async () => {
    await query('delete from settings')
    await Promise.all([store.app.settings.reload(), other.app.settings.reload()])
    await applySaleCaps(store.ctx, async () => USUAL_CAPS)
  })
  const expectNoFaults = () => expectLeadIdentities(store.testDatabase)
  afterEach(expectNoFaults)
  const packageAt = (tier: Tier) => county.packageAt(tier)
  return {
    store,
    other,
    query,
    packageAt,
    admin: () => admin,
    fips: () => county.fips,
    stock: (tier: Tier, count: number, ageDays: number) => county.stock(packageAt(tier), count, ageDays),
    shown: (tier: Tier) => county.shown(packageAt(tier)),
    async save(tier: Tier, before: number, after: number): Promise<void> {
      const changes = [{ name: `${tier}Cap`, before, after }]
      const reply = await admin.call('PUT', '/api/admin/settings', { changes })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    },
    /** The leads of the county by what counts: cap of the tier, strictest sold under, held, sold, places. */
    counts: () =>
      query(
        `select tier_cap, nullif(sold_cap, 32767) as sold_cap, held, sold, places, count(*)::int as leads
         from leads where fips = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4`,
        [county.fips],
      ),
    pay: async (buyer: Buyer): Promise<string> => (await buyer.pay((await buyer.openPayment()).body)).body.status,
    expectNoFaults,
  }
}
