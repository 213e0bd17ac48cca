/** What earns a buyer credit, once and with an email: a late line, and another order within the time; a refund takes back what is not spent. */
import { afterAll, expect, test } from 'vitest'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer, Client } from '#testing/builders.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { creditOf, entriesOf, grantCredit, mailedCode, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { aSale } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { PREMIER, VIP, withStock } from '#testing/with-store.ts'

const store = withStock({ [VIP]: 900, [PREMIER]: 900 })
const admin = adminOf(store)
afterAll(async () => expect(await findCreditFaults(store.testDatabase.pool)).toEqual([]))

/** Advances the clock, then runs what the deliveries' timer runs once a minute. */
async function wait(milliseconds: number): Promise<void> {
  await store.pass(milliseconds, 'watch-deliveries')
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
    store.sql`update deliveries set state = ${state} where order_id = ${order.id} and line_number = 2`
  await hide('delivered')
  await wait(hours(25))
  await hide('waiting')
  await wait(minutes(1))

  const mails = await creditMails(email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('2 packages of your order')
})

test('the share of a late line is a setting, of what was paid minus refunds, rounded down; at zero there is no credit and no email', async () => {
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
async function refundedWhileSetAside(otherCents = 0) {
  const { order, buyer, email } = await aSale(store, VIP)
  await store.pass(hours(25), 'watch-deliveries')
  if (otherCents > 0) await grantCredit(store, email, otherCents)
  await buyer.reserve(VIP)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, (2_990 + otherCents) / 100)
  return { buyer, email, payment, orderId: order.id }
}

/** Runs all jobs as if their time had come. */
async function runLaterJobs(): Promise<void> {
  await store.sql`update graphile_worker._private_jobs set run_at = now()`
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
  expect(await store.sql`select from graphile_worker.jobs where task_identifier like 'take-%'`).toEqual([])
})

test('two refunds of a late line take back no more than it earned, whatever else comes back', async () => {
  const { orderId, email, payment } = await refundedWhileSetAside(5_000)
  for (const amount of [149.5, 149.5])
    await admin.refund(orderId, { lines: [{ lineNumber: 1, amount, isReturned: false }] })
  await closeOrder(store.ctx, payment.orderId)
  await runLaterJobs()

  expect(await creditOf(store, email)).toBe(5_000)
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

const VIP_CENTS = 29_900
const PREMIER_CENTS = 19_900
const earned = (...cents: number[]) => cents.reduce((sum, one) => sum + Math.floor(one / 20), 0)

async function buy(buyer: Buyer, ...packageIds: string[]) {
  const { body } = await buyer.buy(...packageIds)
  store.clock.advance(minutes(1))
  return body
}
async function giveCredit(): Promise<void> {
  await runScheduled(store, 'credit-returning-customers')
  await store.runJobs()
}
const has = ({ contactInfo }: Buyer) => creditOf(store, contactInfo.email)
const refundFirstLine = (orderId: string) => admin.refund(orderId, { lines: [{ lineNumber: 1, isReturned: false }] })

test('the second order earns a twentieth of each line once, with one email; the first earns nothing', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  await giveCredit()
  expect(await has(buyer)).toBe(0)
  const order = await buy(buyer, VIP, PREMIER)
  await giveCredit()
  await giveCredit()

  expect(await has(buyer)).toBe(earned(VIP_CENTS, PREMIER_CENTS))
  const mails = await creditMails(buyer.contactInfo.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['$24.90 store credit for coming back'])
  expect(mails[0]?.text).toContain(`Order ${order.reference} earned you $24.90 in store credit.`)
  expect((await new Client(store).call('GET', `/api/order-credits/${order.token}`)).body).toMatchObject({
    earned: 0,
    returning: 24.9,
  })
})

test('the same address in other letter case is the same customer, another address is not', async () => {
  const first = aBuyer(store)
  await buy(first, VIP)
  const same = aBuyer(store)
  same.contactInfo.email = first.contactInfo.email.toUpperCase()
  await buy(same, PREMIER)
  const stranger = aBuyer(store)
  await buy(stranger, PREMIER)
  await giveCredit()

  expect([await has(first), await has(stranger)]).toEqual([earned(PREMIER_CENTS), 0])
})

test('only money earns credit, not the part that credit paid', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  await buy(buyer, VIP)
  await giveCredit()
  const used = earned(VIP_CENTS)
  await buyer.reserve(PREMIER)
  await unlockCredit(store, buyer)
  const { body: payment } = await openWithCredit(buyer, used / 100)
  await buyer.pay(payment)
  await giveCredit()

  expect(await has(buyer)).toBe(earned(PREMIER_CENTS - used))
})

test('a refund of a second order before it earned credit keeps it from earning', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  const second = await buy(buyer, VIP, PREMIER)
  await refundFirstLine(second.id)
  await giveCredit()
  expect(await entriesOf(store, second.id)).toEqual([])
})

test('a refund of a line takes back what the line earned', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  const second = await buy(buyer, VIP, PREMIER)
  await giveCredit()
  expect((await refundFirstLine(second.id)).status).toBe(200)

  expect(await has(buyer)).toBe(earned(PREMIER_CENTS))
  const { body } = await new Client(store).call('GET', `/api/order-credits/${second.token}`)
  expect(body).toMatchObject({ returning: 24.9, takenBack: 14.95 })
})

test('checks of returning customers at the same moment give the credit once', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  await buy(buyer, VIP)
  await Promise.all([1, 2, 3].map(() => runScheduled(store, 'credit-returning-customers')))
  await store.runJobs()
  expect([await has(buyer), (await creditMails(buyer.contactInfo.email)).length]).toEqual([earned(VIP_CENTS), 1])
})

test('the share of a returning customer is a setting; at 0 the store gives nothing, and pages do not promise credit', async () => {
  const setShare = (before: number, after: number) =>
    admin.call('PUT', '/api/admin/settings', { changes: [{ name: 'returningCreditBps', before, after }] })
  const promises = async () => (await new Client(store).call('GET', '/api/config')).body.hasReturningCredit
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  await buy(buyer, VIP)
  expect(await promises()).toBe(true)
  expect((await setShare(500, 0)).status).toBe(200)
  await giveCredit()

  expect([await has(buyer), await promises()]).toEqual([0, false])
  await setShare(0, 1_000)
  await giveCredit()
  expect(await has(buyer)).toBe(Math.floor(VIP_CENTS / 10))
})
