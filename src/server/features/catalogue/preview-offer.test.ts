/** What an administrator sees before an offer is created. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setAreaPrice } from '#testing/area-prices.ts'
import { aBuyer, anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { anOffer } from '#testing/offers.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 50)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const list = async (): Promise<Reply['body']> => (await admin.call('GET', '/api/admin/offers')).body

describe('the preview of an offer', () => {
  test('is shown before the offer is created, and changes nothing', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const before = await list()
    const offer = anOffer({ leadTypes: ['vacant'], tiers: ['vip'], states: ['Texas'] })

    const { body } = await admin.call('POST', '/api/admin/offers/preview', offer)

    expect(body.packages).toBe(254 * 4)
    expect(body.cartLines).toBeGreaterThanOrEqual(1)
    expect(body.examples).toEqual([
      { package: 'VIP Junior Package, Vacant Houses', price: 299, after: 269.1, bonusLeads: 0 },
      expect.objectContaining({ package: 'VIP Enterprise Package, Vacant Houses' }),
    ])
    expect(await list()).toEqual(before)
    await buyer.release(VIP)
  })

  test('in one state shows what packages cost there', async () => {
    const key = { leadType: 'vacant', tier: 'vip', size: 20 } as const
    await setAreaPrice(admin, { state: 'Texas', county: null }, key, 200)
    const offer = anOffer({ leadTypes: ['vacant'], tiers: ['vip'], sizes: [20], states: ['Texas'] })

    const { body } = await admin.call('POST', '/api/admin/offers/preview', offer)
    await setAreaPrice(admin, { state: 'Texas', county: null }, key, null)

    expect(body.examples).toMatchObject([{ price: 200, after: 180 }])
  })

  test('shows the number of bonus leads', async () => {
    const offer = anOffer({ kind: 'extra_leads', value: 7, tiers: ['standard'], sizes: [20], leadTypes: ['owner'] })
    const { body } = await admin.call('POST', '/api/admin/offers/preview', offer)
    expect(body.examples).toHaveLength(1)
    expect(body.examples[0]).toMatchObject({ bonusLeads: 7 })
    expect(body.examples[0].after).toBe(body.examples[0].price)
  })
})
