/** Many prices at once, planned ones, and taking them back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const PREMIUM = { leadType: 'owner', tier: 'premium', size: 50 } as const
const NATIONAL = { beforeLevel: 'national', afterLevel: 'national' }
const VIP_ID = '48453-vacant-vip-20'
const PATH = '/api/admin/pricing/changes'

let one: TestApp
let two: TestApp
let admin: Client
let attempts = 0
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
  await one.setStock(VIP_ID, 50)
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  admin = await anAdmin(one)
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

describe('a price preview', () => {
  test('shows old and new prices and how much they affect, and changes nothing', async () => {
    const buyer = aBuyer(one)
    await buyer.reserve(VIP_ID)

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

  test('leaves out unchanged prices, and without a selection covers all 48', async () => {
    const all = { leadTypes: [], tiers: [], sizes: [] }
    const preview = async (change: object) =>
      (await admin.call('POST', '/api/admin/pricing/preview', { ...all, change })).body
    expect((await preview({ kind: 'amount', value: 10 })).rows).toHaveLength(48)
    expect(await preview({ kind: 'amount', value: 0 })).toEqual({
      rows: [],
      packages: 0,
      keptPackages: 0,
      cartLines: 0,
    })
    expect((await preview({ kind: 'set', value: 299 })).rows).not.toContainEqual(expect.objectContaining(VIP))
  })

  test.each([
    ['below zero', { kind: 'amount', value: -5000 }],
    ['between 1 and 49 cents', { kind: 'set', value: 0.3 }],
    ['of three decimals', { kind: 'amount', value: 1.005 }],
    ['beyond the highest', { kind: 'percent', value: 1e9 }],
    ['of 1e308', { kind: 'set', value: 1e308 }],
  ])('of a price %s is refused', async (_what, value) => {
    const body = { leadTypes: ['vacant'], tiers: ['vip'], sizes: [20], change: value }
    expect(await admin.call('POST', '/api/admin/pricing/preview', body)).toMatchObject({
      status: 400,
      body: { code: 'price_invalid' },
    })
  })
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

    const { status, body } = await change(bothRows)

    expect([status, body.code, body.details]).toEqual([
      409,
      'price_changed',
      { price: 'Premium Professional Package, Owner Occupied', now: '280.00' },
    ])
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

describe('undoing a change', () => {
  test('restores the old prices once and is a change itself', async () => {
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

  test('is refused if a price has changed since', async () => {
    const { body: made } = await change(bothRows)
    await setPrice(VIP, 333)

    expect((await admin.call('POST', `/api/admin/pricing/changes/${made.id}/undo`)).body.code).toBe('price_changed')
    expect(await priceOf(PREMIUM)).toBe('299.50')
  })

  test('is refused for an unknown change', async () => {
    for (const act of ['undo', 'cancel'])
      expect((await admin.call('POST', `${PATH}/prc_nobody/${act}`)).body.code).toBe('price_change_unknown')
  })
})

describe('a planned change', () => {
  const inHours = (count: number) => new Date(one.clock.now().getTime() + hours(count)).toISOString()

  test('waits for its time, then applies once, on every node, to the prices at that time', async () => {
    const { body: planned } = await change(bothRows, { startsAt: inHours(10) })
    expect(planned).toMatchObject({ state: 'scheduled', appliedAt: null })
    await applyPlannedPrices(one.ctx)
    expect(await priceOf(VIP)).toBe('299.00')
    await setPrice(VIP, 250)

    one.clock.advance(hours(11))
    await Promise.all([applyPlannedPrices(one.ctx), applyPlannedPrices(two.ctx)])

    admin = await anAdmin(one)
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

    admin = await anAdmin(one)
    expect(await priceOf(VIP)).toBe('299.00')
    expect((await admin.call('POST', `/api/admin/pricing/changes/${planned.id}/undo`)).body.code).toBe(
      'price_change_open',
    )
  })

  test('can be found among waiting changes, however many changes came later', async () => {
    const waiting = async () => (await admin.call('GET', `${PATH}?state=scheduled&limit=1`)).body
    const { body: planned } = await change(bothRows, { startsAt: inHours(1) })
    for (const price of [301, 302]) await setPrice(VIP, price)

    expect(await waiting()).toMatchObject([{ id: planned.id, state: 'scheduled' }])
    await admin.call('POST', `/api/admin/pricing/changes/${planned.id}/cancel`)
    expect(await waiting()).toEqual([])
    expect((await admin.call('GET', `${PATH}?state=none`)).body.code).toBe('bad_request')
  })

  test('cannot start in the past, and an applied change cannot be canceled', async () => {
    expect((await change(bothRows, { startsAt: inHours(-1) })).body.code).toBe('price_time_past')
    const { body: made } = await change(bothRows)
    expect((await admin.call('POST', `/api/admin/pricing/changes/${made.id}/cancel`)).body.code).toBe(
      'price_change_made',
    )
  })
})
