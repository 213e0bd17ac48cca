import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { aCashAppOrder, leaveCashApp, rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const SCARCE = '48453-landlord-vip-20'
const QUEUE = '/api/admin/cash-app-orders'

const store = withStock({ [VIP]: 900 })
const admin = adminOf(store)

const waiting = (packageId = VIP) => aCashAppOrder(store, packageId)

const verify = (order: { reference: string }) => verifyCashApp(admin, order)
const reject = (order: { reference: string }) => rejectCashApp(admin, order)

async function rowOf(order: { reference: string }) {
  const rows = await store.rows(
    `select o.state, o.close_reason, o.decision_note, u.email as decided_by, p.payment_id, p.state as payment, o.order_id
     from orders o left join payments p using (order_id) left join users u on u.user_id = o.decided_by where reference = $1`,
    [order.reference],
  )
  return rows[0]
}

async function subjectsTo(buyer: Buyer): Promise<string[]> {
  await store.runJobs()
  return (await store.mailsTo(buyer.contactInfo.email)).map((mail) => mail.subject)
}

const stockOf = async (packageId: string): Promise<number> => {
  const { body } = await admin.call('GET', '/api/packages/Texas/Travis')
  return body.find((one: { id: string }) => one.id === packageId).available
}

describe('the queue of Cash App orders', () => {
  test('shows waiting orders with buyer, amount and lines, earliest deadline first', async () => {
    const { order: older } = await waiting()
    store.clock.advance(minutes(1))
    const { order: newer, buyer } = await waiting()
    const { status, body } = await admin.call('GET', QUEUE)

    expect(status).toBe(200)
    expect(body.orders.slice(-2).map((one: Reply['body']) => one.reference)).toEqual([older.reference, newer.reference])
    expect(body.waiting).toBe(body.orders.length)
    expect(body.orders.at(-1)).toMatchObject({
      amount: 299,
      fullName: 'Bea Buyer',
      email: buyer.contactInfo.email,
      expiresAt: newer.expiresAt,
      lines: [{ tier: 'vip', county: 'Travis', price: 299 }],
    })
  })

  test('has a list of past decisions, newest first, in pages without gaps', async () => {
    const [verified, rejected] = [await waiting(), await waiting()]
    await verify(verified.order)
    store.clock.advance(minutes(1))
    await reject(rejected.order)
    const { body, headers } = await admin.call('GET', '/api/admin/cash-app-decisions?limit=1')
    const cursor = headers['x-next-cursor']
    const { body: next } = await admin.call('GET', `/api/admin/cash-app-decisions?limit=1&cursor=${cursor}`)

    expect(body).toMatchObject([
      { reference: rejected.order.reference, outcome: 'rejected', decidedBy: 'Ada Admin', amount: 299 },
    ])
    expect(next).toMatchObject([
      { reference: verified.order.reference, outcome: 'verified', note: 'transfer #4711', decidedBy: 'Ada Admin' },
    ])
    expect((await admin.call('GET', '/api/admin/cash-app-decisions?cursor=bm9uc2Vuc2U')).body.code).toBe('bad_request')
  })
})

describe('verifying', () => {
  test('pays the order, sells its units, records who verified the money, and confirms by email', async () => {
    const { buyer, order } = await waiting()
    const { status, body } = await verify({ reference: order.reference.toLowerCase() })

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', paymentMethod: 'cash_app', total: '299.00', payUntil: null })
    const row = await rowOf(order)
    expect(row).toMatchObject({ state: 'paid', payment: 'succeeded', decision_note: 'transfer #4711' })
    expect(row).toMatchObject({ payment_id: `cash_${row.order_id}`, decided_by: 'admin@example.com' })
    expect(await subjectsTo(buyer)).toContain(`Order ${order.reference} is confirmed`)
    expect((await buyer.call('GET', '/api/cart')).body).toMatchObject({ lines: [], pendingOrder: null })
    expect((await buyer.recordOrder()).body).toMatchObject({ status: 'completed', reference: order.reference })
  })

  test('several times at once has one effect, and each reply says so', async () => {
    const { buyer, order } = await waiting()
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(order)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 completed']))
    const confirmations = (await subjectsTo(buyer)).filter((subject) => subject.endsWith('is confirmed'))
    expect(confirmations).toHaveLength(1)
  })

  test('an order that was rejected or does not exist is refused', async () => {
    const { order } = await waiting()
    await reject(order)
    expect((await verify(order)).body.code).toBe('order_cancelled')
    expect((await verify({ reference: 'LY-22222222' })).body.code).toBe('order_not_found')
    const { body } = await admin.call('GET', QUEUE)
    expect(body.orders.map((one: Reply['body']) => one.reference)).not.toContain(order.reference)
  })

  test('an order that is paid by card is refused', async () => {
    const { buyer, order } = await waiting()
    await leaveCashApp(buyer)
    const early = await verify(order)
    const payment = (await buyer.openPayment()).body
    await buyer.pay(payment)
    const late = await verify(order)

    expect(early.body.code).toBe('order_not_found')
    expect(late.body.code).toBe('order_already_paid')
    expect((await reject(order)).body.code).toBe('order_already_paid')
    expect(await rowOf(order)).toMatchObject({ state: 'paid', payment_id: payment.paymentId })
  })

  test('after the holds expired takes fresh units if there are any', async () => {
    await store.setStock(SCARCE, 2)
    const { order } = await waiting(SCARCE)
    await runOutHoldsOf(order)
    expect((await verify(order)).body).toMatchObject({ status: 'completed', refundedTotal: '0.00' })
    expect(await stockOf(SCARCE)).toBe(1)
  })

  test('after the holds expired is refused if the units are sold, and nothing changes', async () => {
    await store.setStock(SCARCE, 1)
    const { buyer, order } = await waiting(SCARCE)
    await runOutHoldsOf(order)
    await aBuyer(store).buy(SCARCE)
    const refused = await verify(order)

    expect(refused).toMatchObject({ status: 409, body: { code: 'order_out_of_stock' } })
    expect(await rowOf(order)).toMatchObject({ state: 'awaiting_payment', payment: 'promised' })
    expect(await subjectsTo(buyer)).not.toContain(`Order ${order.reference} is confirmed`)
    expect((await reject(order)).status).toBe(200)
  })

  test('credits the sale to the rep who made it, at the usual commission', async () => {
    const rep = await aRep(store)
    await rep.reserve(VIP)
    const contactInfo = { fullName: 'Cora Customer', email: 'cora@example.com' }
    const { body: order } = await rep.call('POST', '/api/cash-app-orders', { amount: 299, contactInfo })
    await verify(order)

    expect(
      await store.rows(
        `select u.email, o.commission_bps from orders o join users u on u.user_id = o.rep_id where reference = $1`,
        [order.reference],
      ),
    ).toEqual([{ email: 'rep@example.com', commission_bps: 1_000 }])
  })
})

test('rejecting cancels the order, puts its units back on sale and tells the buyer why', async () => {
  await store.setStock(SCARCE, 1)
  const { buyer, order } = await waiting(SCARCE)
  const { status, body } = await reject(order)

  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'cancelled', closeReason: 'rejected' })
  expect(await stockOf(SCARCE)).toBe(1)
  expect(await subjectsTo(buyer)).toContain(`Order ${order.reference} was canceled`)
  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails[0]?.text).toContain('No transfer with this note came.')
  expect((await buyer.call('GET', '/api/cart')).body).toMatchObject({ lines: [], pendingOrder: null })
})

test('a day without payment cancels the order, returns the units and tells the buyer once', async () => {
  await store.setStock(SCARCE, 1)
  const { buyer, order } = await waiting(SCARCE)
  store.clock.advance(hours(24))
  await Promise.all([store.runTimers(), store.runTimers(), store.runTimers()])

  expect(await stockOf(SCARCE)).toBe(1)
  expect(await rowOf(order)).toMatchObject({ state: 'cancelled', close_reason: 'expired', payment: 'cancelled' })
  expect((await subjectsTo(buyer)).filter((subject) => subject.endsWith('was canceled'))).toHaveLength(1)
  expect((await verify(order)).body.code).toBe('order_cancelled')
  expect((await reject(order)).body.code).toBe('order_cancelled')
})

/** Ends an order's holds as the sweep does while the order still waits, since its timer may be some seconds behind. */
async function runOutHoldsOf(order: { reference: string }): Promise<void> {
  await store.rows(
    `update holds set expires_at = placed_at where owner_id = (select 'order:' || order_id from orders where reference = $1)`,
    [order.reference],
  )
  await store.runTimers()
}
