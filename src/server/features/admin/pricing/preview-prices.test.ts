/** What a change of an area's prices would do, before it is made. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const TEXAS = { state: 'Texas', county: null }
const TRAVIS = { state: 'Texas', county: 'Travis' }
const TRAVIS_VIP = '48453-vacant-vip-20'
const HARRIS_VIP = '48201-vacant-vip-20'
const NATIONAL_TO_TRAVIS = { beforeLevel: 'national', afterLevel: 'county' }

let one: TestApp
let admin: Client
let attempts = 0
beforeAll(async () => {
  one = await createTestApp()
  for (const packageId of [TRAVIS_VIP, HARRIS_VIP]) await one.setStock(packageId, 50)
  admin = await anAdmin(one)
})
afterAll(() => one.close())
beforeEach(async () => {
  await one.testDatabase.pool.query('delete from area_prices')
  await setNational(VIP, 299)
})

const setNational = (key: object, basePrice: number) => admin.call('PUT', '/api/admin/pricing', { ...key, basePrice })
const change = (area: object | null, rows: object[]): Promise<Reply> => {
  attempts += 1
  return admin.call('POST', '/api/admin/pricing/changes', { attemptId: `attempt-preview-${attempts}`, area, rows })
}
const preview = async (area: object | null, parts: object, kind: object) => {
  const all = { leadTypes: ['vacant'], tiers: ['vip'], sizes: [20] }
  return (await admin.call('POST', '/api/admin/pricing/preview', { ...all, ...parts, area, change: kind })).body
}
const priceInTravis = async (): Promise<number> =>
  (await aBuyer(one).call('GET', '/api/packages/Texas/Travis')).body[0].price

describe('a preview for an area', () => {
  test('counts the packages it applies to and those that keep their own price', async () => {
    const buyers = [aBuyer(one), aBuyer(one)]
    await buyers[0]?.reserve(TRAVIS_VIP)
    await buyers[1]?.reserve(HARRIS_VIP)
    await change(TRAVIS, [{ ...VIP, before: 299, after: 320 }])

    const raise = { kind: 'amount', value: 10 }
    // The test's catalogue has the counties of three states.
    expect(await preview(null, {}, raise)).toMatchObject({ packages: 280, keptPackages: 1, cartLines: 1 })
    expect(await preview(TEXAS, {}, raise)).toMatchObject({
      rows: [{ ...VIP, before: '299.00', beforeLevel: 'national', after: '309.00', afterLevel: 'state' }],
      packages: 253,
      keptPackages: 1,
      cartLines: 1,
    })
    expect(await preview(TRAVIS, { sizes: [] }, raise)).toMatchObject({
      rows: [{ before: '320.00', after: '330.00', beforeLevel: 'county' }, NATIONAL_TO_TRAVIS, {}, {}],
      packages: 4,
      keptPackages: 0,
      cartLines: 1,
    })
    await change(TEXAS, [{ ...VIP, before: 299, after: 290 }])
    expect(await preview(null, {}, raise)).toMatchObject({ packages: 27, keptPackages: 254, cartLines: 0 })
    for (const buyer of buyers) for (const id of [TRAVIS_VIP, HARRIS_VIP]) await buyer.release(id)
  })

  test('of removing own prices shows what applies instead, and only prices that are its own', async () => {
    await change(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    await change(TRAVIS, [{ ...VIP, before: 280, after: 320 }])
    const everything = { leadTypes: [], tiers: [], sizes: [] }

    const { rows } = await preview(TRAVIS, everything, { kind: 'inherit' })

    expect(rows).toEqual([{ ...VIP, before: '320.00', beforeLevel: 'county', after: '280.00', afterLevel: 'state' }])
    expect((await change(TRAVIS, rows)).status).toBe(200)
    expect(await priceInTravis()).toBe(280)
    expect((await preview(null, everything, { kind: 'inherit' })).code).toBe('bad_request')
  })

  test('keeps a price that is named although it applies already, but not one that a percentage leaves as it is', async () => {
    expect((await preview(TRAVIS, {}, { kind: 'set', value: 299 })).rows).toMatchObject([NATIONAL_TO_TRAVIS])
    expect((await preview(TRAVIS, {}, { kind: 'percent', value: 0 })).rows).toEqual([])
  })

  test('that went stale is refused: another price, another level, or another price to go back to', async () => {
    const { rows: seen } = await preview(TRAVIS, {}, { kind: 'percent', value: 10 })
    await setNational(VIP, 305)
    const cheaper = await change(TRAVIS, seen)
    await setNational(VIP, 299)
    await change(TEXAS, [{ ...VIP, before: 299, after: 299 }])
    const sameButOfTexas = await change(TRAVIS, seen)
    expect([cheaper.status, cheaper.body.code, cheaper.body.details.now]).toEqual([409, 'price_changed', '305.00'])
    expect([sameButOfTexas.status, sameButOfTexas.body.code]).toEqual([409, 'price_changed'])

    await change(TRAVIS, [{ ...VIP, before: 299, after: 320 }])
    const { rows: removal } = await preview(TRAVIS, {}, { kind: 'inherit' })
    await change(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    const { body } = await change(TRAVIS, removal)

    expect([body.code, body.message]).toEqual([
      'price_changed',
      'Without its own price, VIP Junior Package, Vacant Houses would now cost $280.00. Check the prices again.',
    ])
    expect(await priceInTravis()).toBe(320)
  })
})
