import { expect, test } from 'vitest'
import { aBuyer, aRep } from '#testing/builders.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-owner-vip-20'
const PREMIER = '10001-owner-premier-50'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })

test('reading a cart in a browser that never held anything gives an empty cart and sets no cookie', async () => {
  const { status, body, headers } = await aBuyer(store).call('GET', '/api/cart')
  expect([status, body.lines, body.total]).toEqual([200, [], 0])
  expect(headers['set-cookie']).toBeUndefined()
})

test('reading a cart shows each line with its name and price, oldest first, and the total', async () => {
  const buyer = aBuyer(store)
  const { body: vip } = await buyer.reserve(VIP)
  store.clock.advance(5)
  await buyer.reserve(PREMIER)
  const body = await buyer.cart()

  expect(body.lines.map(({ packageId }: { packageId: string }) => packageId)).toEqual([VIP, PREMIER])
  expect(body.lines[0]).toEqual({
    holdId: vip.holdId,
    packageId: VIP,
    ...{ deliveryMethod: 'email', tier: 'vip', leadType: 'owner', leadTypeName: 'Owner Occupied', size: 20 },
    ...{ sizeName: 'Junior Package', price: 349, discount: 0, bonusLeads: 5 },
    offers: [{ offerId: 'off_standard_extra_leads', name: '5 Extra Leads', discount: 0, bonusLeads: 5 }],
    description: '20 owner-occupied leads, 0-2 days old. Exclusive, real-time delivery.',
    state: 'Texas',
    county: 'Travis',
    place: 'Travis County, Texas',
    addedAt: expect.any(String),
    expiresAt: vip.expiresAt,
  })
  expect(body).toMatchObject({ subtotal: 349 + 439, discount: 0, total: 349 + 439 })
})

test('reading a cart with a made-up, too long or empty cookie is an empty cart, not an error', async () => {
  for (const value of ['x'.repeat(32), 'x'.repeat(4_000), '', '%00%ff', `${'y'.repeat(31)}'`]) {
    const headers = { cookie: `leadyard_cart=${value}` }
    const { status, body } = await aBuyer(store).call('GET', '/api/cart', undefined, headers)

    expect([status, body.lines]).toEqual([200, []])
  }
})

test('choosing a delivery method for many carts at once changes each buyer’s own hold, and the last choice for a hold wins', async () => {
  const buyers = [aBuyer(store), aBuyer(store), aBuyer(store)] as const
  for (const buyer of buyers) await buyer.reserve(VIP)
  const name = (buyer: (typeof buyers)[number], deliveryMethod: string, holdId?: string) =>
    buyer.call('POST', '/api/cart', { packageId: VIP, deliveryMethod, holdId })
  const { holdId: others } = (await buyers[0].cart()).lines[0]
  const replies = await Promise.all([
    name(buyers[0], 'sms'),
    name(buyers[1], 'sms'),
    name(buyers[2], 'sms', others),
    name(buyers[1], 'email'),
  ])

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 409, 200])
  const carts = await Promise.all(buyers.map((buyer) => buyer.call('GET', '/api/cart')))
  expect(carts.map(({ body }) => body.lines[0].deliveryMethod)).toEqual(['sms', 'email', 'email'])
})

test('choosing a delivery method for someone else’s hold, another package’s or an ended one is refused', async () => {
  const [owner, stranger] = [aBuyer(store), aBuyer(store)]
  const { body: hold } = await owner.reserve(VIP)
  await stranger.reserve(PREMIER)
  const { body: ended } = await owner.reserve(PREMIER)
  await owner.release(PREMIER, ended.holdId)
  const name = { deliveryMethod: 'sms' }
  const replies = [
    await stranger.call('POST', '/api/cart', { ...name, packageId: VIP, holdId: hold.holdId }),
    await stranger.call('POST', '/api/cart', { ...name, packageId: VIP }),
    await owner.call('POST', '/api/cart', { ...name, packageId: PREMIER, holdId: hold.holdId }),
    await owner.call('POST', '/api/cart', { ...name, packageId: PREMIER, holdId: ended.holdId }),
    await owner.call('POST', '/api/cart', { ...name, packageId: '48453-owner-vip-21' }),
    await owner.call('POST', '/api/cart', { packageId: VIP, deliveryMethod: 'pigeon' }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 404, 400])
  const cart = await owner.cart()
  expect(cart.lines.map((line: { deliveryMethod: string }) => line.deliveryMethod)).toEqual(['email'])
})

test('the owner of a cart does not change when signing in or out: the browser and the member each keep their cart', async () => {
  const rep = await aRep(store)
  await rep.reserve(VIP)
  await rep.call('POST', '/api/logout')
  await rep.reserve(PREMIER)
  const signedOut = await rep.call('GET', '/api/cart')
  const elsewhere = await (await aRep(store)).call('GET', '/api/cart')

  const packagesOf = (reply: typeof signedOut) =>
    reply.body.lines.map(({ packageId }: { packageId: string }) => packageId)
  expect(packagesOf(signedOut)).toEqual([PREMIER])
  expect(packagesOf(elsewhere)).toEqual([VIP])
})
