/** The 24-hour clock: warnings at 12 and 20 hours, late at 24, each once. */
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { adminOf, Client } from '#testing/builders.ts'
import { aBackedPackage, aSale, deliveryRows } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { ADMIN, createTestApp, type TestApp } from '#testing/test-app.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { type LateDelivery, watchDeliveries } from './watch-deliveries.ts'

const store = withStore({}, (opened) => opened.setStock(COUNTED, 900))
const admin = adminOf(store)
/** Nothing waits, and nobody was warned. */
beforeEach(async () => {
  await store.runJobs()
  await store.sql`
    update deliveries set state = 'cancelled' where state in ('waiting', 'failed');
    delete from sandbox_mailbox.attachments; delete from sandbox_mailbox.messages`
})

/** Attaches a file to the first line of an order; its mail waits until jobs run. */
const put = (orderId: string, houseNumber: string) => {
  const file = `Address,City\r\n${houseNumber} Elm St,Austin\r\n`
  return admin.upload('PUT', `/api/admin/fulfilment/${orderId}/1/file?name=leads.csv`, file)
}

const linesAt = async (token: string) => (await new Client(store).call('GET', `/api/order-deliveries/${token}`)).body
/** Collects what the timer finds late now. It also sends warnings. */
const watch = (node: TestApp, found: LateDelivery[]) =>
  watchDeliveries(node.ctx, async (_ctx, _tx, late) => void found.push(late))
const warnings = async () =>
  (await store.mailsTo(ADMIN.email)).filter(({ subject }) => subject.includes('not delivered'))

/** Advances the clock, then runs what the timer runs once a minute. */
async function wait(milliseconds: number): Promise<void> {
  await store.pass(milliseconds, 'watch-deliveries')
  await runScheduled(store, 'watch-deliveries')
  await store.runJobs()
}

describe('an undelivered package', () => {
  test('causes one email to every administrator after 12 hours and one after 20', async () => {
    const { order } = await aSale(store, COUNTED, COUNTED)
    await wait(hours(12) - minutes(1))
    const early = await warnings()
    await wait(minutes(2))
    const [first, ...more] = await warnings()
    await wait(hours(8))
    const [last, ...before] = await warnings()
    await wait(hours(1))

    expect(early).toEqual([])
    expect(more).toEqual([])
    expect(first?.subject).toBe('2 packages not delivered 12 hours after payment')
    expect(first?.text).toContain(`Order ${order.reference}: VIP Junior Package: 25 leads (20 + 5 free)`)
    expect(first?.text).toContain('/admin-enhanced/fulfilment')
    expect(last?.subject).toBe('2 packages not delivered 20 hours after payment')
    expect(before).toHaveLength(1)
    expect(await warnings()).toHaveLength(2)
  })

  test('is in the queue when the warning comes, even if only its email is waiting', async () => {
    const { order } = await aSale(store, COUNTED)
    await put(order.id, '1')
    const queue = async () => (await admin.call('GET', '/api/admin/fulfilment')).body
    const early = await queue()
    await store.pass(hours(12) + minutes(1), 'watch-deliveries')

    expect(early).toEqual([])
    expect(await queue()).toMatchObject([
      {
        reference: order.reference,
        deliveryState: 'waiting',
        hasContent: true,
        problem: 'The message with its link waits to be sent. See Messages.',
      },
    ])
  })

  test('is marked as late once, after 24 hours, on any node, with the amount paid for it', async () => {
    const { order, email } = await aSale(store, COUNTED)
    const other = await createTestApp({ beside: store })
    const found: LateDelivery[] = []
    store.clock.advance(hours(24) - minutes(1))
    await watch(store, found)
    expect(found).toEqual([])
    store.clock.advance(minutes(2))

    await Promise.all([store, other, store].map((node) => watch(node, found)))
    await watch(other, found)
    await other.close()

    const netCents = Math.round(Number(order.total) * 100)
    expect(found).toEqual([{ orderId: order.id, lineNumber: 1, netCents, buyerEmail: email }])
    expect(await linesAt(order.token)).toMatchObject([{ isLate: true, state: 'waiting' }])
  })

  test('is tried again if a consequence of its lateness fails, and others do not wait for it', async () => {
    const first = await aSale(store, COUNTED)
    store.clock.advance(1_000)
    const second = await aSale(store, COUNTED)
    store.clock.advance(hours(25))
    const found: string[] = []
    let isBroken = true
    const retry = () =>
      watchDeliveries(store.ctx, async (_ctx, _tx, { orderId }) => {
        if (isBroken && orderId === first.order.id) throw new Error('no credit could be written')
        found.push(orderId)
      })

    await retry()
    isBroken = false
    await retry()
    await retry()

    expect(found).toEqual([second.order.id, first.order.id])
  })

  test('causes no warning and is not late once it is cancelled', async () => {
    const { order } = await aSale(store, COUNTED)
    await store.sql`update deliveries set state = 'cancelled' where order_id = ${order.id}`
    await wait(hours(30))
    expect(await warnings()).toEqual([])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ late_at: null }])
  })
})

test('a line sent after its deadline is late; a line sent in time never is', async () => {
  const late = await aSale(store, await aBackedPackage(store))
  store.clock.advance(hours(25))
  const inTime = await aSale(store, await aBackedPackage(store))
  await store.runJobs()
  await wait(minutes(1))
  store.clock.advance(hours(30))
  await wait(minutes(1))
  expect(await deliveryRows(store, late.order.id)).toMatchObject([{ state: 'sent', late_at: expect.any(Date) }])
  expect(await deliveryRows(store, inTime.order.id)).toMatchObject([{ state: 'sent', late_at: null }])
  expect(await warnings()).toEqual([])
})

test('a package sent in time whose file is replaced later causes no warning and is not late', async () => {
  const { order } = await aSale(store, COUNTED)
  await put(order.id, '1')
  await store.runJobs()
  store.clock.advance(hours(30))
  await put(order.id, '2')
  const found: LateDelivery[] = []
  await watch(store, found)
  expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'waiting', late_at: null }])
  expect(found).toEqual([])
  expect(await warnings()).toEqual([])
  expect(await linesAt(order.token)).toMatchObject([{ isLate: false, state: 'waiting' }])
})
