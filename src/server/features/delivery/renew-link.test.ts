/** A buyer at the desk gets a new link in place of one that is over. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import {
  aBackedPackage,
  aDelivery,
  deliveryMailsTo,
  deliveryRows,
  download,
  openDelivery,
} from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const renew = (by: Client, orderToken: string) => by.call('POST', `/api/order-deliveries/${orderToken}/renew`)
const linesOf = async (by: Client, orderToken: string) =>
  (await by.call('GET', `/api/order-deliveries/${orderToken}`)).body

/** A download whose link is over and whose files are deleted. */
async function anExpiredDelivery() {
  const delivery = await aDelivery(store, await aBackedPackage(store))
  const { bytes } = await download(store, `/api/deliveries/${delivery.token}/1/csv`)
  store.clock.advance(days(31))
  await runScheduled(store, 'forget-old-rows')
  return { ...delivery, bytes }
}

test('the new link opens the same leads, is mailed, and leaves the time of delivery as it was', async () => {
  const { order, email, token, bytes } = await anExpiredDelivery()
  const [before] = await deliveryRows(store, order.id)
  const desk = await aDesk(store, email)
  expect(await linesOf(desk, order.token)).toMatchObject([{ deliveryToken: null, canRenew: true }])

  const reply = await renew(desk, order.token)
  await store.runJobs()

  expect(reply).toMatchObject({ status: 200, body: [{ canRenew: false, deliveryToken: expect.any(String) }] })
  const [{ deliveryToken }] = reply.body
  const again = await download(store, `/api/deliveries/${deliveryToken}/1/csv`)
  expect(again.bytes.equals(bytes)).toBe(true)
  expect((await openDelivery(store, token)).status).toBe(404)
  const [mail] = await deliveryMailsTo(store, email)
  expect(mail?.text).toContain(`/delivery/${deliveryToken}`)
  const [after] = await deliveryRows(store, order.id)
  expect(after).toMatchObject({ state: 'delivered', sent_at: before?.sent_at, delivered_at: before?.delivered_at })
})

test('asked for twenty times at once, there is one new link', async () => {
  const { order, email } = await anExpiredDelivery()
  const desk = await aDesk(store, email)

  const replies = await Promise.all(Array.from({ length: 20 }, () => renew(desk, order.token)))

  expect(new Set(replies.map(({ body }) => body[0].deliveryToken)).size).toBe(1)
  const { rows } = await store.testDatabase.pool.query('select from delivery_handovers where order_id = $1', [order.id])
  expect(rows).toHaveLength(2)
})

test('a link that still works stays', async () => {
  const { order, email, token } = await aDelivery(store, await aBackedPackage(store))

  const { body } = await renew(await aDesk(store, email), order.token)

  expect(body).toMatchObject([{ deliveryToken: token, canRenew: false }])
})

test('without the desk of the order’s address, nothing is renewed or offered', async () => {
  const { order } = await anExpiredDelivery()
  const { email: otherEmail } = await anExpiredDelivery()
  const visitor = new Client(store)
  const other = await aDesk(store, otherEmail)

  expect(await renew(visitor, order.token)).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
  expect(await renew(other, order.token)).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  expect(await renew(other, 'no-such-token-000000000000')).toMatchObject({ status: 404 })
  for (const by of [visitor, other, await anAdmin(store)])
    expect(await linesOf(by, order.token)).toMatchObject([{ deliveryToken: null, canRenew: false }])
})

test('a refunded package gets no new link', async () => {
  const { order, email } = await anExpiredDelivery()
  const admin = await anAdmin(store)
  await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, { attemptId: `whole-${order.id}`, reason: 'Bad.' })

  const { body } = await renew(await aDesk(store, email), order.token)

  expect(body).toMatchObject([{ state: 'cancelled', deliveryToken: null, canRenew: false }])
})
