/** Prices of the store, a state or a county: previewed, set, planned, undone and audited. */
import { beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Reply } from '#testing/builders.ts'
import { sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'
import { applyPlannedPrices } from './change-prices.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const PREMIUM = { leadType: 'owner', tier: 'premium', size: 50 } as const
const NATIONAL = { beforeLevel: 'national', afterLevel: 'national' }
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
  await setPrice(PREMIUM, 289)
})

const setPrice = (key: object, basePrice: number) => admin.call('PUT', '/api/admin/pricing', { ...key, basePrice })
const change = (rows: object[], more: object = {}, client = admin): Promise<Reply> => {
  attempts += 1
  return client.call('POST', PATH, { attemptId: `attempt-price-${attempts}`, rows, ...more })
}
const priceOf = async (key: { leadType: string; tier: string; size: number }, node = one): Promise<string> => {
  const { body } = await aBuyer(node).call('GET', '/api/pricing')
  const isIt = (row: typeof key) => row.leadType === key.leadType && row.tier === key.tier && row.size === key.size
  return body.find(isIt).basePrice
}
const bothRows = [
  { ...VIP, before: 299, after: '310.00' },
  { ...PREMIUM, before: '289.00', after: 299.5 },
]

test('a price preview shows old and new prices and how much they affect, and changes nothing', async () => {
  const buyer = await aBuyerWith(one, VIP_ID)

  const { body } = await admin.call('POST', '/api/admin/pricing/preview', {
    leadTypes: ['vacant'],
    tiers: ['vip', 'premier'],
    sizes: [20],
    change: { kind: 'percent', value: 7.5 },
  })

  expect(body.rows).toEqual([
    { ...VIP, before: '299.00', after: '321.43', ...NATIONAL },
    { leadType: 'vacant', tier: 'premier', size: 20, before: '199.00', after: '213.93', ...NATIONAL },
  ])
  // The test's catalogue has the counties of three states.
  expect(body.packages).toBe(2 * (3 + 24 + 254))
  expect(body.cartLines).toBe(1)
  expect(await priceOf(VIP)).toBe('299.00')
  await buyer.release(VIP_ID)
})

