/** Limits of offers, in all and for each customer: never exceeded, however buyers pay, and free again once not used. */
import { afterEach, describe, expect, test } from 'vitest'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { releaseHold } from '#server/features/stock/release-hold.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, payWithBilling } from '#testing/card-provider.ts'
import { chooseCashApp, leaveCashApp, rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { aDesk } from '#testing/desks.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { findOfferFaults } from '#testing/offer-faults.ts'
import { addOffer, anOffer, findOffer, payAsShown, removeOffers, usedOf } from '#testing/offers.ts'
import { openLink, payLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStock } from '#testing/with-store.ts'

const PREMIUM = '48453-owner-premium-50'
const LATE = '48453-owner-premium-30'
const FULL = 299
const REDUCED = 269.1
const store = withStock({ [VIP]: 5000, [PREMIUM]: 5000 })
const admin = adminOf(store)
afterEach(async () => {
  await removeOffers(admin)
  expect(await findOfferFaults(store.testDatabase.pool)).toEqual([])
})

const countOrders = async () => (await store.row`select count(*)::int as count from orders`).count

describe('an offer that can be used once', () => {
  test('is used by exactly one of eight buyers who pay at once; all others are asked first', async () => {
    const offer = await addOffer(admin, { name: 'First come', usesMax: 1 })
    const buyers = await Promise.all(Array.from({ length: 8 }, () => aBuyerWith(store, VIP)))

    const paid = await Promise.all(buyers.map(payAsShown))

    expect(paid.filter(({ order }) => order.total === '269.10')).toHaveLength(1)
    expect(paid.filter(({ order }) => order.total === '299.00')).toHaveLength(7)
    for (const { order, refusals } of paid) {
      if (order.total === '269.10') continue
      // No one is asked twice. Buyers who looked at the cart after it was used up never saw it.
      expect(refusals.length).toBeLessThanOrEqual(1)
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ code: 'amount_changed', details: { total: '299.00' } })
        expect(refusal.message).toContain('The total is now $299.00.')
      }
    }
    expect(await usedOf(store, offer.id)).toBe(1)
  })

  test('stays with the cart whose order reserved it, whatever others see', async () => {
    await addOffer(admin, { usesMax: 1 })
    const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    await first.openPayment()
    expect((await first.cart()).total).toBe(REDUCED)
    await expect.poll(async () => (await second.cart()).total).toBe(FULL)
    const again = await first.openPayment(REDUCED)
    expect(again.status).toBe(200)
    expect((await payAsShown(first)).order.total).toBe('269.10')
    await first.reserve(VIP)
    expect((await first.cart()).total).toBe(FULL)
    await first.release(VIP)
  })

  test('is free again once the cart no longer uses it', async () => {
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
    const [first, second] = [await aBuyerWith(store, VIP, PREMIUM), await aBuyerWith(store, VIP)]
    await first.openPayment()
    await first.release(VIP)
    const without = await first.openPayment()
    expect(without.status).toBe(200)
    expect(await usedOf(store, offer.id)).toBe(0)
    await expect.poll(async () => (await second.cart()).total).toBe(REDUCED)
    expect((await payAsShown(second)).order.total).toBe('269.10')
  })

  test('stays used if the card paid for it before the cart changed', async () => {
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
    const first = await aBuyerWith(store, VIP, PREMIUM)
    const { total } = await first.cart()
    const payment = (await first.openPayment()).body
    await first.confirm(payment)
    await first.release(VIP)
    const changed = await first.openPayment()
    expect(changed.status).toBe(409)
    expect(await usedOf(store, offer.id)).toBe(1)
    expect((await (await aBuyerWith(store, VIP)).cart()).total).toBe(FULL)
    const { body: order } = await first.report(payment)
    expect([order.status, Number(order.total)]).toEqual(['completed', total])
  })

  test('is free again when an abandoned order is closed', async () => {
    const offer = await addOffer(admin, { usesMax: 1 })
    const first = await aBuyerWith(store, VIP)
    const chosen = await chooseCashApp(first, REDUCED)
    expect([chosen.status, await usedOf(store, offer.id)]).toEqual([200, 1])
    await rejectCashApp(admin, chosen.body)
    expect(await usedOf(store, offer.id)).toBe(0)
    await expect.poll(async () => (await (await aBuyerWith(store, VIP)).cart()).total).toBe(REDUCED)
  })

  test('with bonus leads is refused before payment if no use is left, even at the same amount', async () => {
    await addOffer(admin, { name: 'Fifty more', kind: 'extra_leads', value: 50, usesMax: 1, isCombinable: false })
    const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    expect((await second.cart()).lines[0].bonusLeads).toBe(50)
    await payAsShown(first)
    const { order, refusals } = await payAsShown(second)
    expect(refusals.map((refusal) => [refusal.code, refusal.details.total])).toEqual([['amount_changed', '299.00']])
    expect(refusals[0].message).toContain('“Fifty more” has been used up.')
    expect(order.lines[0]).toMatchObject({ bonusLeads: 0, offers: [] })
  })
})

