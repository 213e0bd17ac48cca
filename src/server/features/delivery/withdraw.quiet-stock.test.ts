/** What the store shows after an opt-out: nothing about whether the property was in stock, while no one can buy it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep } from '#testing/builders.ts'
import { askToLeaveAlone, keyAt, leaveStock, ownersOf, propertyAt } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { withdraw } from './withdraw.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  // So that a package of 20 needs 20 leads.
  await store.testDatabase.pool.query('update offers set is_active = false')
})
afterAll(() => store.close())

const { boughtWith, buy, expectNoFaults, moveOn, query, stock, vip } = ownersOf(() => store)
beforeEach(moveOn)

const shown = async (): Promise<number> =>
  (await query('select lead_units from packages where package_id = $1', [vip()]))[0].lead_units

/** Asks, and lets everything run that runs by itself within a minute. */
async function ask(number: number): Promise<void> {
  expect((await askToLeaveAlone(store, number)).status).toBe(200)
  await store.runJobs()
  await runScheduled(store, 'withdraw-suppressed')
}

describe('what the shop shows of the last package', () => {
  test('stays for at least 8 hours and falls within 24, at a random moment', async () => {
    const [first = 0] = await stock(20)

    await ask(first)
    expect(await shown()).toBe(1)
    store.clock.advance(hours(8) - 1)
    await runScheduled(store, 'withdraw-suppressed')
    expect(await shown()).toBe(1)
    store.clock.advance(hours(16))
    await runScheduled(store, 'withdraw-suppressed')

    expect(await shown()).toBe(0)
    await expectNoFaults()
  })

  test('falls at another moment for each property', async () => {
    const numbers = await stock(8)
    for (const number of numbers) await askToLeaveAlone(store, number)

    const rows = await query('select distinct withdraw_at from suppressions where property_key = any($1)', [
      numbers.map((number) => keyAt(store, number)),
    ])
    expect(rows.length).toBeGreaterThan(4)
  })

  test('goes into a cart as if no one had opted out; it is not sold, and the buyer is told before paying', async () => {
    const [first = 0] = await stock(20)
    await ask(first)
    const buyer = aBuyer(store)

    expect((await buyer.reserve(vip())).status).toBe(200)
    const payment = await buyer.openPayment()

    expect([payment.status, payment.body.code]).toEqual([409, 'too_few_unseen'])
    await leaveStock(store)
    await expectNoFaults()
  })

  test('is sold without the property where there is another lead', async () => {
    const [first = 0] = await stock(21)
    await ask(first)

    const { orderId } = await buy()

    const leads = await query('select property_key from order_leads where order_id = $1', [orderId])
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual({ property_key: keyAt(store, first) })
    await store.runJobs()
    await leaveStock(store)
    await expectNoFaults()
  })
})

test('an order that waits for its delivery loses the property at once', async () => {
  await stock(21)
  const { orderId } = await buy()
  const bought = await boughtWith(orderId)

  expect((await askToLeaveAlone(store, bought)).status).toBe(200)
  // Before the delivery does.
  await withdraw(store.ctx, { propertyKey: keyAt(store, bought) })

  const leads = await query('select property_key from order_leads where order_id = $1 and returned_at is null', [
    orderId,
  ])
  expect(leads).toHaveLength(20)
  expect(leads).not.toContainEqual({ property_key: keyAt(store, bought) })
  await leaveStock(store)
  await expectNoFaults()
})

describe('a request that is taken back', () => {
  const undo = async (number: number, by = anAdmin(store)) => {
    const { street, zip } = propertyAt(number)
    return (await by).call('POST', '/api/admin/opt-outs/undo', { street, zip, reason: 'The owner never asked.' })
  }

  test('within the hours before its leads leave stock is as if it had never been made, but for the log', async () => {
    const [first = 0] = await stock(20)
    await ask(first)

    const reply = await undo(first)

    expect([reply.status, reply.body]).toEqual([200, { isInStock: true }])
    expect(await query('select from suppressions where property_key = $1', [keyAt(store, first)])).toEqual([])
    store.clock.advance(hours(25))
    await runScheduled(store, 'withdraw-suppressed')
    const { orderId } = await buy()
    const leads = await query('select property_key from order_leads where order_id = $1', [orderId])
    expect(leads).toContainEqual({ property_key: keyAt(store, first) })
    const [entry] = await query(`select subject, note from audit_entries where action = 'opt_out_undone'`)
    expect(entry).toEqual({ subject: 'A property in 78701', note: 'The owner never asked.' })
    await expectNoFaults()
  })

  test('later only leaves the list: what was known is deleted', async () => {
    const [first = 0] = await stock(20)
    await ask(first)
    await leaveStock(store)

    expect((await undo(first)).body).toEqual({ isInStock: false })
    expect(await shown()).toBe(0)
    expect((await undo(first)).body.code).toBe('not_left_alone')
  })

  test('is taken back by administrators only', async () => {
    expect((await undo(1, aRep(store))).status).toBe(403)
  })
})