describe('a change of several prices', () => {
  test('is applied as a whole, visible on both nodes, and recorded in the history and the log', async () => {
    const { status, body } = await change(bothRows, { note: 'Spring' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'applied', note: 'Spring', undoes: null, undoneBy: null })
    expect(await priceOf(VIP)).toBe('310.00')
    expect(await priceOf(PREMIUM)).toBe('299.50')
    await expect.poll(() => priceOf(VIP, two)).toBe('310.00')
    const { body: history } = await admin.call('GET', `${PATH}?limit=1`)
    expect(history).toMatchObject([{ id: body.id, rows: [{ ...VIP, before: '299.00', after: '310.00' }, PREMIUM] }])
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=price_changed&limit=1')
    expect(log).toMatchObject([
      {
        subject: '2 prices',
        before: { 'vacant-vip-20': '299.00', 'owner-premium-50': '289.00' },
        after: { 'vacant-vip-20': '310.00', 'owner-premium-50': '299.50' },
        note: 'Spring',
      },
    ])
  })

  test('is refused as a whole if another administrator changed one of the prices, and names it', async () => {
    await setPrice(PREMIUM, 280)
    const details = { price: 'Premium Professional Package, Owner Occupied', now: '280.00' }
    expect(await change(bothRows)).toMatchObject({ status: 409, body: { code: 'price_changed', details } })
    expect(await priceOf(VIP)).toBe('299.00')
  })

  test('made by two administrators at once succeeds for one of them', async () => {
    const replies = await Promise.all([
      change([{ ...VIP, before: 299, after: 301 }]),
      change([{ ...VIP, before: 299, after: 302 }]),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('sent again is the same change', async () => {
    const attemptId = 'attempt-price-again'
    const replies = await Promise.all(Array.from({ length: 5 }, () => change(bothRows, { attemptId })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  })

  test('with an invalid price, or the same one twice, changes nothing', async () => {
    const wrong = await change([bothRows[0] ?? {}, { ...PREMIUM, before: 289, after: -1 }])
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'price_invalid', details: { price: 'Premium Professional Package, Owner Occupied' } },
    })
    const twice = await change([bothRows[0] ?? {}, bothRows[0] ?? {}])
    expect(twice.body.code).toBe('price_twice')
    expect(await priceOf(VIP)).toBe('299.00')
  })

  test('does not affect a link that was already sent', async () => {
    const rep = await aRep(one)
    const request = await sendLink(rep, [VIP_ID])
    await change([{ ...VIP, before: 299, after: 400 }])
    expect((await rep.call('GET', `/api/payment-request/${request.token}`)).body.total).toBe('299.00')
  })
})

test('undoing a change restores the old prices once and is a change itself', async () => {
  const { body: made } = await change(bothRows)
  const replies = await Promise.all(
    [1, 2, 3].map(() => admin.call('POST', `/api/admin/pricing/changes/${made.id}/undo`)),
  )
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(replies[0]?.body).toMatchObject({ state: 'applied', undoes: made.id })
  expect(await priceOf(VIP)).toBe('299.00')
  expect(await priceOf(PREMIUM)).toBe('289.00')
  const { body: history } = await admin.call('GET', `${PATH}?limit=2`)
  expect(history[1]).toMatchObject({ id: made.id, undoneBy: replies[0]?.body.id })
})

const inHours = (count: number) => new Date(one.clock.now().getTime() + hours(count)).toISOString()

describe('a planned change', () => {
  test('waits for its time, then applies once, on every node, to the prices at that time', async () => {
    const { body: planned } = await change(bothRows, { startsAt: inHours(10) })
    expect(planned).toMatchObject({ state: 'scheduled', appliedAt: null })
    await applyPlannedPrices(one.ctx)
    expect(await priceOf(VIP)).toBe('299.00')
    await setPrice(VIP, 250)
    one.clock.advance(hours(11))
    await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])
    expect(await priceOf(VIP)).toBe('310.00')
    const { body: history } = await admin.call('GET', `${PATH}?limit=10`)
    const made = history.find(({ id }: { id: string }) => id === planned.id)
    expect(made).toMatchObject({ state: 'applied', rows: [{ ...VIP, before: '250.00', after: '310.00' }, PREMIUM] })
  })

  test('that is canceled is never applied and cannot be undone', async () => {
    const { body: planned } = await change(bothRows, { startsAt: inHours(1) })
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

  test('cannot start in the past, and an applied change cannot be canceled', async () => {
    expect((await change(bothRows, { startsAt: inHours(-1) })).body.code).toBe('price_time_past')
    const { body: made } = await change(bothRows)
    expect((await admin.call('POST', `/api/admin/pricing/changes/${made.id}/cancel`)).body.code).toBe(
      'price_change_made',
    )
  })
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

const changeIn = (area: object | null, rows: object[], more: object = {}): Promise<Reply> => {
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
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    expect(await places()).toEqual([280, 280, 299])
    await changeIn(TRAVIS, [{ ...VIP, before: 280, after: 320 }])
    expect(await places()).toEqual([320, 280, 299])
    await setPrice(VIP, 250)
    expect(await places()).toEqual([320, 280, 250])
    await changeIn(TEXAS, [{ ...VIP, before: 280, beforeLevel: 'state', after: 250, afterLevel: 'national' }])
    expect(await places()).toEqual([320, 250, 250])
    await changeIn(TRAVIS, [{ ...VIP, before: 320, beforeLevel: 'county', after: 250, afterLevel: 'national' }])
    expect(await places()).toEqual([250, 250, 250])
  })

  test('reaches the other node by a notification, in the counties concerned', async () => {
    expect([await priceIn('Travis', two), await priceIn('Harris', two)]).toEqual([299, 299])
    one.clock.freeze()
    await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 330 }])
    await expect.poll(() => priceIn('Travis', two)).toBe(330)
    expect(await priceIn('Harris', two)).toBe(299)
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 310 }])
    await expect.poll(() => priceIn('Harris', two)).toBe(310)
    expect(await priceIn('Travis', two)).toBe(330)
    one.clock.thaw()
  })

  test('leaves the national table alone, and can be asked for', async () => {
    await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 330 }])
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
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    await changeIn(TRAVIS, [
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

  test('is refused with its reason if it makes no sense, and changes nothing', async () => {
    for (const [area, parts, code] of [
      [{ state: 'Atlantis', county: null }, {}, 'unknown_state'],
      [{ state: 'Texas', county: 'Baltimore' }, {}, 'unknown_county'],
      [TEXAS, { afterLevel: 'county' }, 'bad_request'],
      [null, { afterLevel: 'state' }, 'bad_request'],
      [TRAVIS, { after: 0.3 }, 'price_invalid'],
    ] as const)
      expect((await changeIn(area, [{ ...VIP, before: 299, after: 310, ...parts }])).body.code).toBe(code)
    expect(await one.sql`select from area_prices`).toEqual([])
  })
})

