/** Customers who order again get store credit within a day, once for each order, and never for one that was refunded. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer, Client } from '#testing/builders.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { creditOf, entriesOf, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const VIP_CENTS = 29_900
const PREMIER_CENTS = 19_900
const earned = (...cents: number[]) => cents.reduce((sum, one) => sum + Math.floor(one / 20), 0)

const store = withStore()
const admin = adminOf(store)
beforeEach(async () => {
  await store.setStock(VIP, 50)
  await store.setStock(PREMIER, 50)
})
afterAll(async () => {
  expect(await findCreditFaults(store.testDatabase.pool)).toEqual([])
})

async function buy(buyer: Buyer, ...packageIds: string[]) {
  const { body } = await buyer.buy(...packageIds)
  store.clock.advance(minutes(1))
  return body
}
async function giveCredit(): Promise<void> {
  await runScheduled(store, 'credit-returning-customers')
  await store.runJobs()
}
const creditMails = async ({ contactInfo }: Buyer) =>
  (await store.mailsTo(contactInfo.email)).filter(({ subject }) => subject.includes('store credit'))
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
  const mails = await creditMails(buyer)
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

describe('a refund', () => {
  test('of the second order before it earned credit keeps it from earning', async () => {
    const buyer = aBuyer(store)
    await buy(buyer, VIP)
    const second = await buy(buyer, VIP, PREMIER)
    await refundFirstLine(second.id)
    await giveCredit()
    expect(await entriesOf(store, second.id)).toEqual([])
  })

  test('of a line takes back what the line earned', async () => {
    const buyer = aBuyer(store)
    await buy(buyer, VIP)
    const second = await buy(buyer, VIP, PREMIER)
    await giveCredit()
    expect((await refundFirstLine(second.id)).status).toBe(200)

    expect(await has(buyer)).toBe(earned(PREMIER_CENTS))
    const { body } = await new Client(store).call('GET', `/api/order-credits/${second.token}`)
    expect(body).toMatchObject({ returning: 24.9, takenBack: 14.95 })
  })
})

test('checks at the same moment give the credit once', async () => {
  const buyer = aBuyer(store)
  await buy(buyer, VIP)
  await buy(buyer, VIP)
  await Promise.all([1, 2, 3].map(() => runScheduled(store, 'credit-returning-customers')))
  await store.runJobs()
  expect([await has(buyer), (await creditMails(buyer)).length]).toEqual([earned(VIP_CENTS), 1])
})

test('the share is a setting; at 0 the store gives nothing, and pages do not promise credit', async () => {
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
