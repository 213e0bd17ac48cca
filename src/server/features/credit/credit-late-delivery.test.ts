/** A late line earns its buyer credit once, and the buyer is told. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { creditOf, mailedCode, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { aSale } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp()
  await store.setStock(VIP, 900)
  await store.setStock(PREMIER, 900)
})
afterAll(() => store.close())

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
  await expectStockIdentities(store.testDatabase)
})

test('a line that becomes late after the email about another went out is reported too', async () => {
  const { order, email } = await aSale(store, VIP, PREMIER)
  const hide = (state: string) =>
    store.testDatabase.pool.query('update deliveries set state = $2 where order_id = $1 and line_number = 2', [
      order.id,
      state,
    ])
  await hide('delivered')
  await wait(hours(25))
  await hide('waiting')

  await wait(minutes(1))

  const mails = await creditMails(email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('2 packages of your order')
})

describe('the credited share', () => {
  const setShare = async (before: number, after: number) => {
    const admin = await anAdmin(store)
    const body = { changes: [{ name: 'lateCreditBps', before, after }] }
    expect((await admin.call('PUT', '/api/admin/settings', body)).status).toBe(200)
  }

  test('is a setting, rounded down to the cent', async () => {
    await setShare(1_000, 333)
    const { order, email } = await aSale(store, VIP)

    await wait(hours(25))

    expect(await creditOf(store, email)).toBe(Math.floor((order.lines[0].price * 100 * 333) / 10_000))
  })

  test('can be zero, which gives no credit and sends no email', async () => {
    await setShare(1_000, 0)
    const { email } = await aSale(store, VIP)

    await wait(hours(25))

    expect(await creditOf(store, email)).toBe(0)
    expect(await creditMails(email)).toEqual([])
  })

  test('applies to what was paid for the line minus refunds', async () => {
    const { order, email } = await aSale(store, VIP)
    const admin = await anAdmin(store)
    await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
      attemptId: 'attempt-partly',
      reason: 'The buyer asked.',
      lines: [{ lineNumber: 1, amount: 99, isReturned: false }],
    })

    await wait(hours(25))

    expect(await creditOf(store, email)).toBe((29_900 - 9_900) / 10)
    await expectStockIdentities(store.testDatabase)
  })
})

test('late-delivery credit pays for the next order of the same address in any letter case', async () => {
  const { buyer, email } = await aSale(store, VIP)
  await wait(hours(25))
  buyer.contactInfo.email = email.toUpperCase()
  await buyer.reserve(VIP)
  await buyer.call('POST', '/api/credit/codes', { email })
  await buyer.call('POST', '/api/credit/open', { email, code: await mailedCode(store, email) })

  const { body: payment } = await openWithCredit(buyer, 29.9)
  await buyer.confirm(payment)
  const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })

  expect(order).toMatchObject({ status: 'completed', credit: '29.90' })
  expect(await creditOf(store, email)).toBe(0)
  expect((await unlockCredit(store, buyer)).status).toBe(400)
  await expectStockIdentities(store.testDatabase)
})
