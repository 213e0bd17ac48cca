/** Uses of limited offers come back, and carts that were denied one are offered it again. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { releaseHold } from '#server/features/stock/release-hold.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import { aDesk } from '#testing/desks.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { findOfferFaults } from '#testing/offer-faults.ts'
import { addOffer, anOffer, removeOffers, usedOf } from '#testing/offers.ts'
import { sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const LATE = '48453-owner-premium-50'
const FULL = 299
const REDUCED = 269.1

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 5000)
  admin = await anAdmin(store)
})
afterAll(() => store.close())
afterEach(async () => {
  admin = await anAdmin(store)
  await removeOffers(admin)
  await expectStockIdentities(store.testDatabase)
  expect(await findOfferFaults(store.testDatabase.pool)).toEqual([])
})

const cartOf = async (client: Client): Promise<Reply['body']> => (await client.call('GET', '/api/cart')).body

describe('a cart that was denied an offer', () => {
  test('gets it again as soon as the offer has a use left', async () => {
    const terms = { kind: 'extra_leads', value: 50, isCombinable: false }
    const offer = await addOffer(admin, { ...terms, usesMax: 1 })
    const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    await first.openPayment()
    const denied = await second.openPayment(FULL)
    const without = await cartOf(second)

    await admin.call('PUT', `/api/admin/offers/${offer.id}`, {
      ...anOffer({ ...terms, usesMax: 2 }),
      revision: offer.revision,
    })

    expect([denied.body.code, without.lines[0].bonusLeads]).toEqual(['amount_changed', 0])
    expect((await cartOf(second)).lines[0].bonusLeads).toBe(50)
    expect((await second.openPayment(FULL)).status).toBe(200)
    for (const buyer of [first, second]) await buyer.release(VIP)
  })

  test('because its buyer had used it shows it again after a while, and is asked again at payment', async () => {
    await addOffer(admin, { usesPerCustomerMax: 1 })
    const known = aBuyer(store)
    await known.buy(VIP)
    const buyer = await aBuyerWith(store, VIP)
    buyer.contactInfo.email = known.contactInfo.email
    await aDesk(store, known.contactInfo.email, buyer)
    const denied = await buyer.openPayment(REDUCED)
    const atOnce = await cartOf(buyer)
    await buyer.release(VIP)
    store.clock.advance(hours(1))

    await buyer.reserve(VIP)

    expect([denied.body.code, atOnce.total]).toEqual(['amount_changed', FULL])
    expect((await cartOf(buyer)).total).toBe(REDUCED)
    expect((await buyer.openPayment(REDUCED)).body.details.total).toBe('299.00')
    await buyer.release(VIP)
  })
})

describe('a use', () => {
  test('reserved before the address was known counts for the buyer who paid', async () => {
    const offer = await addOffer(admin, { usesMax: 100 })
    const email = 'late-name@example.com'
    const buyer = await aBuyerWith(store, VIP)
    const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', { amount: REDUCED })
    await store.app.server.inject({
      method: 'POST',
      url: `/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`,
      headers: {
        authorization: `Bearer ${store.stripe.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({
        client_secret: payment.clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2030',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][email]': email,
      }).toString(),
    })
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    // Only from now on it is limited per customer; such an offer asks for the address first.
    await store.testDatabase.pool.query('update offers set uses_per_customer_max = 1 where offer_id = $1', [offer.id])
    const twin = await aBuyerWith(store, VIP)
    twin.contactInfo.email = email
    await aDesk(store, email, twin)

    const denied = await twin.openPayment(REDUCED)

    expect(order.total).toBe('269.10')
    expect([denied.status, denied.body.details?.total]).toEqual([409, '299.00'])
    await twin.release(VIP)
  })

  test('reserved by an order just as it was closed is returned with the others', async () => {
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['owner'] })
    const buyer = await aBuyerWith(store, VIP)
    const { orderId } = (await buyer.openPayment()).body
    const other = await store.testDatabase.pool.connect()
    try {
      // As another tab does when it updates the order with a line that the offer covers.
      await other.query('begin')
      await other.query('select from orders where order_id = $1 for update', [orderId])
      await other.query('insert into offer_uses (order_id, offer_id) values ($1, $2)', [orderId, offer.id])
      await other.query('update offers set used = used + 1 where offer_id = $1', [offer.id])
      const closing = closeOrder(store.ctx, orderId as OrderId)
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await store.testDatabase.pool.query(waits)).rowCount).toBe(1)
      await other.query('commit')

      expect(await closing).toBe('cancelled')
    } finally {
      other.release(true)
    }
    expect(await usedOf(store, offer.id)).toBe(0)
    await buyer.release(VIP)
  })

  test('stays with an order that changed before its payment, until the payment catches up', async () => {
    await store.setStock(LATE, 1)
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
    const buyer = await aBuyerWith(store, VIP, LATE)
    const { orderId } = (await buyer.openPayment()).body
    const found = await store.testDatabase.pool.query('select owner_id from orders where order_id = $1', [orderId])
    const { owner_id: ownerId } = found.rows[0]
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

  test('is returned if the payment came too late for every line and is refunded', async () => {
    const offer = await addOffer(admin, { usesMax: 5, leadTypes: ['owner'] })
    const { buyer, payment } = await paidTooLate(store, LATE)
    await sellToAnother(store, LATE)

    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(order.status).toBe('refunded')
    expect(await usedOf(store, offer.id)).toBe(1)
  })
})

test('a live link keeps its price when resent, even if an offer ended while it was recreated', async () => {
  const offer = await addOffer(admin, { usesMax: 2 })
  const rep = await aRep(store)
  const request = await sendLink(rep, [VIP])
  await (await aBuyerWith(store, VIP)).openPayment()
  const { pool } = store.testDatabase
  // Between the end of the old order and the new one, when the use belongs to no one.
  await pool.query(`create function run_out() returns trigger language plpgsql as
    $$ begin update offers set uses_max = used where offer_id = '${offer.id}'; return new; end $$`)
  await pool.query(`create trigger run_out after update of state on orders
    for each row when (new.state = 'cancelled') execute function run_out()`)
  try {
    const reply = await rep.call('POST', `/api/sales/payment-requests/${request.id}/resend`, {})

    expect([reply.status, reply.body.total, reply.body.status]).toEqual([200, '269.10', 'sent'])
  } finally {
    await pool.query('drop trigger run_out on orders; drop function run_out')
  }
})
