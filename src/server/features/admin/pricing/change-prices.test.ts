/** Prices of the store, a state or a county: previewed, set, planned, undone and audited. */
import { beforeEach, describe, expect, test } from 'vitest'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Reply } from '#testing/builders.ts'
import { sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'
import { applyPlannedPrices } from './change-prices.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const PREMIER = { leadType: 'vacant', tier: 'premier', size: 20 } as const
const NATIONAL = { place: null, beforeLevel: 'national', afterLevel: 'national' }
const VIP_ID = '48453-vacant-vip-20'
const HARRIS_VIP = '48201-vacant-vip-20'
const TEXAS = { state: 'Texas', county: null }
const TRAVIS = { state: 'Texas', county: 'Travis' }
const PATH = '/api/admin/pricing/changes'

const one = withStore({}, async (opened) => {
  for (const id of [VIP_ID, HARRIS_VIP]) await opened.setStock(id, 50)
})
const two = withStore({ beside: one })
const admin = adminOf(one)
let attempts = 0
beforeEach(async () => {
  await one.sql`delete from area_prices`
  await setPrice(VIP, 299)
  await setPrice(PREMIER, 199)
})

const setPrice = (key: object, basePrice: number) => admin.call('PUT', '/api/admin/pricing', { ...key, basePrice })
/** VIP and Premier of the smallest size, everywhere. */
const BOTH = { areas: null as object[] | null, leadTypes: ['vacant'], tiers: ['vip', 'premier'], sizes: [20] }
const VIP_ONLY = { ...BOTH, tiers: ['vip'] }
const RAISE = { kind: 'amount', value: 11 }
const set = (value: number) => ({ kind: 'set', value })
const INHERIT = { kind: 'inherit' }
const preview = (scope: object, step: object): Promise<Reply> =>
  admin.call('POST', '/api/admin/pricing/preview', { scope, step })
const send = (body: object, client = admin): Promise<Reply> => {
  attempts += 1
  return client.call('POST', PATH, { attemptId: `attempt-price-${attempts}`, ...body })
}
/** Previews and makes the change. */
const change = async (scope: object, step: object, more: object = {}): Promise<Reply> =>
  send({ scope, step, seen: (await preview(scope, step)).body.seen, ...more })
const priceOf = async (key: { leadType: string; tier: string; size: number }, node = one): Promise<string> => {
  const { body } = await aBuyer(node).call('GET', '/api/pricing')
  const isIt = (row: typeof key) => row.leadType === key.leadType && row.tier === key.tier && row.size === key.size
  return body.find(isIt).basePrice
}

test('a price preview shows old and new prices and how much they affect, and changes nothing', async () => {
  const buyer = await aBuyerWith(one, VIP_ID)

  const { body } = await preview(BOTH, { kind: 'percent', value: 7.5 })

  expect(body.rows).toEqual([
    { ...VIP, before: '299.00', after: '321.43', ...NATIONAL },
    { ...PREMIER, before: '199.00', after: '213.93', ...NATIONAL },
  ])
  // The test's catalogue has the counties of three states.
  expect(body).toMatchObject({ changed: 2, same: 0, packages: 2 * (3 + 24 + 254), cartLines: 1 })
  expect((await preview(BOTH, set(299))).body).toMatchObject({ changed: 1, same: 1, rows: [PREMIER] })
  expect(await priceOf(VIP)).toBe('299.00')
  await buyer.release(VIP_ID)
})

test.each([
  ['$1', 7.5, '321.00'],
  ['$5', 7.5, '320.00'],
  ['.99', 7.5, '320.99'],
  ['.99', 7.6, '321.99'],
  ['$5', -99.9, '5.00'],
  ['.99', -99.9, '0.99'],
  ['$1', -100, '0.00'],
])('a price that should end in %s is rounded to it after %d percent', async (ending, value, after) => {
  expect((await preview(VIP_ONLY, { kind: 'percent', value, ending })).body.rows).toMatchObject([{ after }])
})

describe('a change of several prices', () => {
  test('is applied as a whole, visible on both nodes, and recorded in the history and the log', async () => {
    const { status, body } = await change(BOTH, RAISE, { note: 'Spring' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'applied', note: 'Spring', undoes: null, undoneBy: null })
    expect(await priceOf(VIP)).toBe('310.00')
    expect(await priceOf(PREMIER)).toBe('210.00')
    await expect.poll(() => priceOf(VIP, two)).toBe('310.00')
    const { body: history } = await admin.call('GET', `${PATH}?limit=1`)
    expect(history).toMatchObject([{ id: body.id, rows: [{ ...VIP, before: '299.00', after: '310.00' }, PREMIER] }])
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=price_changed&limit=1')
    expect(log).toMatchObject([
      {
        subject: '2 prices',
        before: { 'vacant-vip-20': '299.00', 'vacant-premier-20': '199.00' },
        after: { 'vacant-vip-20': '310.00', 'vacant-premier-20': '210.00' },
        note: 'Spring',
      },
    ])
  })

  test('is refused as a whole if another administrator changed one of the prices', async () => {
    const { seen } = (await preview(BOTH, RAISE)).body
    await setPrice(PREMIER, 180)
    const refused = await send({ scope: BOTH, step: RAISE, seen })
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await priceOf(VIP)).toBe('299.00')
  })

  test('made by two administrators at once succeeds for one of them', async () => {
    const steps = [set(301), set(302)]
    const seens = await Promise.all(steps.map(async (step) => (await preview(VIP_ONLY, step)).body.seen))
    const replies = await Promise.all(steps.map((step, index) => send({ scope: VIP_ONLY, step, seen: seens[index] })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('sent again is the same change', async () => {
    const { seen } = (await preview(BOTH, RAISE)).body
    const body = { attemptId: 'attempt-price-again', scope: BOTH, step: RAISE, seen }
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(body)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await priceOf(VIP)).toBe('310.00')
  })

  test('with an invalid price, or nothing to remove, changes nothing', async () => {
    const wrong = await preview(BOTH, { kind: 'amount', value: -200 })
    const details = { price: 'Premier Junior Package, Vacant Houses' }
    expect(wrong).toMatchObject({ status: 400, body: { code: 'price_invalid', details } })
    expect((await preview(BOTH, INHERIT)).body.code).toBe('bad_request')
    for (const step of [{ kind: 'set', value: 1e308 }, { kind: 'percent', value: 5, ending: '7' }, { kind: 'double' }])
      expect((await preview(BOTH, step)).status).toBe(400)
    const none = await send({ scope: VIP_ONLY, step: set(299), seen: (await preview(VIP_ONLY, set(299))).body.seen })
    expect(none.body.code).toBe('price_changed')
    expect(await priceOf(VIP)).toBe('299.00')
  })

  test('does not affect a link that was already sent', async () => {
    const rep = await aRep(one)
    const request = await sendLink(rep, [VIP_ID])
    await change(VIP_ONLY, set(400))
    expect((await rep.call('GET', `/api/payment-request/${request.token}`)).body.total).toBe('299.00')
  })
})

test('undoing a change restores the old prices once and is a change itself', async () => {
  const { body: made } = await change(BOTH, RAISE)
  const replies = await Promise.all(
    [1, 2, 3].map(() => admin.call('POST', `/api/admin/pricing/changes/${made.id}/undo`)),
  )
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({ state: 'applied', undoes: made.id })
  expect(await priceOf(VIP)).toBe('299.00')
  expect(await priceOf(PREMIER)).toBe('199.00')
  const { body: history } = await admin.call('GET', `${PATH}?limit=2`)
  expect(history[1]).toMatchObject({ id: made.id, undoneBy: replies[0]?.body.id })
})

test('undoing a change is refused once one of its prices has changed since', async () => {
  const { body: made } = await change(BOTH, RAISE)
  await setPrice(PREMIER, 180)
  const { body: history } = await admin.call('GET', `${PATH}?limit=2`)
  expect(history[1]).toMatchObject({ id: made.id, isStanding: false })
  expect((await admin.call('POST', `${PATH}/${made.id}/undo`)).body.code).toBe('price_changed')
  expect([await priceOf(VIP), await priceOf(PREMIER)]).toEqual(['310.00', '180.00'])
})

const inHours = (count: number) => new Date(one.clock.now().getTime() + hours(count)).toISOString()

test('a planned change waits for its time, then applies once, on every node, to the prices at that time', async () => {
  const { body: planned } = await change(BOTH, RAISE, { startsAt: inHours(10) })
  expect(planned).toMatchObject({ state: 'scheduled', appliedAt: null })
  await applyPlannedPrices(one.ctx)
  expect(await priceOf(VIP)).toBe('299.00')
  await setPrice(VIP, 250)
  one.clock.advance(hours(11))
  await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])
  expect(await priceOf(VIP)).toBe('310.00')
  const { body: history } = await admin.call('GET', `${PATH}?limit=10`)
  const made = history.find(({ id }: { id: string }) => id === planned.id)
  expect(made).toMatchObject({ state: 'applied', rows: [{ ...VIP, before: '250.00', after: '310.00' }, PREMIER] })
})

test('a planned change that is canceled is never applied and cannot be undone', async () => {
  const { body: planned } = await change(BOTH, RAISE, { startsAt: inHours(1) })
  const cancel = () => admin.call('POST', `/api/admin/pricing/changes/${planned.id}/cancel`)
  expect((await cancel()).body).toMatchObject({ state: 'cancelled' })
  expect((await cancel()).body).toMatchObject({ state: 'cancelled' })
  one.clock.advance(hours(2))
  await applyPlannedPrices(one.ctx)
  expect(await priceOf(VIP)).toBe('299.00')
  expect((await admin.call('POST', `/api/admin/pricing/changes/${planned.id}/undo`)).body.code).toBe(
    'price_change_open',
  )
})

test('a planned change cannot start in the past, and an applied change cannot be canceled', async () => {
  expect((await change(BOTH, RAISE, { startsAt: inHours(-1) })).body.code).toBe('price_time_past')
  const { body: made } = await change(BOTH, RAISE)
  expect((await admin.call('POST', `/api/admin/pricing/changes/${made.id}/cancel`)).body.code).toBe('price_change_made')
})

describe('a change of one price', () => {
  const put = (basePrice: unknown, more: object = {}) =>
    admin.call('PUT', '/api/admin/pricing', { ...VIP, basePrice, ...more })
  const inShop = async (county: string, node = one): Promise<number> => {
    const { body } = await aBuyer(node).call('GET', `/api/packages/Texas/${county}`)
    return body.find(({ id }: { id: string }) => id.endsWith('-vacant-vip-20')).price
  }

  test('shows in every county at once on this node, and soon on the other, whose cache has not expired', async () => {
    await Promise.all([inShop('Travis'), inShop('Harris'), inShop('Travis', two)])
    one.clock.freeze()
    expect(await put('123.45')).toMatchObject({ status: 200, body: { ...VIP, basePrice: '123.45' } })
    expect([await inShop('Travis'), await inShop('Harris'), await priceOf(VIP)]).toEqual([123.45, 123.45, '123.45'])
    await expect.poll(() => inShop('Travis', two)).toBe(123.45)
    one.clock.thaw()
  })

  test('applies to carts filled earlier, and the buyer is asked to agree', async () => {
    const buyer = await aBuyerWith(one, VIP_ID)
    await put(350)
    const refused = await buyer.openPayment(299)
    const agreed = await buyer.openPayment(350)
    const details = { total: '350.00' }
    expect(refused).toMatchObject({ status: 409, body: { code: 'amount_changed', details } })
    expect([agreed.status, agreed.body.amount]).toEqual([200, 350])
  })

  test('is refused if another administrator changed the price since, and nothing changes', async () => {
    const refused = await put(320, { before: '289.00' })
    const agreed = await put(320, { before: 299 })
    const details = { price: 'VIP Junior Package, Vacant Houses', now: '299.00' }
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed', details } })
    expect([agreed.status, agreed.body.basePrice]).toEqual([200, '320.00'])
  })

  test('takes prices as people write them, and refuses all others', async () => {
    for (const price of [0, 0.5, '0.50', 99_999.99, '  42 ', 299]) expect((await put(price)).status).toBe(200)
    for (const price of [0.49, -1, 1e308, 100_000, 1.005, 'NaN', '', '1e3', '0x10', '1,50', '٣', '1\n2'])
      expect([price, (await put(price)).body.code]).toEqual([price, 'price_invalid'])
    for (const price of [null, undefined, true, [299], { $gt: 0 }, '9'.repeat(21)])
      expect([price, (await put(price)).body.code]).toEqual([price, 'bad_request'])
    for (const wrong of [{ size: 25 }, { tier: 'gold' }, { leadType: '__proto__' }, { size: '20' }])
      expect((await put(10, wrong)).status).toBe(400)
    expect(await priceOf(VIP)).toBe('299.00')
  })
})

/** Changes VIP in areas. */
const changeIn = (areas: readonly object[], step: object, more: object = {}) =>
  change({ ...VIP_ONLY, areas }, step, more)
const undo = ({ id }: { id: string }) => admin.call('POST', `${PATH}/${id}/undo`)
async function priceIn(county: string, node = one, state = 'Texas'): Promise<number> {
  const { body } = await aBuyer(node).call('GET', `/api/packages/${state}/${county}`)
  return body.find(({ id }: { id: string }) => id.endsWith('-vacant-vip-20')).price
}
const places = async () => Promise.all([priceIn('Travis'), priceIn('Harris'), priceIn('Baltimore', one, 'Maryland')])

describe('a price of an area', () => {
  test('of a county wins over its state’s, which wins over the national one', async () => {
    expect(await places()).toEqual([299, 299, 299])
    await changeIn([TEXAS], set(280))
    expect(await places()).toEqual([280, 280, 299])
    await changeIn([TRAVIS], set(320))
    expect(await places()).toEqual([320, 280, 299])
    await setPrice(VIP, 250)
    expect(await places()).toEqual([320, 280, 250])
    await changeIn([TEXAS], INHERIT)
    expect(await places()).toEqual([320, 250, 250])
    await changeIn([TRAVIS], INHERIT)
    expect(await places()).toEqual([250, 250, 250])
  })

  test('reaches the other node by a notification, in the counties concerned', async () => {
    expect([await priceIn('Travis', two), await priceIn('Harris', two)]).toEqual([299, 299])
    one.clock.freeze()
    await changeIn([TRAVIS], set(330))
    await expect.poll(() => priceIn('Travis', two)).toBe(330)
    expect(await priceIn('Harris', two)).toBe(299)
    await changeIn([TEXAS], set(310))
    await expect.poll(() => priceIn('Harris', two)).toBe(310)
    expect(await priceIn('Travis', two)).toBe(330)
    one.clock.thaw()
  })

  test('leaves the national table alone, and can be asked for', async () => {
    await changeIn([TRAVIS], set(330))
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
    await changeIn([TEXAS], set(280))
    await change({ ...BOTH, areas: [TRAVIS] }, set(320))

    const { body: areas } = await admin.call('GET', '/api/admin/pricing/areas')
    const { body: travis } = await admin.call('GET', '/api/admin/pricing/area-prices?state=Texas&county=Travis')
    const { body: texas } = await admin.call('GET', '/api/admin/pricing/area-prices?state=Texas')

    expect(areas).toMatchObject([
      { area: { ...TEXAS, name: 'Texas' }, prices: 1 },
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

  test('set or removed by itself needs no preview, and is refused with its reason if it makes no sense', async () => {
    const put = (area: object | null, more: object) =>
      admin.call('PUT', '/api/admin/pricing', { ...VIP, area, ...more })
    for (const [area, basePrice, code] of [
      [{ state: 'Atlantis', county: null }, 310, 'unknown_state'],
      [{ state: 'Texas', county: 'Baltimore' }, 310, 'unknown_county'],
      [null, null, 'bad_request'],
      [TRAVIS, 0.3, 'price_invalid'],
    ] as const)
      expect((await put(area, { basePrice })).body.code).toBe(code)
    expect(await one.sql`select from area_prices`).toEqual([])

    const made = await put(TRAVIS, { basePrice: 310, before: 299 })
    const again = await put(TRAVIS, { basePrice: 310, before: 299 })
    const late = await put(TRAVIS, { basePrice: 320, before: 299 })
    expect([made.status, again.status, late.body.code]).toEqual([200, 200, 'price_changed'])
    expect([typeof made.body.changeId, again.body.changeId, await priceIn('Travis')]).toEqual([
      'string',
      undefined,
      310,
    ])
    expect((await put(TRAVIS, { basePrice: null })).body.basePrice).toBe('299.00')
    expect(await one.sql`select from area_prices`).toEqual([])
  })
})

test('prices of several areas change together, are planned together, and are undone together', async () => {
  await changeIn([TRAVIS], set(320))
  const areas = [TRAVIS, { state: 'Maryland', county: null }]
  const all = { ...BOTH, areas, sizes: [20, 30, 50, 100], tiers: ['vip', 'premier', 'premium', 'standard'] }
  const raise = { kind: 'percent', value: 10, ending: '$1' }

  const { body } = await preview(all, raise)
  expect(body).toMatchObject({ changed: 32, same: 0, packages: 16 + 24 * 16, keptPackages: 0 })
  const maryland = { ...VIP, place: 'Maryland', before: '299.00', beforeLevel: 'national', after: '329.00' }
  const travis = { ...VIP, place: 'Travis County, Texas', before: '320.00', after: '352.00', afterLevel: 'county' }
  expect([body.rows[0], body.rows[16]]).toMatchObject([maryland, travis])

  const { body: made } = await change(all, raise)
  expect(await places()).toEqual([352, 299, 329])
  expect(made).toMatchObject({
    prices: 32,
    areas: [{ name: 'Maryland' }, { name: 'Travis County, Texas' }],
    isStanding: true,
  })
  const { body: log } = await admin.call('GET', '/api/admin/audit?action=price_changed&limit=1')
  expect(log).toMatchObject([{ subject: '32 prices in Maryland; Travis County, Texas', after: { prices: 32 } }])
  expect((await undo(made)).body).toMatchObject({ undoes: made.id, prices: 32 })
  expect(await places()).toEqual([320, 299, 299])

  const { body: planned } = await change(all, raise, { startsAt: inHours(2) })
  await changeIn([TRAVIS], set(300))
  one.clock.advance(hours(3))
  await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])
  expect(await places()).toEqual([352, 299, 329])
  const { body: history } = await admin.call('GET', `${PATH}?limit=1`)
  expect(history).toMatchObject([{ id: expect.any(String) }])
  expect((await undo(planned)).body.prices).toBe(32)
  expect(await places()).toEqual([300, 299, 299])
})

test('a change of thousands of prices is made, shows its first, and is undone', async () => {
  const { body: known } = await admin.call('GET', '/api/counties/Texas')
  const areas = known.slice(0, 200).map((county: string) => ({ state: 'Texas', county }))
  const scope = { areas, leadTypes: LEAD_TYPES, tiers: TIERS, sizes: SIZES }
  const { body: made } = await change(scope, { kind: 'percent', value: 5, ending: '.99' })
  expect([made.prices, made.rows.length, made.areas.length, made.isStanding]).toEqual([9600, 48, 200, true])
  expect(await one.sql`select from area_prices`).toHaveLength(9600)
  expect((await undo(made)).status).toBe(200)
  expect(await one.sql`select from area_prices`).toEqual([])
})

test('a change of an area is undone once, while it is in effect, back to whatever applies there by then', async () => {
  const { body: made } = await changeIn([TRAVIS], set(310))
  await setPrice(VIP, 305)
  expect(made.isStanding).toBe(true)
  const replies = await Promise.all([1, 2, 3].map(() => undo(made)))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({
    undoes: made.id,
    areas: [TRAVIS],
    rows: [{ before: '310.00', beforeLevel: 'county', after: '305.00', afterLevel: 'national' }],
  })
  expect(await priceIn('Travis')).toBe(305)
  // Undoing what removed it sets it again.
  expect((await undo(replies[0]?.body)).body.rows).toMatchObject([{ after: '310.00', afterLevel: 'county' }])
  expect(await priceIn('Travis')).toBe(310)
})

test('a planned change of an area applies once, on every node, to the prices at that time, and can be undone', async () => {
  const { body: planned } = await changeIn([TRAVIS], set(310), { startsAt: inHours(10) })
  expect(planned).toMatchObject({ state: 'scheduled', areas: [TRAVIS], isStanding: false })
  expect(await priceIn('Travis')).toBe(299)
  await changeIn([TEXAS], set(250))
  one.clock.advance(hours(11))
  await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])
  expect(await priceIn('Travis')).toBe(310)
  expect(await priceIn('Harris')).toBe(250)
  const { body: made } = await undo(planned)
  expect(made.rows).toMatchObject([{ before: '310.00', after: '250.00', afterLevel: 'state' }])
  expect(await priceIn('Travis')).toBe(250)
})

describe('a preview', () => {
  const previewIn = async (areas: object[] | null, step: object, part: object = {}) =>
    (await preview({ ...VIP_ONLY, areas, ...part }, step)).body

  test('counts the packages it applies to and those that keep their own price', async () => {
    const buyers = [aBuyer(one), aBuyer(one)]
    await buyers[0]?.reserve(VIP_ID)
    await buyers[1]?.reserve(HARRIS_VIP)
    await changeIn([TRAVIS], set(320))

    const raise = { kind: 'amount', value: 10 }
    // The test's catalogue has the counties of three states.
    expect(await previewIn(null, raise)).toMatchObject({ packages: 280, keptPackages: 1, cartLines: 1 })
    expect(await previewIn([TEXAS], raise)).toMatchObject({
      rows: [{ ...VIP, before: '299.00', beforeLevel: 'national', after: '309.00', afterLevel: 'state' }],
      packages: 253,
      keptPackages: 1,
      cartLines: 1,
    })
    const sizes = [20, 30, 50, 100]
    expect(await previewIn([TRAVIS], raise, { sizes })).toMatchObject({
      rows: [
        { before: '320.00', after: '330.00', beforeLevel: 'county' },
        { beforeLevel: 'national', afterLevel: 'county' },
        {},
        {},
      ],
      packages: 4,
      keptPackages: 0,
      cartLines: 1,
    })
    await changeIn([TEXAS], set(290))
    expect(await previewIn(null, raise)).toMatchObject({ packages: 27, keptPackages: 254, cartLines: 0 })
    for (const buyer of buyers) for (const id of [VIP_ID, HARRIS_VIP]) await buyer.release(id)
  })

  test('of removing own prices shows what applies instead, and only prices that are its own', async () => {
    await changeIn([TEXAS], set(280))
    await changeIn([TRAVIS], set(320))
    const everything = { ...BOTH, areas: [TRAVIS], leadTypes: LEAD_TYPES, tiers: TIERS, sizes: SIZES }
    const { rows } = (await preview(everything, INHERIT)).body
    const removal = { before: '320.00', beforeLevel: 'county', after: '280.00', afterLevel: 'state' }
    expect(rows).toEqual([{ ...VIP, place: 'Travis County, Texas', ...removal }])
    expect((await change(everything, INHERIT)).status).toBe(200)
    expect(await priceIn('Travis')).toBe(280)
  })

  test('that went stale is refused: another price, another level, or another price to go back to', async () => {
    const scope = { ...VIP_ONLY, areas: [TRAVIS] }
    const codeAfter = async (step: object, happens: () => Promise<unknown>) => {
      const { seen } = (await preview(scope, step)).body
      await happens()
      return (await send({ scope, step, seen })).body.code
    }
    expect(await codeAfter({ kind: 'percent', value: 10 }, () => setPrice(VIP, 305))).toBe('price_changed')
    // The price stays the same, but is the state's by then.
    expect(await codeAfter({ kind: 'percent', value: 10 }, () => changeIn([TEXAS], set(305)))).toBe('price_changed')
    await changeIn([TRAVIS], set(320))
    expect(await codeAfter(INHERIT, () => changeIn([TEXAS], set(280)))).toBe('price_changed')
    expect(await priceIn('Travis')).toBe(320)
  })
})
