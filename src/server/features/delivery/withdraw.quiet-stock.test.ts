/** After an opt-out no one can buy the property, and the shown stock does not reveal whether it was there. */
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

/** Opts out, and runs everything that runs within a minute. */
async function ask(number: number): Promise<void> {
  expect((await askToLeaveAlone(store, number)).status).toBe(200)
  await store.runJobs()
  await runScheduled(store, 'withdraw-suppressed')
}

describe('the shown stock of the last package after an opt-out', () => {
  test('stays for at least 8 hours and falls within 24', async () => {
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

  test('falls at a different moment for each property', async () => {
    const numbers = await stock(8)
    for (const number of numbers) await askToLeaveAlone(store, number)

    const rows = await query('select distinct withdraw_at from suppressions where property_key = any($1)', [
      numbers.map((number) => keyAt(store, number)),
    ])
    expect(rows.length).toBeGreaterThan(4)
  })

  test('can go into a cart, but payment is refused with an explanation', async () => {
    const [first = 0] = await stock(20)
    await ask(first)
    const buyer = aBuyer(store)

    expect((await buyer.reserve(vip())).status).toBe(200)
    const payment = await buyer.openPayment()

    expect([payment.status, payment.body.code]).toEqual([409, 'too_few_unseen'])
    await leaveStock(store)
    await expectNoFaults()
  })

  test('is sold without the property if there is another lead', async () => {
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

test('an undelivered order loses the property at once', async () => {
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

describe('an opt-out that is undone', () => {
  const undo = async (number: number, by = anAdmin(store)) => {
    const { street, zip } = propertyAt(number)
    return (await by).call('POST', '/api/admin/opt-outs/undo', { street, zip, reason: 'The owner never asked.' })
  }

  test('before its leads leave stock changes nothing but the log', async () => {
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

  test('later is only removed from the list, because the data was deleted', async () => {
    const [first = 0] = await stock(20)
    await ask(first)
    await leaveStock(store)

    expect((await undo(first)).body).toEqual({ isInStock: false })
    expect(await shown()).toBe(0)
    expect((await undo(first)).body.code).toBe('not_left_alone')
  })

  test('can be undone only by administrators', async () => {
    expect((await undo(1, aRep(store))).status).toBe(403)
  })
})
