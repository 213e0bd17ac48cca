/** What emails say about an order paid partly with store credit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Buyer, type Reply } from '#testing/builders.ts'
import { grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { sellToAnother } from '#testing/late-money.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type SentMail, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

/** A buyer whose payment is opened with some credit. */
async function opened(cents: number, ...packageIds: string[]): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = aBuyer(store)
  await grantCredit(store, buyer.contactInfo.email, cents)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  await unlockCredit(store, buyer)
  return { buyer, payment: (await openWithCredit(buyer, cents / 100)).body }
}

async function mailTo(buyer: Buyer, subject: RegExp): Promise<SentMail> {
  await store.runJobs()
  const mail = (await store.mailsTo(buyer.contactInfo.email)).find((one) => subject.test(one.subject))
  if (!mail) throw new Error(`no mail is called ${subject}`)
  return mail
}

test('the confirmation says what card and credit paid, and the refund says what goes back to each', async () => {
  const { buyer, payment } = await opened(5_000, VIP)
  await buyer.confirm(payment)
  const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

  const confirmation = await mailTo(buyer, /is confirmed/)
  expect(confirmation.text).toContain('Total: $299.00\nPaid by store credit: $50.00\nPaid by Credit Card: $249.00')
  expect(confirmation.html).toContain('Paid by store credit')

  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, { attemptId: 'attempt-words-1', reason: 'Asked.' })
  const refunded = await mailTo(buyer, /refund of \$299\.00/)
  expect(refunded.text).toContain(
    '$249.00 goes back to the card you paid with, $50.00 as store credit, as you paid. Card refunds take',
  )
  const { body: shown } = await admin.call('GET', `/api/admin/orders/${order.id}`)
  expect(shown.refunds).toMatchObject([{ amount: '249.00', credit: '50.00' }])
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'paid', detail: '$299.00, including $50.00 of store credit' }),
  )
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'refund_decided', detail: '$299.00, Ada Admin' }),
  )
})

test('an order paid by credit alone is confirmed and refunded without mentioning a card', async () => {
  const { buyer } = await opened(29_900, VIP)
  const { body: order } = await buyer.recordOrder({ paymentMethod: 'free' })

  expect((await mailTo(buyer, /is confirmed/)).text).toContain('Total: $299.00\nPaid by store credit: $299.00\n')
  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, { attemptId: 'attempt-words-2', reason: 'Asked.' })
  expect((await mailTo(buyer, /refund of/)).text).toContain(
    '$299.00 as store credit, as you paid. You can use it at once.',
  )
})

test('a refund that takes back late-delivery credit says so in its email and on the buyer’s page', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  store.clock.advance(hours(25))
  await runScheduled(store, 'watch-deliveries')
  const admin = await anAdmin(store)

  await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, { attemptId: 'attempt-words-3', reason: 'Late.' })

  expect((await mailTo(buyer, /refund of \$299\.00/)).text).toContain(
    'to show on your statement. The $29.90 in store credit you received for its late delivery was taken back.',
  )
  expect((await buyer.call('GET', `/api/order-credits/${order.token}`)).body).toMatchObject({
    earned: 29.9,
    takenBack: 29.9,
  })
})

test('emails about late money say how much goes to the card and how much becomes credit', async () => {
  await store.setStock(VIP, 1)
  await store.setStock(PREMIER, 1)
  const one = await opened(10_000, VIP, PREMIER)
  store.clock.advance(minutes(31))
  await store.runTimers()
  await sellToAnother(store, PREMIER)
  await one.buyer.confirm(one.payment)
  await one.buyer.recordOrder({ paymentId: one.payment.paymentId })
  expect((await mailTo(one.buyer, /is confirmed/)).text).toMatch(
    /\$\d+\.\d\d goes back to your card, \$\d+\.\d\d as store credit for the packages marked as refunded/,
  )

  await store.setStock(VIP, 1)
  const all = await opened(10_000, VIP)
  store.clock.advance(minutes(31))
  await store.runTimers()
  await sellToAnother(store, VIP)
  await all.buyer.confirm(all.payment)
  await all.buyer.recordOrder({ paymentId: all.payment.paymentId })
  expect((await mailTo(all.buyer, /: refunded/)).text).toContain(
    'We are refunding the full amount: $199.00 goes back to your card, $100.00 as store credit.',
  )
})
