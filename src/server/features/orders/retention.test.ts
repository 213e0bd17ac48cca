/** What is forgotten of orders and carts, and what is kept. */
import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, payWithBilling } from '#testing/card-provider.ts'
import { runScheduled, statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (store) => store.setStock(VIP, 900))

const orderOf = (orderId: string) => store.row`select * from orders where order_id = ${orderId}`

const forget = () => runScheduled(store, 'forget-old-rows')

const NOBODY = { full_name: null, email: null, business_name: null, cell_phone: null, address: null }

async function unpaidOrder(): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = await buyer.cart()
  const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', {
    amount: total,
    contactInfo: { ...buyer.contactInfo, businessName: 'Bea LLC', cellPhone: '+15125550100', address: '1 Elm St' },
  })
  return { buyer, payment }
}

test('an unpaid order loses its buyer’s data 30 days after it was closed, and nothing else', async () => {
  const { buyer, payment } = await unpaidOrder()
  await store.pass(hours(25))
  const closed = await orderOf(payment.orderId)
  store.clock.advance(days(29))
  await forget()
  const young = await orderOf(payment.orderId)
  store.clock.advance(days(2))
  await forget()

  expect(closed).toMatchObject({ state: 'cancelled', email: buyer.contactInfo.email, cell_phone: '+15125550100' })
  expect(young).toEqual(closed)
  expect(await orderOf(payment.orderId)).toEqual({ ...closed, ...NOBODY, forgotten_at: expect.any(Date) })
  expect(await store.sql`select * from order_lines where order_id = ${payment.orderId}`).toHaveLength(1)
  const { body: page } = await buyer.call('GET', `/api/orders/${closed.token}`)
  expect(page).toMatchObject({ status: 'cancelled', emailHint: '' })
})

test('an unpaid order keeps it while it waits, because the buyer must be told when the money comes', async () => {
  const { buyer, payment } = await unpaidOrder()
  store.clock.advance(days(60))
  await forget()
  expect(await orderOf(payment.orderId)).toMatchObject({ state: 'awaiting_payment', email: buyer.contactInfo.email })
})

test('a paid order keeps all of its buyer’s data', async () => {
  const buyer = aBuyer(store)
  const { body } = await buyer.buy(VIP)
  const before = await orderOf(body.id)
  store.clock.advance(days(1_000))
  await forget()

  expect(before).toMatchObject({ full_name: 'Bea Buyer', email: buyer.contactInfo.email })
  expect(await orderOf(body.id)).toEqual(before)
})

test('money that comes later is refunded, and its payer is told once and their data deleted again', async () => {
  const { payment } = await unpaidOrder()
  // As after a restored backup: closed here, while the provider still accepts the card.
  await store.sql`update orders set state = 'cancelled', closed_at = ${store.clock.now()} where order_id = ${payment.orderId}`
  store.clock.advance(days(31))
  await forget()
  await payWithBilling(store, payment, { name: 'Pia Payer', email: 'payer@example.com' })
  await store.runTimers()
  await store.runJobs()
  const mails = await store.mailsTo('payer@example.com')
  await forget()
  const told = await orderOf(payment.orderId)
  store.clock.advance(days(31))
  await forget()

  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`We are refunding the full amount to your card: $${payment.amount.toFixed(2)}.`)
  expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  expect(told).toMatchObject({ state: 'cancelled', full_name: 'Pia Payer', email: 'payer@example.com' })
  expect(await orderOf(payment.orderId)).toMatchObject({ state: 'cancelled', ...NOBODY })
})

test('a large backlog of orders is processed in several short transactions', async () => {
  const idle = await statementsOfForgetting(store)
  await store.rows(
    `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method,
       full_name, email, created_at, closed_at)
     select 'ord_bulk' || n, 'LY-BULK' || n, 'bulk' || n, 'cart:bulk' || n, 'cancelled', 1, 100, '', 'stripe', 'Bea',
       'bea@example.com', $1, $1 from generate_series(1, 2500) n`,
    [new Date(store.clock.now().getTime() - days(40))],
  )

  // Three that each begin, forget in orders and in messages, and commit, instead of one that finds no order.
  expect((await statementsOfForgetting(store)) - idle).toBe(3 * 4 - 3)
  const known =
    await store.sql`select count(*)::int as known from orders where order_id like 'ord_bulk%' and email is not null`
  expect(known).toEqual([{ known: 0 }])
})

async function addedLine(): Promise<{ buyer: Buyer; holdId: string }> {
  const buyer = aBuyer(store)
  const { holdId } = (await buyer.reserve(VIP)).body
  await buyer.call('POST', '/api/cart', { packageId: VIP, deliveryMethod: 'sms', holdId })
  return { buyer, holdId }
}

const lineOf = (holdId: string) => store.sql`select * from cart_lines where hold_id = ${holdId}`

test('a line is deleted 30 days after it was added, and not before', async () => {
  const { holdId } = await addedLine()
  await store.pass(days(29))
  await forget()
  const young = await lineOf(holdId)
  store.clock.advance(days(2))
  await forget()
  await forget()

  expect(young).toMatchObject([{ delivery_method: 'sms' }])
  expect(await lineOf(holdId)).toEqual([])
})

test('a line whose hold is live stays in the cart, however old it is', async () => {
  const { buyer, holdId } = await addedLine()
  await store.sql`update cart_lines set added_at = ${new Date(store.clock.now().getTime() - days(40))} where hold_id = ${holdId}`
  await forget()

  expect((await buyer.cart()).lines).toMatchObject([{ holdId, deliveryMethod: 'sms' }])
})
