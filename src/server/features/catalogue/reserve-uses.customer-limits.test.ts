/** Limits per customer, even if buyers hold back their address, and however they write it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Buyer, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider, payWithBilling } from '#testing/card-provider.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import { aDesk } from '#testing/desks.ts'
import { addOffer, payAsShown, removeOffers, usedOf } from '#testing/offers.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const FULL = 299
const REDUCED = 269.1

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 5000)
  admin = await anAdmin(store)
})
afterAll(() => store.close())
afterEach(async () => {
  await removeOffers(admin)
  await expectStockIdentities(store.testDatabase)
})

const cartOf = async (client: Client): Promise<Reply['body']> => (await client.call('GET', '/api/cart')).body
const countOrders = async (): Promise<number> =>
  (await store.testDatabase.pool.query('select count(*)::int as count from orders')).rows[0].count

describe('an offer that each customer can use once', () => {
  test('is refused at payment to a customer who has used it, in any letter case of the address', async () => {
    const offer = await addOffer(admin, { name: 'Welcome', usesPerCustomerMax: 1 })
    const buyer = aBuyer(store)
    expect((await buyer.buy(VIP)).body.total).toBe('269.10')
    const twin = aBuyer(store)
    twin.contactInfo.email = buyer.contactInfo.email.toUpperCase()
    await aDesk(store, buyer.contactInfo.email, twin)
    await twin.reserve(VIP)

    const { order, refusals } = await payAsShown(twin)

    expect(refusals).toHaveLength(1)
    expect(refusals[0].message).toContain('You have used “Welcome” as often as it can be used.')
    expect(order.total).toBe('299.00')
    expect((await aBuyer(store).buy(VIP)).body.total).toBe('269.10')
    expect(await usedOf(store, offer.id)).toBe(2)
  })

  test('is used once by one customer in ten browsers at once', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyerWith(store, VIP)))
    for (const buyer of buyers) buyer.contactInfo.email = 'same@example.com'

    const paid = await Promise.all(buyers.map(payAsShown))

    expect(paid.filter(({ order }) => order.total === '269.10')).toHaveLength(1)
  })

  test('is asked for by more buyers at once than there are connections, and all get their answer', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyers = await Promise.all(Array.from({ length: 30 }, () => aBuyerWith(store, VIP)))

    const replies = await Promise.all(buyers.map((buyer) => buyer.openPayment(REDUCED)))

    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('gets the same answers for an address that used it as for a new one; the money of a second use goes back', async () => {
    const offer = await addOffer(admin, { name: 'Welcome', usesPerCustomerMax: 1 })
    const known = aBuyer(store)
    await known.buy(VIP)
    const [stranger, other] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    stranger.contactInfo.email = known.contactInfo.email

    const asked = await stranger.openPayment(REDUCED)
    const askedByOther = await other.openPayment(REDUCED)
    await stranger.confirm(asked.body)
    await other.confirm(askedByOther.body)
    const [second, first] = [
      await stranger.recordOrder({ paymentId: asked.body.paymentId }),
      await other.recordOrder({ paymentId: askedByOther.body.paymentId }),
    ]
    await store.runJobs()

    expect([asked.status, asked.body.amount]).toEqual([askedByOther.status, askedByOther.body.amount])
    expect(asked.status).toBe(200)
    expect([first.status, second.status]).toEqual([200, 409])
    expect((await cardProvider(store).refunds(asked.body.paymentId)).map(({ amount }) => amount)).toEqual([26_910])
    expect(await usedOf(store, offer.id)).toBe(2)
  })

  test('does not tell a rep about a customer to whom others sold', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const known = aBuyer(store)
    await known.buy(VIP)
    const rep = await aRep(store)
    const { fullName, email } = known.contactInfo
    await rep.reserve(VIP)

    const sent = await rep.call('POST', '/api/send-invoice', { contactInfo: { fullName, email }, total: '269.10' })

    expect([sent.status, sent.body.total]).toEqual([200, '269.10'])
  })

  test('a cart may name only a few addresses a day', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyer = await aBuyerWith(store, VIP)
    const replies: Reply[] = []
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 1]) {
      buyer.contactInfo.email = `asked-${n}@example.com`
      replies.push(await buyer.openPayment(REDUCED))
    }

    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429, 200])
    expect(replies[10]?.body.message).toContain('Too many different email addresses')
  })

  test('waits for an address, and a denied cart gets it again for another buyer', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const known = aBuyer(store)
    await known.buy(VIP)
    const buyer = await aBuyerWith(store, VIP)
    await aDesk(store, known.contactInfo.email, buyer)
    const withoutContact = await buyer.call('POST', '/api/create-payment-intent', { amount: REDUCED })
    const own = buyer.contactInfo.email
    buyer.contactInfo.email = known.contactInfo.email

    const denied = await buyer.openPayment(REDUCED)
    buyer.contactInfo.email = own
    const asShown = await buyer.openPayment(FULL)

    expect([withoutContact.status, withoutContact.body.code]).toEqual([400, 'contact_required'])
    expect([denied.body.code, denied.body.details.total]).toEqual(['amount_changed', '299.00'])
    expect([asShown.body.code, asShown.body.details?.total]).toEqual(['amount_changed', '269.10'])
    expect((await payAsShown(buyer)).order.total).toBe('269.10')
  })

  test.each([
    {},
    { contactInfo: {} },
    { contactInfo: { email: 'half@example.com' } },
    { contactInfo: { fullName: 'Hal' } },
  ])('opens no payment for %j and leaves no order behind', async (contact) => {
    const offer = await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyer = await aBuyerWith(store, VIP)
    const ordersBefore = await countOrders()

    const refused = await buyer.call('POST', '/api/create-payment-intent', { amount: REDUCED, ...contact })

    expect(refused.body).toMatchObject({ code: 'contact_required' })
    expect(refused.body.message).toContain('limit for each customer')
    expect([await usedOf(store, offer.id), await countOrders()]).toEqual([0, ordersBefore])
  })

  test('needs the contact only once: a changed cart of the same order continues without it', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyer = await aBuyerWith(store, VIP)
    await buyer.openPayment(REDUCED)
    await buyer.reserve(PREMIUM)
    const { total } = await cartOf(buyer)

    expect((await buyer.call('POST', '/api/create-payment-intent', { amount: total })).status).toBe(200)
  })

  test('counts for the payer of an order placed without a name, who is refunded if they used it before', async () => {
    const offer = await addOffer(admin, { usesMax: 100 })
    const payer = { name: 'Pia Payer', email: 'pia@example.com' }
    const opened: { buyer: Buyer; payment: Reply['body'] }[] = []
    for (let n = 0; n < 3; n += 1) {
      const buyer = await aBuyerWith(store, VIP)
      const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', { amount: REDUCED })
      opened.push({ buyer, payment })
    }
    // An administrator limits it while they wait.
    await store.testDatabase.pool.query('update offers set uses_per_customer_max = 1 where offer_id = $1', [offer.id])

    await Promise.all(opened.map(({ payment }) => payWithBilling(store, payment, payer)))
    const recorded = await Promise.all(
      opened.map(({ buyer, payment }) => buyer.recordOrder({ paymentId: payment.paymentId })),
    )
    await store.runJobs()

    expect(recorded.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await usedOf(store, offer.id)).toBe(1)
    const lost = opened.filter((_one, index) => recorded[index]?.status === 409)
    for (const { payment } of lost) {
      expect((await cardProvider(store).refunds(payment.paymentId)).map((refund) => refund.amount)).toEqual([26_910])
    }
    const subjects = (await store.mailsTo(payer.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.endsWith(': refunded'))).toHaveLength(2)
  })

  test('counts for the customer of a payment link', async () => {
    const offer = await addOffer(admin, { usesPerCustomerMax: 1 })
    const rep = await aRep(store)
    const contactInfo = { fullName: 'Lou Limit', email: 'lou@example.com' }
    const first = await sendLink(rep, [VIP], { contactInfo })
    await payLink(store, first)
    await rep.reserve(VIP)

    const asked = await rep.call('POST', '/api/send-invoice', { contactInfo, total: '269.10' })
    const agreed = await rep.call('POST', '/api/send-invoice', { contactInfo, total: '299.00' })

    expect([asked.body.code, asked.body.details.total]).toEqual(['amount_changed', '299.00'])
    expect(agreed.body.total).toBe('299.00')
    expect(await usedOf(store, offer.id)).toBe(1)
  })
})
