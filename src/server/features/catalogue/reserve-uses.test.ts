/** Limits of offers are never exceeded, however many buyers pay at the same moment. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, rejectCashApp } from '#testing/cash-app.ts'
import { addOffer, payAsShown, removeOffers, usedOf } from '#testing/offers.ts'
import { sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const FULL = 299
const REDUCED = 269.1

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIUM]) await store.setStock(packageId, 5000)
  admin = await anAdmin(store)
})
afterAll(() => store.close())
afterEach(async () => {
  await removeOffers(admin)
  await expectStockIdentities(store.testDatabase)
})

const cartOf = async (client: Client): Promise<Reply['body']> => (await client.call('GET', '/api/cart')).body

describe('an offer that can be used once', () => {
  test('is used by exactly one of twenty buyers who pay at once; all others are asked first', async () => {
    const offer = await addOffer(admin, { name: 'First come', usesMax: 1 })
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aBuyerWith(store, VIP)))

    const paid = await Promise.all(buyers.map(payAsShown))

    expect(paid.filter(({ order }) => order.total === '269.10')).toHaveLength(1)
    expect(paid.filter(({ order }) => order.total === '299.00')).toHaveLength(19)
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

  test('is used only once on two nodes as well', async () => {
    const other = await createTestApp({ beside: store })
    try {
      const offer = await addOffer(admin, { usesMax: 1 })
      const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => aBuyerWith(n % 2 ? other : store, VIP)))
      const paid = await Promise.all(buyers.map(payAsShown))
      expect(paid.filter(({ order }) => order.total === '269.10')).toHaveLength(1)
      expect(await usedOf(store, offer.id)).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('stays with the cart whose order reserved it, whatever others see', async () => {
    await addOffer(admin, { usesMax: 1 })
    const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    await first.openPayment()

    expect([(await cartOf(first)).total, (await cartOf(second)).total]).toEqual([REDUCED, FULL])
    const again = await first.openPayment(REDUCED)
    expect(again.status).toBe(200)
    expect((await payAsShown(first)).order.total).toBe('269.10')
    await first.reserve(VIP)
    expect((await cartOf(first)).total).toBe(FULL)
    await first.release(VIP)
    await second.release(VIP)
  })

  test('is free again once the cart no longer uses it', async () => {
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
    const [first, second] = [await aBuyerWith(store, VIP, PREMIUM), await aBuyerWith(store, VIP)]
    await first.openPayment()
    await first.release(VIP)

    const without = await first.openPayment()

    expect(without.status).toBe(200)
    expect(await usedOf(store, offer.id)).toBe(0)
    await expect.poll(async () => (await cartOf(second)).total).toBe(REDUCED)
    expect((await payAsShown(second)).order.total).toBe('269.10')
    await first.release(PREMIUM)
  })

  test('stays used if the card paid for it before the cart changed', async () => {
    const offer = await addOffer(admin, { usesMax: 1, leadTypes: ['vacant'] })
    const first = await aBuyerWith(store, VIP, PREMIUM)
    const { total } = await cartOf(first)
    const payment = (await first.openPayment()).body
    await first.confirm(payment)
    await first.release(VIP)

    const changed = await first.openPayment()

    expect(changed.status).toBe(409)
    expect(await usedOf(store, offer.id)).toBe(1)
    expect((await cartOf(await aBuyerWith(store, VIP))).total).toBe(FULL)
    const { body: order } = await first.recordOrder({ paymentId: payment.paymentId })
    expect([order.status, Number(order.total)]).toEqual(['completed', total])
  })

  test('is free again when an abandoned order is closed', async () => {
    const offer = await addOffer(admin, { usesMax: 1 })
    const first = await aBuyerWith(store, VIP)
    const chosen = await chooseCashApp(first, REDUCED)
    expect([chosen.status, await usedOf(store, offer.id)]).toEqual([200, 1])

    await rejectCashApp(admin, chosen.body)

    expect(await usedOf(store, offer.id)).toBe(0)
    await expect.poll(async () => (await cartOf(await aBuyerWith(store, VIP))).total).toBe(REDUCED)
  })

  test('with bonus leads is refused before payment if no use is left, even at the same amount', async () => {
    await addOffer(admin, { name: 'Fifty more', kind: 'extra_leads', value: 50, usesMax: 1, isCombinable: false })
    const [first, second] = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
    expect((await cartOf(second)).lines[0].bonusLeads).toBe(50)
    await payAsShown(first)

    const { order, refusals } = await payAsShown(second)

    expect(refusals.map((refusal) => [refusal.code, refusal.details.total])).toEqual([['amount_changed', '299.00']])
    expect(refusals[0].message).toContain('“Fifty more” has been used up.')
    expect(order.lines[0]).toMatchObject({ bonusLeads: 0, offers: [] })
  })
})

describe('a payment link with a limited offer', () => {
  test('keeps its use while it lives and when it is resent, and returns it when it ends', async () => {
    const offer = await addOffer(admin, { usesMax: 1 })
    const rep = await aRep(store)
    const first = await sendLink(rep, [VIP])
    const again = (await rep.call('POST', `/api/sales/payment-requests/${first.id}/resend`, {})).body
    expect([again.total, await usedOf(store, offer.id)]).toEqual(['269.10', 1])

    store.clock.advance(hours(25))
    await store.runTimers()

    expect(await usedOf(store, offer.id)).toBe(0)
  })

  test('costs the full price when resent after it ended and its use went to another buyer', async () => {
    await addOffer(admin, { usesMax: 1 })
    const rep = await aRep(store)
    const request = await sendLink(rep, [VIP])
    store.clock.advance(hours(25))
    await store.runTimers()
    await expect.poll(async () => (await aBuyer(store).call('GET', '/api/offers')).body.length).toBe(2)
    await aBuyer(store).buy(VIP)
    await expect.poll(async () => (await aBuyer(store).call('GET', '/api/offers')).body.length).toBe(1)

    const resend = (total?: string) =>
      rep.call('POST', `/api/sales/payment-requests/${request.id}/resend`, total ? { total } : {})
    const asked = await resend()
    const agreed = await resend('299.00')

    expect([asked.body.code, asked.body.details.total]).toEqual(['amount_changed', '299.00'])
    expect(agreed.body.total).toBe('299.00')
  })

  test('marked as paid after it ended keeps its price, even if no use is left', async () => {
    await addOffer(admin, { usesMax: 1 })
    const rep = await aRep(store)
    const request = await sendLink(rep, [VIP])
    store.clock.advance(hours(25))
    await store.runTimers()
    await expect.poll(async () => (await aBuyer(store).call('GET', '/api/offers')).body.length).toBe(2)
    await aBuyer(store).buy(VIP)

    const reply = await admin.call('POST', `/api/admin/payment-request/${request.token}/mark-paid`, {
      reference: 'check',
    })

    expect([reply.status, reply.body.status, reply.body.total]).toEqual([200, 'paid', '269.10'])
  })
})