test('a change of an area is undone once, while it is in effect, back to whatever applies there by then', async () => {
  const { body: made } = await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 310 }])
  await setPrice(VIP, 305)
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

test('a planned change of an area applies once, on every node, to the prices at that time, and can be undone', async () => {
  const { body: planned } = await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 310 }], { startsAt: inHours(10) })
  expect(planned).toMatchObject({ state: 'scheduled', area: TRAVIS, isStanding: false })
  expect(await priceIn('Travis')).toBe(299)
  await changeIn(TEXAS, [{ ...VIP, before: 299, after: 250 }])
  one.clock.advance(hours(11))
  await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])
  expect(await priceIn('Travis')).toBe(310)
  expect(await priceIn('Harris')).toBe(250)
  const { body: made } = await undo(planned)
  expect(made.rows).toMatchObject([{ before: '310.00', after: '250.00', afterLevel: 'state' }])
  expect(await priceIn('Travis')).toBe(250)
})

describe('a preview', () => {
  const NATIONAL_TO_TRAVIS = { beforeLevel: 'national', afterLevel: 'county' }
  const preview = async (area: object | null, parts: object, kind: object) => {
    const all = { leadTypes: ['vacant'], tiers: ['vip'], sizes: [20] }
    return (await admin.call('POST', '/api/admin/pricing/preview', { ...all, ...parts, area, change: kind })).body
  }

  test('counts the packages it applies to and those that keep their own price', async () => {
    const buyers = [aBuyer(one), aBuyer(one)]
    await buyers[0]?.reserve(VIP_ID)
    await buyers[1]?.reserve(HARRIS_VIP)
    await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 320 }])

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
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 290 }])
    expect(await preview(null, {}, raise)).toMatchObject({ packages: 27, keptPackages: 254, cartLines: 0 })
    for (const buyer of buyers) for (const id of [VIP_ID, HARRIS_VIP]) await buyer.release(id)
  })

  test('of removing own prices shows what applies instead, and only prices that are its own', async () => {
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    await changeIn(TRAVIS, [{ ...VIP, before: 280, after: 320 }])
    const everything = { leadTypes: [], tiers: [], sizes: [] }
    const { rows } = await preview(TRAVIS, everything, { kind: 'inherit' })
    expect(rows).toEqual([{ ...VIP, before: '320.00', beforeLevel: 'county', after: '280.00', afterLevel: 'state' }])
    expect((await changeIn(TRAVIS, rows)).status).toBe(200)
    expect(await priceIn('Travis')).toBe(280)
    expect((await preview(null, everything, { kind: 'inherit' })).code).toBe('bad_request')
  })

  test('that went stale is refused: another price, another level, or another price to go back to', async () => {
    const { rows: seen } = await preview(TRAVIS, {}, { kind: 'percent', value: 10 })
    await setPrice(VIP, 305)
    const cheaper = await changeIn(TRAVIS, seen)
    await setPrice(VIP, 299)
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 299 }])
    const sameButOfTexas = await changeIn(TRAVIS, seen)
    expect([cheaper.status, cheaper.body.code, cheaper.body.details.now]).toEqual([409, 'price_changed', '305.00'])
    expect([sameButOfTexas.status, sameButOfTexas.body.code]).toEqual([409, 'price_changed'])

    await changeIn(TRAVIS, [{ ...VIP, before: 299, after: 320 }])
    const { rows: removal } = await preview(TRAVIS, {}, { kind: 'inherit' })
    await changeIn(TEXAS, [{ ...VIP, before: 299, after: 280 }])
    const { body } = await changeIn(TRAVIS, removal)

    expect([body.code, body.message]).toEqual([
      'price_changed',
      'Without its own price, VIP Junior Package, Vacant Houses would now cost $280.00. Check the prices again.',
    ])
    expect(await priceIn('Travis')).toBe(320)
  })
})
