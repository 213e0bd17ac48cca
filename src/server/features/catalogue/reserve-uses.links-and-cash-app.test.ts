/** Offers with the other ways to pay: links that reps send, and the cash app. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, leaveCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { addOffer, findOffer, removeOffers } from '#testing/offers.ts'
import { openLink, payLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIUM = '48453-owner-premium-50'
const FIVE = 'off_standard_extra_leads'

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
  await switchOffer(FIVE, true)
  await expectStockIdentities(store.testDatabase)
})

const switchOffer = (offerId: string, isActive: boolean): Promise<Reply> =>
  admin.call('POST', `/api/admin/offers/${offerId}/switch`, { isActive })
const cartOf = async (client: Client): Promise<Reply['body']> => (await client.call('GET', '/api/cart')).body
describe('a payment link', () => {
  test('keeps the offers it was sent with, and shows them in its email and on its page', async () => {
    const made = await addOffer(admin, { name: 'Ten percent' })
    const rep = await aRep(store)
    const contact = { fullName: 'Lena Link', email: 'lena@example.com' }
    const request = await sendLink(rep, [VIP], { contactInfo: contact })
    await switchOffer(made.id, false)
    await store.runJobs()

    const { body: page } = await aBuyer(store).call('GET', `/api/payment-request/${request.token}`)
    const [mail] = await store.mailsTo(contact.email)
    const { customer, payment } = await payLink(store, request)

    expect(page).toMatchObject({ total: '269.10', cartData: [{ price: 299, discount: 29.9, bonusLeads: 5 }] })
    expect(mail?.text).toContain('Ten percent −$29.90')
    expect(mail?.text).toContain('5 Extra Leads: 25 leads in all')
    expect(payment.amount).toBe(269.1)
    expect((await openLink(customer, request)).body.code).toBe('payment_request_paid')
    expect(await findOffer(admin, made.id)).toMatchObject({ orders: 1, cost: '29.90' })
  })

  test('keeps them when resent; after it ended it gets today’s offers and keeps its bonus leads', async () => {
    const made = await addOffer(admin, { name: 'Ten percent' })
    const rep = await aRep(store)
    const live = await sendLink(rep, [VIP])
    const ended = await sendLink(rep, [VIP])
    await switchOffer(made.id, false)
    await switchOffer(FIVE, false)
    const { body: again } = await rep.call('POST', `/api/sales/payment-requests/${live.id}/resend`, {})
    store.clock.advance(25 * 3_600_000)
    await store.runTimers()

    const resend = (total?: string) =>
      rep.call('POST', `/api/sales/payment-requests/${ended.id}/resend`, total ? { total } : {})
    const asked = await resend()
    const agreed = await resend('299.00')

    expect(again).toMatchObject({ total: '269.10', cartData: [{ discount: 29.9, bonusLeads: 5 }] })
    expect([asked.body.code, asked.body.details]).toEqual(['amount_changed', { total: '299.00' }])
    expect(agreed.body).toMatchObject({ total: '299.00', cartData: [{ discount: 0, bonusLeads: 5 }] })
  })
})

describe('a Cash App order', () => {
  test('waits for the discounted amount, is found again with it, and shows it in its emails', async () => {
    await addOffer(admin)
    const buyer = await aBuyerWith(store, VIP)

    const [first, second] = [await chooseCashApp(buyer, 269.1), await chooseCashApp(buyer, 269.1)]
    await store.runJobs()
    const [instructions] = await store.mailsTo(buyer.contactInfo.email)
    const { body: order } = await verifyCashApp(admin, first.body)

    expect([first.status, first.body.amount]).toEqual([200, 269.1])
    expect(second.body.reference).toBe(first.body.reference)
    expect(instructions?.text).toContain('A tenth off −$29.90')
    expect(instructions?.text).toContain('5 Extra Leads: 25 leads in all')
    expect(order).toMatchObject({ total: '269.10', status: 'completed', lines: [{ discount: 29.9 }] })
  })

  test('is priced again when its buyer adds to the cart', async () => {
    await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
    const buyer = await aBuyerWith(store, PREMIUM)
    const price = (await cartOf(buyer)).total
    const first = await chooseCashApp(buyer, price)
    await buyer.reserve(VIP)

    const asked = await chooseCashApp(buyer, 299 + price)
    const agreed = await chooseCashApp(buyer, Number(asked.body.details.total))

    expect(Number(asked.body.details.total)).toBe(Math.max(299, price))
    expect(agreed.body).toMatchObject({ reference: first.body.reference, amount: Math.max(299, price) })
    await leaveCashApp(buyer)
  })
  test('keeps the use it reserved when its buyer adds to the cart', async () => {
    await addOffer(admin, { usesMax: 1 })
    const buyer = await aBuyerWith(store, VIP)
    const first = await chooseCashApp(buyer, 269.1)
    await buyer.reserve(VIP)

    const together = await chooseCashApp(buyer, 538.2)

    expect(together.body).toMatchObject({ reference: first.body.reference, amount: 538.2 })
    await leaveCashApp(buyer)
  })
})
