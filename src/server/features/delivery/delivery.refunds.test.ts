/** What happens to a delivery when its order is refunded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, Client, type Reply } from '#testing/builders.ts'
import {
  aBackedPackage,
  aDelivery,
  aSale,
  csvRows,
  deliveryMailsTo,
  deliveryRows,
  deliveryTokenIn,
  download,
} from '#testing/deliveries.ts'
import { boughtAndDisputed, decide, disputeEvents, hearOf } from '#testing/disputes.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addOffer, removeOffers } from '#testing/offers.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(COUNTED, 900)
})
afterAll(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  await store.close()
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const open = (token: string): Promise<Reply> => new Client(store).call('GET', `/api/deliveries/${token}`)
const INVALID = { status: 404, body: { code: 'delivery_link_invalid', message: 'This link is not valid' } }

describe('a refund', () => {
  const refund = async (orderId: string, lines?: object[]) => {
    const admin = await anAdmin(store)
    return admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
      attemptId: `attempt-${orderId.slice(-12)}`,
      reason: 'The buyer changed their mind.',
      ...(lines ? { lines } : {}),
    })
  }
  const returnedOf = async (orderId: string) =>
    (
      await query('select count(*)::int as leads from order_leads where order_id = $1 and returned_at is not null', [
        orderId,
      ])
    )[0]?.leads

  test('before the delivery cancels it and returns the leads', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))

    await refund(order.id)
    await store.runJobs()

    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }])
    expect(await deliveryMailsTo(store, email)).toEqual([])
    expect(await returnedOf(order.id)).toBe(25)
  })

  test('after the link was made ends the link but takes no leads back, since the buyer may have seen them', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))

    await refund(order.id)

    expect(await returnedOf(order.id)).toBe(0)
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }])
    expect(await open(token)).toMatchObject(INVALID)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toEqual([])
  })

  test('of delivered leads never counts them as returned, even if the administrator asks for that', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store), COUNTED)
    const stock = async () => (await query('select available from packages where package_id = $1', [COUNTED]))[0]
    const before = await stock()
    const rows = await deliveryRows(store, order.id)
    const [first, second] = rows.filter(({ kind }) => kind === 'leads')

    await refund(order.id, [{ lineNumber: first?.line_number, amount: '10.00', isReturned: true }])
    const states = (await deliveryRows(store, order.id)).map(({ state }) => state)
    const admin = await anAdmin(store)
    const rest = { attemptId: 'attempt-the-rest', reason: 'Wrong county.' }
    await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, rest)

    expect(states).toEqual(rows.map(({ state }) => state))
    const lines = (await admin.call('GET', `/api/admin/orders/${order.id}`)).body.lines
    const isBack = (row: Record<string, unknown> | undefined) =>
      lines.find((line: Reply['body']) => line.lineNumber === row?.line_number)
    for (const row of [first, second])
      expect(isBack(row)).toMatchObject({
        isReturned: false,
        left: 0,
        delivery: { kind: 'leads', state: 'cancelled', isHandedOver: true },
      })
    expect(lines.filter((line: Reply['body']) => line.isReturned)).toMatchObject([{ delivery: { kind: 'by_hand' } }])
    expect(await stock()).toEqual({ available: before.available + 1 })
    expect(
      await query('select sum(packages)::int as packages from sale_entries where order_id = $1', [order.id]),
    ).toEqual([{ packages: 2 }])
    const [audit] = (await admin.call('GET', '/api/admin/audit?action=order_refunded')).body
    expect(audit.after).toMatchObject({ packagesReturned: 1 })
  })

  test('of a whole two-for-one order ends the links to both packages', async () => {
    const admin = await anAdmin(store)
    await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0 })
    const { order, token } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))
    await removeOffers(admin)

    await refund(order.id)

    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
    expect(await open(token)).toMatchObject(INVALID)
  })

  test('of the only undelivered line leaves the order processed', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store), COUNTED)
    const [waiting] = (await deliveryRows(store, order.id)).filter(({ state }) => state === 'waiting')

    await refund(order.id, [{ lineNumber: waiting?.line_number, isReturned: true }])

    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('of part of a line before the delivery still delivers all its leads', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))

    await refund(order.id, [{ lineNumber: 1, amount: '10.00', isReturned: false }])
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, email)

    const file = await download(store, `/api/deliveries/${deliveryTokenIn(mail)}/1/csv`)
    expect(csvRows(file.bytes)).toHaveLength(26)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
    expect(await returnedOf(order.id)).toBe(0)
  })

  test('of one of two packages before the delivery delivers only the other', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store), await aBackedPackage(store))

    await refund(order.id, [{ lineNumber: 1, isReturned: true }])
    await store.runJobs()
    const [mail, ...more] = await deliveryMailsTo(store, email)

    expect(more).toEqual([])
    expect((await open(deliveryTokenIn(mail))).body.packages).toMatchObject([{ lineNumber: 2 }])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }, { state: 'sent' }])
    expect(await returnedOf(order.id)).toBe(25)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('of part of a delivered line does not change the delivery', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))

    await refund(order.id, [{ lineNumber: 1, amount: '10.00', isReturned: false }])

    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'sent' }])
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(200)
  })

  test('of the whole order also ends a link that was used; the download stays on record', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    await download(store, `/api/deliveries/${token}/1/csv`)

    await refund(order.id)

    expect(await open(token)).toMatchObject(INVALID)
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toEqual([])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'delivered', delivered_at: expect.any(Date) }])
    expect((await new Client(store).call('GET', `/api/order-deliveries/${order.token}`)).body).toMatchObject([
      { state: 'cancelled', deliveryToken: null },
    ])
    const admin = await anAdmin(store)
    const again = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId: 'attempt-again' })
    expect(again.body.code).toBe('delivery_cancelled')
  })

  test('of one of two downloaded packages ends only its files', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))
    for (const line of [1, 2]) await download(store, `/api/deliveries/${token}/${line}/csv`)

    await refund(order.id, [{ lineNumber: 1, isReturned: false }])

    expect((await open(token)).body.packages).toMatchObject([{ lineNumber: 2 }])
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect((await download(store, `/api/deliveries/${token}/2/csv`)).status).toBe(200)
  })
})

describe('a dispute', () => {
  /** Leads that were bought with a card whose bank disputes the payment, and downloaded. */
  async function aDisputedDelivery() {
    const { buyer, order, disputeId } = await boughtAndDisputed(store, await aBackedPackage(store))
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    const token = deliveryTokenIn(mail)
    await download(store, `/api/deliveries/${token}/1/csv`)
    return { order, disputeId, token }
  }

  test('that is lost ends the link, even a used one, and no new link can be sent', async () => {
    const { order, disputeId, token } = await aDisputedDelivery()

    await decide(store, disputeId, 'lost')
    await hearOf(store, await disputeEvents(store, order))

    expect(await open(token)).toMatchObject(INVALID)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toEqual([])
    const admin = await anAdmin(store)
    const again = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId: 'attempt-again' })
    expect(again.body.code).toBe('delivery_cancelled')
  })

  test('that is lost cancels what is not delivered yet', async () => {
    const { order, disputeId } = await boughtAndDisputed(store, COUNTED)

    await decide(store, disputeId, 'lost')
    await hearOf(store, await disputeEvents(store, order))

    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }])
  })

  test('that is open or won does not change the link', async () => {
    const { order, disputeId, token } = await aDisputedDelivery()

    await hearOf(store, await disputeEvents(store, order))
    const whileOpen = (await open(token)).status
    await decide(store, disputeId, 'won')
    await hearOf(store, await disputeEvents(store, order))

    expect([whileOpen, (await open(token)).status]).toEqual([200, 200])
  })
})
