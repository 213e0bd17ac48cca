import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, liveHoldsOf } from '#testing/cash-app.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, HTTPS_STAGING, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const SOLD_ONCE = '48453-owner-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp({ env: { CASH_APP_HANDLE: '$plot' } })
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
})
afterAll(() => store.close())

const cartOf = async (buyer: Buyer): Promise<Reply['body']> => (await buyer.call('GET', '/api/cart')).body
const expectIdentities = () => expectStockIdentities(store.testDatabase)

describe('choosing Cash App', () => {
  test('makes an order with a reference, the exact amount and a day’s hold; the lines leave the cart', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)

    const { status, body } = await chooseCashApp(buyer, 498)

    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'cash_app', amount: 498, handle: '$plot' })
    expect(body.reference).toMatch(/^LY-[2-9A-Z]{8}$/)
    expect(body.paymentDetails).toBe(`Cash App: $plot\nAmount: $498.00\nNote: ${body.reference}`)
    expect(Math.round((Date.parse(body.expiresAt) - store.clock.now().getTime()) / 60_000)).toBe(24 * 60)
    expect(await cartOf(buyer)).toMatchObject({ lines: [], total: 0, pendingOrder: body })
    expect(await liveHoldsOf(store, body)).toEqual([
      { owner: 'order', minutesLeft: 1440 },
      { owner: 'order', minutesLeft: 1440 },
    ])
    await expectIdentities()
  })

  test('holds the last unit for longer than a cart could', async () => {
    await store.setStock(SOLD_ONCE, 1)
    const buyer = await aBuyerWith(store, SOLD_ONCE)
    await chooseCashApp(buyer, 349)

    store.clock.advance(hours(5))
    await store.runTimers()

    expect((await aBuyer(store).reserve(SOLD_ONCE)).body.code).toBe('out_of_stock')
    expect((await cartOf(buyer)).pendingOrder.amount).toBe(349)
    await expectIdentities()
  })

  test('emails the buyer how to pay, with the time zone of the deadline', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)

    await store.runJobs()

    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails.map((mail) => mail.subject)).toEqual([`Order ${body.reference}: how to pay by Cash App`])
    const { text, html } = mails[0] ?? { text: '', html: '' }
    for (const words of ['$plot', '$299.00', body.reference, 'once we have verified the payment', body.orderToken]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).toMatch(/Held until: \w+, \w+ \d+ at \d+:\d\d [AP]M E[DS]T \(New York\)/)
  })

  test('again with the same cart finds the same order and sends no second email', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const first = await chooseCashApp(buyer, 299)

    store.clock.advance(hours(1))
    const second = await chooseCashApp(buyer, 299)

    expect(second.body).toEqual(first.body)
    await store.runJobs()
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('ten times at once makes one order', async () => {
    const buyer = await aBuyerWith(store, VIP, PREMIER)

    const replies = await Promise.all(Array.from({ length: 10 }, () => chooseCashApp(buyer, 498)))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.reference)).size).toBe(1)
    await store.runJobs()
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
    await expectIdentities()
  })

  test('with one more package asks the buyer to agree to the new total, then updates the same order', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await chooseCashApp(buyer, 299)
    await buyer.reserve(PREMIER)

    const refused = await chooseCashApp(buyer, 199)
    const agreed = await chooseCashApp(buyer, 498)

    expect(refused.body).toMatchObject({ code: 'amount_changed', details: { total: '498.00' } })
    expect(agreed.body).toMatchObject({ reference: first.reference, orderToken: first.orderToken, amount: 498 })
    expect(await cartOf(buyer)).toMatchObject({ lines: [], pendingOrder: { amount: 498 } })
    expect(await liveHoldsOf(store, first)).toHaveLength(2)
    await expectIdentities()
  })

  test('again with a corrected address keeps the reference and writes to the new address', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await chooseCashApp(buyer, 299)
    const email = 'corrected@example.com'

    const again = await chooseCashApp(buyer, 299, { contactInfo: { ...buyer.contactInfo, email } })

    expect(again.body.reference).toBe(first.reference)
    await store.runJobs()
    expect((await store.mailsTo(email)).at(-1)?.subject).toContain(first.reference)
  })

  test('again without a contact, as after a reload, keeps the one it has', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body: first } = await chooseCashApp(buyer, 299)
    await buyer.reserve(PREMIER)

    const { body: again } = await chooseCashApp(buyer, 498, { contactInfo: undefined })

    expect(again).toMatchObject({ reference: first.reference, amount: 498 })
    await store.runJobs()
    expect((await store.mailsTo(buyer.contactInfo.email)).at(0)?.text).toContain('$498.00')
  })

  test('repeatedly sends at most five emails', async () => {
    const buyer = await aBuyerWith(store, VIP)

    for (let round = 1; round <= 8; round += 1) {
      const contactInfo = { ...buyer.contactInfo, fullName: `Bea ${round}` }
      expect((await chooseCashApp(buyer, 299, { contactInfo })).status).toBe(200)
    }

    await store.runJobs()
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(5)
  })

  test.each([
    ['without a contact', { contactInfo: { fullName: 'Bea' } }, 299, 'contact_required'],
    ['with an amount that is not the total', {}, 298.99, 'amount_changed'],
    ['with a line at another price', { cartItems: [{ ...aLine(), price: 1 }] }, 299, 'amount_changed'],
  ])('%s is refused, and the cart stays as it is', async (_what, body, amount, code) => {
    const buyer = await aBuyerWith(store, VIP)

    const refused = await chooseCashApp(buyer, amount, body)

    expect(refused.body.code).toBe(code)
    expect(await cartOf(buyer)).toMatchObject({ total: 299, pendingOrder: null })
  })

  test('is accepted if it names the correct lines', async () => {
    const buyer = await aBuyerWith(store, VIP)

    expect((await chooseCashApp(buyer, 299, { cartItems: [aLine()] })).status).toBe(200)
  })

  test('is refused with an empty cart', async () => {
    expect((await chooseCashApp(aBuyer(store), 0)).body.code).toBe('cart_empty')
  })

  test('is refused in a store that does not offer Cash App', async () => {
    const node = await createTestApp({ env: HTTPS_STAGING, beside: store })
    const buyer = aBuyer(node)
    await buyer.reserve(VIP)

    const refused = await chooseCashApp(buyer, 299)

    expect(refused).toMatchObject({ status: 503, body: { code: 'cash_app_unavailable' } })
    expect((await cartOf(buyer)).lines).toHaveLength(1)
    await node.close()
  })

  test('is not mistaken for a payment: recording the order says that it waits', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await chooseCashApp(buyer, 299)

    expect((await buyer.recordOrder()).body.code).toBe('payment_pending')
  })

  test('shows on the status page that it waits, and until when', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const { body } = await chooseCashApp(buyer, 299)

    const page = await buyer.call('GET', `/api/orders/${body.orderToken}`)

    expect(page.body).toMatchObject({
      status: 'awaiting_payment',
      paymentMethod: 'cash_app',
      payUntil: body.expiresAt,
      closeReason: null,
    })
  })
})

function aLine() {
  return { tier: 'vip', size: 20, price: 299, leadType: 'vacant', state: 'Texas', county: 'Travis' }
}
