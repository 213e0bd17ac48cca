/** Prices of a state or a county: previewed, set, removed, planned, undone and audited like the national ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const PREMIUM = { leadType: 'owner', tier: 'premium', size: 50 } as const
const TEXAS = { state: 'Texas', county: null }
const TRAVIS = { state: 'Texas', county: 'Travis' }
const TRAVIS_VIP = '48453-vacant-vip-20'
const HARRIS_VIP = '48201-vacant-vip-20'
const PATH = '/api/admin/pricing/changes'

let one: TestApp
let two: TestApp
let admin: Client
let attempts = 0
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
  for (const packageId of [TRAVIS_VIP, HARRIS_VIP]) await one.setStock(packageId, 50)
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  admin = await anAdmin(one)
  await one.testDatabase.pool.query('delete from area_prices')
  await setNational(VIP, 299)
  await setNational(PREMIUM, 289)
})

const setNational = (key: object, basePrice: number) => admin.call('PUT', '/api/admin/pricing', { ...key, basePrice })
const change = (area: object | null, rows: object[], more: object = {}): Promise<Reply> => {
  attempts += 1
  return admin.call('POST', PATH, { attemptId: `attempt-area-${attempts}`, area, rows, ...more })
}
const undo = ({ id }: { id: string }) => admin.call('POST', `${PATH}/${id}/undo`)
async function priceIn(county: string, node = one, state = 'Texas'): Promise<number> {
  const { body } = await aBuyer(node).call('GET', `/api/packages/${state}/${county}`)
  return body.find(({ id }: { id: string }) => id.endsWith('-vacant-vip-20')).price
}
const places = async () => Promise.all([priceIn('Travis'), priceIn('Harris'), priceIn('Baltimore', one, 'Maryland')])

describe('a price of an area', () => {
  test('of a county wins over its state’s, which wins over the national one', async () => {
    expect(await places()).toEqual([299, 299, 299])

    await change(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    expect(await places()).toEqual([280, 280, 299])
    await change(TRAVIS, [{ ...VIP, before: 280, after: 320 }])
    expect(await places()).toEqual([320, 280, 299])
    await setNational(VIP, 250)
    expect(await places()).toEqual([320, 280, 250])
    await change(TEXAS, [{ ...VIP, before: 280, beforeLevel: 'state', after: 250, afterLevel: 'national' }])
    expect(await places()).toEqual([320, 250, 250])
    await change(TRAVIS, [{ ...VIP, before: 320, beforeLevel: 'county', after: 250, afterLevel: 'national' }])
    expect(await places()).toEqual([250, 250, 250])
  })

  test('reaches the other node by a notification, in the counties concerned', async () => {
    expect([await priceIn('Travis', two), await priceIn('Harris', two)]).toEqual([299, 299])
    one.clock.freeze()

    await change(TRAVIS, [{ ...VIP, before: 299, after: 330 }])

    await expect.poll(() => priceIn('Travis', two)).toBe(330)
    expect(await priceIn('Harris', two)).toBe(299)
    await change(TEXAS, [{ ...VIP, before: 299, after: 310 }])
    await expect.poll(() => priceIn('Harris', two)).toBe(310)
    expect(await priceIn('Travis', two)).toBe(330)
    one.clock.thaw()
  })

  test('leaves the national table alone, and can be asked for', async () => {
    await change(TRAVIS, [{ ...VIP, before: 299, after: 330 }])
    const table = async (query = '') => (await aBuyer(one).call('GET', `/api/pricing${query}`)).body[0]

    expect(await table()).toEqual({ ...VIP, basePrice: '299.00' })
    expect(await table('?state=Texas')).toEqual({ ...VIP, basePrice: '299.00' })
    expect(await table('?state=Texas&county=Travis')).toEqual({ ...VIP, basePrice: '330.00' })
    const codeOf = async (query: string) => (await aBuyer(one).call('GET', `/api/pricing?${query}`)).body.code
    expect(await codeOf('state=Atlantis')).toBe('unknown_state')
    expect(await codeOf('state=Texas&county=Baltimore')).toBe('unknown_county')
    expect(await codeOf('county=Travis')).toBe('unknown_state')
  })

  test('is listed with its area, and says what would apply without it', async () => {
    await change(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    await change(TRAVIS, [
      { ...VIP, before: 280, after: 320 },
      { ...PREMIUM, before: 289, after: 300 },
    ])

    const { body: areas } = await admin.call('GET', '/api/admin/pricing/areas')
    const { body: travis } = await admin.call('GET', '/api/admin/pricing/area-prices?state=Texas&county=Travis')
    const { body: texas } = await admin.call('GET', '/api/admin/pricing/area-prices?state=Texas')

    expect(areas).toMatchObject([
      { area: { ...TEXAS, name: 'Texas' }, prices: 1, changedBy: 'Ada Admin' },
      { area: { ...TRAVIS, name: 'Travis County, Texas' }, prices: 2 },
    ])
    expect([travis.area.name, travis.prices.length, texas.prices.length]).toEqual(['Travis County, Texas', 48, 48])
    expect(travis.prices[0]).toEqual({
      ...VIP,
      price: '320.00',
      level: 'county',
      inherited: '280.00',
      inheritedLevel: 'state',
    })
    expect(texas.prices[0]).toMatchObject({ price: '280.00', level: 'state', inherited: '299.00' })
    expect(travis.prices[1]).toMatchObject({ level: 'national', inheritedLevel: 'national' })
    const unknown = await admin.call('GET', '/api/admin/pricing/area-prices?state=Texas&county=Atlantis')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'unknown_county'])
  })

  test('is for administrators only', async () => {
    const rep = await aRep(one)
    const rows = [{ ...VIP, before: 299, after: 1 }]
    for (const [client, status] of [
      [rep, 403],
      [aBuyer(one), 401],
    ] as const) {
      const replies = await Promise.all([
        client.call('GET', '/api/admin/pricing/areas'),
        client.call('GET', '/api/admin/pricing/area-prices?state=Texas'),
        client.call('POST', PATH, { attemptId: 'attempt-of-no-admin', area: TRAVIS, rows }),
      ])
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status])
    }
    expect(await priceIn('Travis')).toBe(299)
  })

  test.each([
    [{ state: 'Atlantis', county: null }, {}, 'unknown_state'],
    [{ state: 'Texas', county: 'Baltimore' }, {}, 'unknown_county'],
    [{ state: 'Texas' }, {}, 'bad_request'],
    ['Texas', {}, 'bad_request'],
    [TEXAS, { afterLevel: 'county' }, 'bad_request'],
    [null, { afterLevel: 'state' }, 'bad_request'],
    [TRAVIS, { afterLevel: 'planet' }, 'bad_request'],
    [TRAVIS, { after: 0.3 }, 'price_invalid'],
    [TRAVIS, { after: '-5' }, 'price_invalid'],
  ])('of %j with %j is refused as %s', async (area, parts, code) => {
    const row = { ...VIP, before: 299, after: 310, ...parts }
    const { body } = await admin.call('POST', PATH, { attemptId: `attempt-refused-area`, area, rows: [row] })

    expect(body.code).toBe(code)
    expect((await one.testDatabase.pool.query('select from area_prices')).rowCount).toBe(0)
  })
})

describe('a change of an area', () => {
  test('is in the history and the log with its area', async () => {
    const { body: made } = await change(TRAVIS, [{ ...VIP, before: 299, after: 310 }], { note: 'Busy county' })
    const { body: removed } = await change(TRAVIS, [
      { ...VIP, before: 310, beforeLevel: 'county', after: 299, afterLevel: 'national' },
    ])

    const { body: history } = await admin.call('GET', `${PATH}?limit=2`)
    expect(history).toEqual([
      removed,
      expect.objectContaining({ id: made.id, area: { ...TRAVIS, name: 'Travis County, Texas' }, isStanding: false }),
    ])
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=price_changed&limit=2')
    expect(log).toMatchObject([
      {
        subject: 'VIP Junior Package, Vacant Houses in Travis County, Texas',
        before: { 'vacant-vip-20': '310.00 (Travis County price)' },
        after: { 'vacant-vip-20': '299.00 (National price)' },
      },
      { before: { 'vacant-vip-20': '299.00 (National price)' }, note: 'Busy county' },
    ])
  })

  test('is undone once, while it is in effect, back to whatever applies there by then', async () => {
    const { body: made } = await change(TRAVIS, [{ ...VIP, before: 299, after: 310 }])
    await setNational(VIP, 305)
    expect(made.isStanding).toBe(true)

    const replies = await Promise.all([1, 2, 3].map(() => undo(made)))

    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      undoes: made.id,
      area: TRAVIS,
      rows: [{ before: '310.00', beforeLevel: 'county', after: '305.00', afterLevel: 'national' }],
    })
    expect(await priceIn('Travis')).toBe(305)
    // Undoing what removed it sets it again.
    expect((await undo(replies[0]?.body)).body.rows).toMatchObject([{ after: '310.00', afterLevel: 'county' }])
    expect(await priceIn('Travis')).toBe(310)
  })

  test('cannot be undone once its price has changed or was removed', async () => {
    const { body: made } = await change(TRAVIS, [{ ...VIP, before: 299, after: 310 }])
    const { body: raised } = await change(TRAVIS, [{ ...VIP, before: 310, after: 315 }])
    const refused = await undo(made)
    await change(TRAVIS, [{ ...VIP, before: 315, after: 299, afterLevel: 'national' }])
    const gone = await undo(raised)

    expect([refused.status, refused.body.code, refused.body.details.now]).toEqual([409, 'price_changed', '315.00'])
    expect([gone.status, gone.body.code, gone.body.details.now]).toEqual([409, 'price_changed', '299.00'])
  })

  test('made by two administrators at once succeeds for one of them; other areas do not hinder each other', async () => {
    const replies = await Promise.all([
      change(TRAVIS, [{ ...VIP, before: 299, beforeLevel: 'national', after: 301 }]),
      change(TRAVIS, [{ ...VIP, before: 299, beforeLevel: 'national', after: 302 }]),
      change({ state: 'Texas', county: 'Harris' }, [{ ...VIP, before: 299, after: 303 }]),
      change({ state: 'Maryland', county: null }, [{ ...VIP, before: 299, after: 304 }]),
    ])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    expect(await priceIn('Harris')).toBe(303)
    expect(await priceIn('Baltimore', one, 'Maryland')).toBe(304)
  })

  test('sent again is the same change', async () => {
    const attemptId = 'attempt-area-again'
    const rows = [{ ...VIP, before: 299, after: 310 }]
    const replies = await Promise.all([1, 2, 3, 4].map(() => change(TRAVIS, rows, { attemptId })))

    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('a planned change of an area', () => {
  const inHours = (count: number) => new Date(one.clock.now().getTime() + hours(count)).toISOString()

  test('applies once, on every node, to the prices at that time, and can be undone', async () => {
    const { body: planned } = await change(TRAVIS, [{ ...VIP, before: 299, after: 310 }], { startsAt: inHours(10) })
    expect(planned).toMatchObject({ state: 'scheduled', area: TRAVIS, isStanding: false })
    expect(await priceIn('Travis')).toBe(299)
    await change(TEXAS, [{ ...VIP, before: 299, after: 250 }])

    one.clock.advance(hours(11))
    await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])

    expect(await priceIn('Travis')).toBe(310)
    expect(await priceIn('Harris')).toBe(250)
    const { body: made } = await undo(planned)
    expect(made.rows).toMatchObject([{ before: '310.00', after: '250.00', afterLevel: 'state' }])
    expect(await priceIn('Travis')).toBe(250)
  })

  test('of giving up an own price records what applied then', async () => {
    await change(TRAVIS, [{ ...VIP, before: 299, after: 310 }])
    const rows = [{ ...VIP, before: 310, beforeLevel: 'county', after: 299, afterLevel: 'national' }]
    const { body: planned } = await change(TRAVIS, rows, { startsAt: inHours(1) })
    await setNational(VIP, 290)

    one.clock.advance(hours(2))
    await applyPlannedPrices(one.ctx)

    expect(await priceIn('Travis')).toBe(290)
    const { body: history } = await admin.call('GET', `${PATH}?limit=5`)
    const made = history.find(({ id }: { id: string }) => id === planned.id)
    expect(made.rows).toMatchObject([{ before: '310.00', after: '290.00', afterLevel: 'national' }])
  })

  test('that is canceled never applies, and the log names the area', async () => {
    const { body: planned } = await change(TEXAS, [{ ...VIP, before: 299, after: 310 }], { startsAt: inHours(1) })
    await admin.call('POST', `${PATH}/${planned.id}/cancel`)

    one.clock.advance(hours(2))
    await applyPlannedPrices(one.ctx)

    expect(await priceIn('Travis')).toBe(299)
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=price_plan_cancelled&limit=1')
    expect(log).toMatchObject([{ subject: 'VIP Junior Package, Vacant Houses in Texas' }])
  })
})
