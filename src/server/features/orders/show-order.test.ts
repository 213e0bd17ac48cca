/** What the page of an order shows, and to whom. */
import { expect, test } from 'vitest'
import { aBuyer, aBuyerWith, Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (store) => store.setStock(VIP, 900))

test('the status page of an order shows the order to anyone with the link, but no data to reach or impersonate the buyer', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const { status, body, headers } = await new Client(store).call('GET', `/api/orders/${order.token}`)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    reference: order.reference,
    status: 'completed',
    total: order.total,
    paymentId: null,
    emailHint: 'b•••@example.com',
    lines: [{ tier: 'vip', county: 'Travis', isRefunded: false }],
  })
  expect(headers['cache-control']).toBe('no-store')
  const text = JSON.stringify(body)
  expect(text).not.toContain(buyer.contactInfo.email)
  expect(text).not.toContain(buyer.contactInfo.fullName)
  expect(text).not.toMatch(/secret|owner|cart:|pi_|hld_/)
})

test('the status page of an order shows name and address to the browser that bought it, or has its desk open, and to no one else', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  const another = await aBuyerWith(store, VIP)
  const hintFor = async (client: Client, cookie?: string) =>
    (await client.call('GET', `/api/orders/${order.token}`, undefined, cookie ? { cookie } : undefined)).body.emailHint

  expect(await hintFor(buyer)).toBe(buyer.contactInfo.email)
  expect(await hintFor(another)).toBe('b•••@example.com')
  const { email, fullName } = buyer.contactInfo
  const atDesk = (await (await aDesk(store, email)).call('GET', `/api/orders/${order.token}`)).body
  expect(atDesk).toMatchObject({ emailHint: email, buyerName: fullName })
  const stranger = aBuyer(store)
  await stranger.buy(VIP)
  const otherDesk = await aDesk(store, stranger.contactInfo.email)
  const atOtherDesk = (await otherDesk.call('GET', `/api/orders/${order.token}`)).body
  expect(atOtherDesk).toMatchObject({ emailHint: 'b•••@example.com', buyerName: null })
  const rows = await store.sql`select owner_id from orders where order_id = ${order.id}`
  // What the database keeps opens nothing, nor does a made-up cookie.
  for (const value of [rows[0].owner_id, rows[0].owner_id.slice(5), 'x'.repeat(32)])
    expect(await hintFor(new Client(store), `leadyard_cart=${value}`)).toBe('b•••@example.com')
})

test('the status page of an order cannot be opened by what people read out or make up', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(VIP)
  for (const name of [order.reference, order.id, order.paymentId, 'A'.repeat(32), 'B'.repeat(20)]) {
    const { status } = await new Client(store).call('GET', `/api/orders/${name}`)
    expect([400, 404]).toContain(status)
  }
})