test('a payment link with a limited offer keeps its use while it lives and when it is resent, and returns it when it ends', async () => {
  const offer = await addOffer(admin, { usesMax: 1 })
  const rep = await aRep(store)
  const first = await sendLink(rep, [VIP])
  const again = (await rep.call('POST', `/api/sales/payment-requests/${first.id}/resend`, {})).body
  expect([again.total, await usedOf(store, offer.id)]).toEqual(['269.10', 1])
  await store.pass(hours(25))
  expect(await usedOf(store, offer.id)).toBe(0)
})

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

  test('is used once by one customer in five browsers at once', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyers = await Promise.all(Array.from({ length: 5 }, () => aBuyerWith(store, VIP)))
    for (const buyer of buyers) buyer.contactInfo.email = 'same@example.com'
    const paid = await Promise.all(buyers.map(payAsShown))
    expect(paid.filter(({ order }) => order.total === '269.10')).toHaveLength(1)
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
    const [second, first] = [await stranger.report(asked.body), await other.report(askedByOther.body)]
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
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1]) {
      buyer.contactInfo.email = `asked-${n}@example.com`
      replies.push(await buyer.openPayment(REDUCED))
    }
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 200])
    expect(replies[10]?.body.message).toContain('Too many different email addresses')
  })

  test('is offered again to a denied cart for another buyer', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const known = aBuyer(store)
    await known.buy(VIP)
    const buyer = await aBuyerWith(store, VIP)
    await aDesk(store, known.contactInfo.email, buyer)
    const own = buyer.contactInfo.email
    buyer.contactInfo.email = known.contactInfo.email

    const denied = await buyer.openPayment(REDUCED)
    buyer.contactInfo.email = own
    const asShown = await buyer.openPayment(FULL)

    expect([denied.body.code, denied.body.details.total]).toEqual(['amount_changed', '299.00'])
    expect([asShown.body.code, asShown.body.details?.total]).toEqual(['amount_changed', '269.10'])
    expect((await payAsShown(buyer)).order.total).toBe('269.10')
  })

  test('opens no payment without a contact and leaves no order behind', async () => {
    const offer = await addOffer(admin, { usesPerCustomerMax: 1 })
    const buyer = await aBuyerWith(store, VIP)
    const ordersBefore = await countOrders()
    const refused = await buyer.call('POST', '/api/create-payment-intent', { amount: REDUCED })
    expect([refused.status, refused.body.code]).toEqual([400, 'contact_required'])
    expect(refused.body.message).toContain('limit for each customer')
    expect([await usedOf(store, offer.id), await countOrders()]).toEqual([0, ordersBefore])
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
    await store.sql`update offers set uses_per_customer_max = 1 where offer_id = ${offer.id}`

    await Promise.all(opened.map(({ payment }) => payWithBilling(store, payment, payer)))
    const recorded = await Promise.all(opened.map(({ buyer, payment }) => buyer.report(payment)))
    await store.runJobs()

    expect(recorded.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await usedOf(store, offer.id)).toBe(1)
    const lost = opened.filter((_one, index) => recorded[index]?.status === 409)
    for (const { payment } of lost)
      expect((await cardProvider(store).refunds(payment.paymentId)).map((refund) => refund.amount)).toEqual([26_910])
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

test('a payment link keeps the offers it was sent with, and shows them in its email and on its page', async () => {
  const made = await addOffer(admin, { name: 'Ten percent' })
  const rep = await aRep(store)
  const contact = { fullName: 'Lena Link', email: 'lena@example.com' }
  const request = await sendLink(rep, [VIP], { contactInfo: contact })
  await admin.call('POST', `/api/admin/offers/${made.id}/switch`, { isActive: false })
  await store.runJobs()

  const { body: page } = await aBuyer(store).call('GET', `/api/payment-request/${request.token}`)
  const [mail] = await store.mailsTo(contact.email)
  const { customer, payment } = await payLink(store, request)

  expect(page).toMatchObject({ total: '269.10', cartData: [{ price: 299, discount: 29.9, bonusLeads: 5 }] })
  expect(mail?.text).toContain('Ten percent −$29.90')
  expect(mail?.text).toContain('25 leads (20 + 5 free)')
  expect(payment.amount).toBe(269.1)
  expect((await openLink(customer, request)).body.code).toBe('payment_request_paid')
  expect(await findOffer(admin, made.id)).toMatchObject({ orders: 1, cost: '29.90' })
})

test('a Cash App order waits for the discounted amount, is found again with it, and shows it in its emails', async () => {
  await addOffer(admin)
  const buyer = await aBuyerWith(store, VIP)
  const [first, second] = [await chooseCashApp(buyer, 269.1), await chooseCashApp(buyer, 269.1)]
  const [instructions] = await buyer.mails()
  const { body: order } = await verifyCashApp(admin, first.body)
  expect([first.status, first.body.amount]).toEqual([200, 269.1])
  expect(second.body.reference).toBe(first.body.reference)
  expect(instructions?.text).toContain('A tenth off −$29.90')
  expect(instructions?.text).toContain('25 leads (20 + 5 free)')
  expect(order).toMatchObject({ total: '269.10', status: 'completed', lines: [{ discount: 29.9 }] })
})

test('a Cash App order keeps the use it reserved when its buyer adds to the cart', async () => {
  await addOffer(admin, { usesMax: 1 })
  const buyer = await aBuyerWith(store, VIP)
  const first = await chooseCashApp(buyer, 269.1)
  await buyer.reserve(VIP)
  const together = await chooseCashApp(buyer, 538.2)
  expect(together.body).toMatchObject({ reference: first.body.reference, amount: 538.2 })
  await leaveCashApp(buyer)
})

test('a use is offered again to a cart that was denied it as soon as the offer has a use left', async () => {
  const terms = { kind: 'extra_leads', value: 50, isCombinable: false }
  const offer = await addOffer(admin, { ...terms, usesMax: 1 })
  const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
  await first.openPayment()
  const denied = await second.openPayment(FULL)
  const without = await second.cart()

  await admin.call('PUT', `/api/admin/offers/${offer.id}`, {
    ...anOffer({ ...terms, usesMax: 2 }),
    revision: offer.revision,
  })

  expect([denied.body.code, without.lines[0].bonusLeads]).toEqual(['amount_changed', 0])
  expect((await second.cart()).lines[0].bonusLeads).toBe(50)
  expect((await second.openPayment(FULL)).status).toBe(200)
})

test('a use stays with an order that changed before its payment, until the payment catches up', async () => {
  await store.setStock(LATE, 1)
  const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
  const buyer = await aBuyerWith(store, VIP, LATE)
  const { orderId } = (await buyer.openPayment()).body
  const { owner_id: ownerId } = await store.row`select owner_id from orders where order_id = ${orderId}`
  // Bypasses what would have closed the payment first, as when a hold ends by itself.
  await releaseHold(store.ctx, { ownerId, packageId: VIP, holdId: undefined })
  const lines = await readHeldLines(store.ctx, ownerId)
  const { order } = await placeOrder(store.ctx, { ownerId, lines, contact: null })

  await returnSpares(store.ctx, { ...order, revision: order.revision - 1 })
  const usedBefore = await usedOf(store, offer.id)
  await returnSpares(store.ctx, order)

  expect([usedBefore, await usedOf(store, offer.id)]).toEqual([1, 0])
  await buyer.release(LATE)
})

test('a use is returned if the payment came too late for every line and is refunded', async () => {
  const offer = await addOffer(admin, { usesMax: 5, leadTypes: ['owner'] })
  const { buyer, payment } = await paidTooLate(store, LATE)
  await sellToAnother(store, LATE)
  const { body: order } = await buyer.report(payment)
  expect(order.status).toBe('refunded')
  expect(await usedOf(store, offer.id)).toBe(1)
})
