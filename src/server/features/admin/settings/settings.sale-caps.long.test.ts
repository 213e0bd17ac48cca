import { expect, test } from 'vitest'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { USUAL_CAPS, withSaleCaps } from '#testing/sale-caps.ts'

const { store, other, query, packageAt, stock, shown, save, counts, pay, expectNoFaults } = withSaleCaps()

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
      applySaleCaps(index % 2 === 0 ? store.ctx : other.ctx, async () => ({ ...USUAL_CAPS, premier })),
    ),
    ageLeads(store.ctx),
    ageLeads(other.ctx),
  ])
  await expectNoFaults()
  await applySaleCaps(store.ctx, async () => USUAL_CAPS)
  await ageLeads(store.ctx)

  expect(new Set((await counts()).map(({ tier_cap }) => tier_cap))).toEqual(new Set([3]))
})
