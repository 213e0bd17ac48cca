/** A line leaves a cart only when no card can pay for it anymore. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Buyer, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { sellToAnother } from '#testing/late-money.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const DEAR = '48453-vacant-premium-100'
const CHEAP = '48453-owner-premium-50'
const OTHER = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [CHEAP, OTHER]) await store.setStock(packageId, 900)
  admin = await anAdmin(store)
})
afterAll(() => store.close())
afterEach(() => expectStockIdentities(store.testDatabase))

async function atCheckout(...packageIds: string[]): Promise<{ buyer: Buyer; payment: Reply['body']; holds: string[] }> {
  const buyer = aBuyer(store)
  const holds = []
  for (const packageId of packageIds) holds.push((await buyer.reserve(packageId)).body.holdId)
  return { buyer, payment: (await buyer.openPayment()).body, holds }
}
const stateOf = async ({ paymentId }: Reply['body']): Promise<string> =>
  (await cardProvider(store).intent(paymentId)).status
const packagesOf = async (buyer: Client): Promise<string[]> =>
  (await buyer.call('GET', '/api/cart')).body.lines.map((line: Reply['body']) => line.packageId)

describe('a line being released', () => {
  test('stays once its payment is confirmed, and both packages of a two-for-one are paid', async () => {
    await store.setStock(DEAR, 1)
    await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
    const { buyer, payment } = await atCheckout(DEAR, CHEAP)
    await buyer.confirm(payment)

    const released = await buyer.release(DEAR)
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    await removeOffers(admin)

    expect(released).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
    expect((await aBuyer(store).reserve(DEAR)).body.code).toBe('out_of_stock')
    expect(order).toMatchObject({ status: 'completed', refundedTotal: '0.00' })
    expect(order.lines.map((line: Reply['body']) => line.isRefunded)).toEqual([false, false])
  })

  test('first has its unconfirmed payment canceled, so it can never be charged', async () => {
    await store.setStock(DEAR, 1)
    await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
    const { buyer, payment } = await atCheckout(DEAR, CHEAP)

    const released = await buyer.release(DEAR)
    await sellToAnother(store, DEAR)
    const confirmed = await buyer.confirm(payment)
    const recorded = await buyer.recordOrder({ paymentId: payment.paymentId })
    await removeOffers(admin)

    expect(released.status).toBe(200)
    expect(confirmed.status).toBe(400)
    expect(recorded.status).not.toBe(200)
    expect(await stateOf(payment)).toBe('canceled')
    expect(await packagesOf(buyer)).toEqual([CHEAP])
    expect((await buyer.buy()).body).toMatchObject({ status: 'completed', lines: [{ isRefunded: false }] })
  })

  test('stays with a reason while its buyer is in 3-D Secure, and is released if that fails', async () => {
    const { buyer, payment } = await atCheckout(CHEAP, OTHER)
    await buyer.confirm(payment, 'pm_card_threeDSecure2Required')

    const during = await buyer.release(CHEAP)
    await cardProvider(store).endChallenge(payment.paymentId, 'fail')
    const failed = await buyer.release(CHEAP)

    expect(during).toMatchObject({ status: 409, body: { code: 'hold_of_order' } })
    expect(during.body.message).toContain('You are paying for this package right now')
    expect(failed.status).toBe(200)
    expect(await packagesOf(buyer)).toEqual([OTHER])
    await buyer.release(OTHER)
  })

  test('stays while the provider does not answer', async () => {
    const { buyer } = await atCheckout(CHEAP)
    await store.control({ fail_next: '9', fail_match: 'payment_intents', fail_status: '500' })

    const released = await buyer.release(CHEAP)
    await store.control({ reset: 'true' })

    expect(released).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    expect(await packagesOf(buyer)).toEqual([CHEAP])
    expect((await buyer.release(CHEAP)).status).toBe(200)
  })

  test('without a payment asks no one, and the open payment for the others continues', async () => {
    const { buyer, payment } = await atCheckout(CHEAP)
    await buyer.reserve(OTHER)

    expect((await buyer.release(OTHER)).status).toBe(200)

    expect(await stateOf(payment)).toBe('requires_payment_method')
    await buyer.release(CHEAP)
  })

  test('together with all others is released and leaves no payment', async () => {
    const { buyer, payment, holds } = await atCheckout(CHEAP, CHEAP, OTHER)

    const replies = await Promise.all(
      [CHEAP, CHEAP, OTHER].map((packageId, index) => buyer.release(packageId, holds[index])),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stateOf(payment)).toBe('canceled')
  })
})

describe('a hold that an administrator releases', () => {
  const free = (holdId: string | undefined): Promise<Reply> =>
    admin.call('POST', `/api/admin/holds/${holdId}/release`, { reason: 'Stuck.' })

  test('first has a payment that waits for a card canceled', async () => {
    const { buyer, payment, holds } = await atCheckout(CHEAP)

    expect((await free(holds[0])).body).toMatchObject({ state: 'released' })

    expect(await stateOf(payment)).toBe('canceled')
    expect((await buyer.confirm(payment)).status).toBe(400)
  })

  test('is sold if the payment was faster', async () => {
    const { buyer, payment, holds } = await atCheckout(CHEAP)
    await buyer.confirm(payment)

    expect((await free(holds[0])).body).toMatchObject({ state: 'sold' })
  })

  test('stays while its buyer is in 3-D Secure', async () => {
    const { buyer, payment, holds } = await atCheckout(CHEAP)
    await buyer.confirm(payment, 'pm_card_threeDSecure2Required')

    expect((await free(holds[0])).body.code).toBe('hold_of_order')

    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    await buyer.recordOrder({ paymentId: payment.paymentId })
  })

  test('of a link is refused, and its payment continues', async () => {
    const request = await sendLink(await aRep(store), [OTHER])
    const { body: payment } = await openLink(aBuyer(store), request)
    const { rows } = await store.testDatabase.pool.query(
      `select hold_id from order_lines l join payments p using (order_id) where payment_id = $1`,
      [payment.paymentId],
    )

    expect((await free(rows[0].hold_id)).body.code).toBe('hold_of_link')

    expect(await stateOf(payment)).toBe('requires_payment_method')
  })
})
