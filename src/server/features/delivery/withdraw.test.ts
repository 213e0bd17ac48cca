/** What happens to the leads of owners who opt out: in pools, carts, payments, orders and imports. */
import { beforeEach, describe, expect, test } from 'vitest'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { askToLeaveAlone, giveAddresses, keyAt, leaveStock, ownersOf, propertyAt } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { withdraw } from './withdraw.ts'

const store = withStore({}, async (opened) => {
  // So that a package of 20 needs 20 leads.
  await opened.testDatabase.pool.query('update offers set is_active = false')
})

const { boughtWith, buy, expectNoFaults, heldWith, leaveAlone, moveOn, query, stock, vip } = ownersOf(() => store)
beforeEach(moveOn)

const shown = async (): Promise<number> =>
  (await query('select lead_units from packages where package_id = $1', [vip()]))[0].lead_units

describe('an opted-out property', () => {
  test('leaves the pool, lowers the stock, and its data is deleted', async () => {
    const [first = 0] = await stock(20)
    const before = await shown()
    await leaveAlone(first)
    expect([before, await shown()]).toEqual([1, 0])
    const [lead] = await query('select pool_id, places, ages_at from leads where property_key = $1', [
      keyAt(store, first),
    ])
    expect(lead).toEqual({ pool_id: null, places: 0, ages_at: null })
    await expectNoFaults()
  })

  test('is removed from every list, however its owner writes the address', async () => {
    const first = 900_001
    for (const leadType of ['vacant', 'landlord'])
      await addLeads(store, vip(leadType), [{ property: first, ageDays: 0 }])
    await giveAddresses(store, [first])

    const reply = await new Client(store).call('POST', '/api/opt-out', {
      ...propertyAt(first),
      street: `  ${first} OAK ST. `,
      city: 'West Lake Hills',
      zip: '78701-1234',
    })
    await leaveStock(store)

    expect(reply.status).toBe(200)
    const leads = await query('select pool_id from leads where property_key = $1', [keyAt(store, first)])
    expect(leads).toEqual([{ pool_id: null }, { pool_id: null }])
    await expectNoFaults()
  })

  test('is replaced in a cart by another lead of the pool, and the cart keeps its package', async () => {
    await stock(21)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const held = await heldWith(holdId)
    await leaveAlone(held)
    const leads = await query('select property_key from hold_leads join leads using (lead_id) where hold_id = $1', [
      holdId,
    ])
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual({ property_key: keyAt(store, held) })
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
    await expectNoFaults()
  })

  test('stays in a cart if there is no other lead; payment is refused, and it is gone once released', async () => {
    await stock(20)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const held = await heldWith(holdId)

    await leaveAlone(held)
    await expectNoFaults()
    const payment = await buyer.openPayment()
    store.clock.advance(minutes(31))
    await expireHolds(store.ctx)
    await runScheduled(store, 'withdraw-suppressed')

    expect([payment.status, payment.body.code]).toEqual([409, 'too_few_unseen'])
    // The buyer never bought anything; nobody may be told otherwise, nor which property it is.
    expect(payment.body.message).toContain('or its owner asked us to stop selling it')
    expect(payment.body.message).not.toMatch(/you already bought most|oak/i)
    const [lead] = await query('select pool_id, held from leads where property_key = $1', [keyAt(store, held)])
    expect(lead).toEqual({ pool_id: null, held: 0 })
    await expectNoFaults()
  })

  test('whose hold is being paid is not sold, and the money goes back if there is no other lead', async () => {
    await stock(20)
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(vip())).body
    const { body } = await buyer.openPayment()
    await buyer.confirm(body)

    await leaveAlone(await heldWith(holdId))
    const order = await buyer.recordOrder({ paymentId: body.paymentId })

    expect(order.body.status).toBe('refunded')
    await store.runJobs()
    const [mail] = await store.mailsTo(buyer.contactInfo.email)
    expect(mail?.text).toContain('or its owner asked us to stop selling it')
    await runScheduled(store, 'withdraw-suppressed')
    await expectNoFaults()
  })

  test('is replaced in an order that is not delivered yet', async () => {
    await stock(21)
    const { orderId } = await buy()
    const bought = await boughtWith(orderId)
    await leaveAlone(bought)
    const leads = await query('select property_key, returned_at from order_leads where order_id = $1', [orderId])
    expect(leads).toHaveLength(20)
    expect(leads).not.toContainEqual(expect.objectContaining({ property_key: keyAt(store, bought) }))
    expect(await query('select * from lead_shortfalls where order_id = $1', [orderId])).toEqual([])
    await expectNoFaults()
  })

  test('is missing from an undelivered order if there is no other lead, and the shortfall is recorded', async () => {
    await stock(20)
    const { orderId } = await buy()
    await leaveAlone(await boughtWith(orderId))
    await leaveAlone(await boughtWith(orderId))
    const [sold] = await query(
      'select count(*)::int as leads from order_leads where order_id = $1 and returned_at is null',
      [orderId],
    )
    expect(sold.leads).toBe(18)
    expect(await query('select leads from lead_shortfalls where order_id = $1', [orderId])).toEqual([{ leads: 2 }])
    await expectNoFaults()
  })

  test('imported while it was being withdrawn is removed within a minute', async () => {
    const [first = 0] = await stock(21)
    await leaveAlone(first)
    // Committed after the job ran.
    await addLeads(store, vip('owner'), [{ property: first, ageDays: 0 }])
    await giveAddresses(store, [first])
    await runScheduled(store, 'withdraw-suppressed')
    const leads = await query('select pool_id from leads where property_key = $1', [keyAt(store, first)])
    expect(leads).toEqual([{ pool_id: null }, { pool_id: null }])
    await expectNoFaults()
  })
})

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

  test('can be undone only by administrators', async () => {
    expect((await undo(1, aRep(store))).status).toBe(403)
  })
})
