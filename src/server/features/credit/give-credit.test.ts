/** A late line earns its buyer credit once, and the buyer is told; a refund takes back what is not spent. */
import { expect, test } from 'vitest'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { adminOf, Client } from '#testing/builders.ts'
import { creditOf, entriesOf, grantCredit, mailedCode, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { aSale } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })
const admin = adminOf(store)

/** Advances the clock, then runs what the deliveries' timer runs once a minute. */
async function wait(milliseconds: number): Promise<void> {
  store.clock.advance(milliseconds)
  await runScheduled(store, 'watch-deliveries')
  await store.runJobs()
}

const creditMails = async (email: string) =>
  (await store.mailsTo(email)).filter(({ subject }) => subject.includes('store credit'))

test('a late order earns a tenth of each line once, with one email that says how to use it', async () => {
  const { order, email } = await aSale(store, VIP, PREMIER)
  const [vip, premier] = order.lines.map(({ price }: { price: number }) => Math.floor(price * 10))
  await wait(hours(24) - minutes(1))
  expect(await creditOf(store, email)).toBe(0)
  await wait(minutes(2))
  await wait(hours(1))

  const amount = `$${((vip + premier) / 100).toFixed(2)}`
  expect(await creditOf(store, email)).toBe(vip + premier)
  const mails = await creditMails(email)
  expect(mails.map(({ subject }) => subject)).toEqual([`${amount} store credit for order ${order.reference}`])
  expect(mails[0]?.text).toContain(`To make up for it, we added ${amount} in store credit to your account.`)
  expect(mails[0]?.text).toContain(`Your store credit balance: ${amount}`)
  expect(mails[0]?.text).toContain('press “Use store credit” at checkout')
  expect(mails[0]?.text).toContain(`$${(vip / 100).toFixed(2)} store credit`)
  const { body } = await new Client(store).call('GET', `/api/order-credits/${order.token}`)
  expect(body).toEqual({ earned: (vip + premier) / 100, returning: 0, takenBack: 0, granted: 0, refunded: 0 })
})

test('a line that becomes late after the email about another went out is reported too', async () => {
  const { order, email } = await aSale(store, VIP, PREMIER)
  const hide = (state: string) =>
    store.rows('update deliveries set state = $2 where order_id = $1 and line_number = 2', [order.id, state])
  await hide('delivered')
  await wait(hours(25))
  await hide('waiting')
  await wait(minutes(1))

  const mails = await creditMails(email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('2 packages of your order')
})

test('the share is a setting, of what was paid minus refunds, rounded down; at zero there is no credit and no email', async () => {
  const setShare = async (before: number, after: number) => {
    const body = { changes: [{ name: 'lateCreditBps', before, after }] }
    expect((await admin.call('PUT', '/api/admin/settings', body)).status).toBe(200)
  }
  await setShare(1_000, 0)
  const none = await aSale(store, VIP)
  await wait(hours(25))
  await setShare(0, 333)
  const { order, email } = await aSale(store, VIP)
  await admin.refund(order.id, { lines: [{ lineNumber: 1, amount: 99, isReturned: false }] })
  await wait(hours(25))
  await setShare(333, 1_000)

  expect(await creditOf(store, email)).toBe(Math.floor((20_000 * 333) / 10_000))
  expect(await creditOf(store, none.email)).toBe(0)
  expect(await creditMails(none.email)).toEqual([])
})

test('late-delivery credit pays for the next order of the same address in any letter case', async () => {
  const { buyer, email } = await aSale(store, VIP)
  await wait(hours(25))
  buyer.contactInfo.email = email.toUpperCase()
  await buyer.reserve(VIP)
  await buyer.call('POST', '/api/credit/codes', { email })
  await buyer.call('POST', '/api/credit/open', { email, code: await mailedCode(store, email) })
  const { body: payment } = await openWithCredit(buyer, 29.9)
  const { body: order } = await buyer.pay(payment)

  expect(order).toMatchObject({ status: 'completed', credit: '29.90' })
  expect(await creditOf(store, email)).toBe(0)
  expect((await unlockCredit(store, buyer)).status).toBe(400)
})

/** A late order whose credit its buyer's next cart has set aside, and that is then refunded. */
async function refundedWhileSetAside() {
  const { order, buyer, email } = await aSale(store, VIP)
  store.clock.advance(hours(25))
  await runScheduled(store, 'watch-deliveries')
  await buyer.reserve(VIP)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, 29.9)
  return { buyer, email, payment, orderId: order.id }
}

/** Runs all jobs as if their time had come. */
async function runLaterJobs(): Promise<void> {
  await store.rows('update graphile_worker._private_jobs set run_at = now()')
  await store.runJobs()
}

test('late-delivery credit set aside during the refund is taken back once that order ends', async () => {
  const { orderId, email, payment } = await refundedWhileSetAside()
  await admin.refund(orderId)
  await runLaterJobs()
  const whileWaiting = await entriesOf(store, orderId)
  await closeOrder(store.ctx, payment.orderId)
  await runLaterJobs()
  await runLaterJobs()

  expect(whileWaiting).toEqual([{ reason: 'late', cents: 2_990 }])
  expect(await creditOf(store, email)).toBe(0)
  expect(await entriesOf(store, orderId)).toEqual([
    { reason: 'late', cents: 2_990 },
    { reason: 'taken_back', cents: -2_990 },
  ])
})

test('late-delivery credit stays spent if the order that set it aside was paid', async () => {
  const { orderId, buyer, email, payment } = await refundedWhileSetAside()
  await admin.refund(orderId)
  await buyer.pay(payment)
  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(0)
  expect(await entriesOf(store, orderId)).toEqual([{ reason: 'late', cents: 2_990 }])
  expect(await store.rows(`select from graphile_worker.jobs where task_identifier like 'take-%'`)).toEqual([])
})

test('takes back neither credit from other sources nor credit returned by a refund', async () => {
  const { orderId, buyer, email, payment } = await refundedWhileSetAside()
  const { body: second } = await buyer.pay(payment)
  await admin.refund(orderId)
  await grantCredit(store, email, 5_000)
  await admin.refund(second.id)
  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(5_000 + 2_990)
})
