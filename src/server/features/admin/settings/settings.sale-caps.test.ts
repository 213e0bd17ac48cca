/** How many buyers may get a lead is a setting. Leads on sale follow it; what was promised to carts stays. */
import { expect, test } from 'vitest'
import type { Tier } from '#contract/catalogue/catalogue.ts'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { LeadFiles, leadFile } from '#testing/lead-files.ts'
import { withSaleCaps } from '#testing/sale-caps.ts'

const { store, other, admin, fips, packageAt, stock, shown, save, counts, pay, expectNoFaults } = withSaleCaps()
async function change(tier: Tier, before: number, after: number): Promise<void> {
  await save(tier, before, after)
  await store.runJobs()
}

test('a lower cap applies to unsold leads and lowers stock; a higher one restores it', async () => {
  await stock('premium', 20, 15)
  const before = await shown('premium')
  await change('premium', 10, 2)
  const lowered = await shown('premium')
  await expectNoFaults()
  await change('premium', 2, 12)
  expect([before, lowered, await shown('premium')]).toEqual([10, 2, 12])
})

test('a lead keeps the strictest cap it was ever sold under', async () => {
  await stock('vip', 40, 0)
  await aBuyer(store).buy(packageAt('vip'))
  await change('vip', 1, 3)
  expect(await counts()).toEqual([
    { tier_cap: 3, sold_cap: 1, held: 0, sold: 1, places: 0, leads: 20 },
    { tier_cap: 3, sold_cap: null, held: 0, sold: 0, places: 3, leads: 20 },
  ])
  expect(await shown('vip')).toBe(3)
})

test('held leads keep their promise, are offered to no one else, and get the new cap once free', async () => {
  await stock('premier', 20, 5)
  const [keeps, leaves] = [aBuyer(store), aBuyer(store)]
  await keeps.reserve(packageAt('premier'))
  await leaves.reserve(packageAt('premier'))
  await change('premier', 3, 1)
  const held = await counts()
  const next = await aBuyer(store).reserve(packageAt('premier'))
  await leaves.release(packageAt('premier'))
  const paid = await pay(keeps)
  await ageLeads(store.ctx)
  expect(held).toEqual([{ tier_cap: 3, sold_cap: null, held: 2, sold: 0, places: 0, leads: 20 }])
  expect([next.body.code, paid]).toEqual(['out_of_stock', 'completed'])
  expect(await counts()).toEqual([{ tier_cap: 1, sold_cap: 3, held: 0, sold: 1, places: 0, leads: 20 }])
})

test('a lead held as exclusive is sold as exclusive after the cap rises; an expired one gets the new cap', async () => {
  await stock('vip', 40, 0)
  const [pays, forgets] = [aBuyer(store), aBuyer(store)]
  await pays.reserve(packageAt('vip'))
  await forgets.reserve(packageAt('vip'))

  await change('vip', 1, 2)
  const paid = await pay(pays)
  store.clock.advance(minutes(31))
  await expireHolds(store.ctx)
  await ageLeads(store.ctx)

  expect(paid).toBe('completed')
  expect(await counts()).toEqual([
    { tier_cap: 2, sold_cap: 1, held: 0, sold: 1, places: 0, leads: 20 },
    { tier_cap: 2, sold_cap: null, held: 0, sold: 0, places: 2, leads: 20 },
  ])
  expect(await shown('vip')).toBe(2)
})

test('leads imported or aged after the change get the new cap, on other nodes too', async () => {
  await save('premier', 3, 5)
  await save('vip', 1, 2)
  await expect.poll(() => other.ctx.config.saleCaps).toMatchObject({ vip: 2, premier: 5 })
  const files = new LeadFiles(store, admin())
  await files.apply((await files.bringRows([{ address: '1 Cap St', fips: fips(), ageDays: 0 }])).id)
  await stock('vip', 20, 2.999)
  store.clock.advance(minutes(10))
  await ageLeads(other.ctx)
  expect((await counts()).map(({ tier_cap, leads }) => [tier_cap, leads])).toEqual([
    [2, 1],
    [5, 20],
  ])
  expect(await shown('premier')).toBe(5)
})

test('an import that renews a held lead keeps the cap it is held under', async () => {
  const files = new LeadFiles(store, admin())
  const rows = (phone: string) =>
    leadFile(
      files,
      Array.from({ length: 20 }, (_, index) => ({
        address: `${index + 1} ${fips()} Renew St`,
        fips: fips(),
        ageDays: 5,
        phone,
      })),
    )
  await files.apply((await files.bring(rows(''))).id)
  await aBuyer(store).reserve(packageAt('premier'))
  await aBuyer(store).reserve(packageAt('premier'))
  await save('premier', 3, 1)

  const applied = await files.apply((await files.bring(rows('512 555 0142'))).id)
  await store.runJobs()

  expect(applied).toMatchObject({ state: 'applied', outcome: { merged: 20 } })
  expect(await counts()).toEqual([{ tier_cap: 3, sold_cap: null, held: 2, sold: 0, places: 0, leads: 20 }])
  store.clock.advance(minutes(31))
  await expireHolds(store.ctx)
  await ageLeads(store.ctx)
  expect(await counts()).toEqual([{ tier_cap: 1, sold_cap: null, held: 0, sold: 0, places: 1, leads: 20 }])
})
