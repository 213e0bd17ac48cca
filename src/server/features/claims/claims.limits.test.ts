/** Claims that are refused, that pay once, and what is counted and forgotten. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { anAdmin, aRep, type Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimCredit, claimLeads } from '#testing/claims.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { aBackedPackage, aDelivery } from '#testing/deliveries.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterEach(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
  expect(await findCreditFaults(store.testDatabase.pool)).toEqual([])
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const claim = (token: string, leadIds: string[], more: object = {}) => claimLeads(store, token, leadIds, more)
const answer = (orderId: string, leadIds: string[], more: object = {}) => answerClaims(admin, orderId, leadIds, more)
const open = async () => (await admin.call('GET', '/api/admin/claims')).body

describe('a claim is refused', () => {
  test('for someone else’s lead, and then nothing is claimed', async () => {
    const mine = await aDownload(store)
    const other = await aDownload(store)

    const reply = await claim(mine.token, [mine.leadIds[0] ?? '', other.leadIds[0] ?? ''])

    expect(reply).toMatchObject({ status: 404, body: { code: 'claim_lead_unknown' } })
    expect(await query('select * from claims where order_id = any($1)', [[mine.order.id, other.order.id]])).toEqual([])
  })

  test('beyond the share, after the time, without a note, with a wrong link, and for what was not downloaded', async () => {
    const { token, leadIds } = await aDownload(store)
    const fresh = await aDelivery(store, await aBackedPackage(store))

    const replies = [
      await claim(token, leadIds.slice(0, 6)),
      await claim(token, leadIds.slice(0, 1), { note: '' }),
      await claim('no-such-link', leadIds.slice(0, 1)),
      await claim(fresh.token, leadIds.slice(0, 1)),
      await claim(token, leadIds.slice(0, 1), { reason: 'not_motivated' }),
      await claim(token, leadIds.slice(0, 1), { lineNumber: 2 }),
    ]
    store.clock.advance(days(14) + hours(1))
    replies.push(await claim(token, leadIds.slice(0, 1)))

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'claim_too_many'],
      [400, 'claim_note_missing'],
      [404, 'delivery_link_invalid'],
      [404, 'claim_lead_unknown'],
      [400, 'bad_request'],
      [404, 'claim_lead_unknown'],
      [409, 'claim_over'],
    ])
    expect(await open()).toEqual([])
  })

  test('after the package was refunded', async () => {
    const { order, token, leadIds } = await aDownload(store)
    await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
      attemptId: `attempt-${order.id}`,
      reason: 'Bad.',
    })

    expect(await claim(token, leadIds.slice(0, 1))).toMatchObject({ body: { code: 'delivery_link_invalid' } })
  })

  test('to a rep, who may not see or answer any', async () => {
    const rep = await aRep(store)

    const replies = await Promise.all([
      rep.call('GET', '/api/admin/claims'),
      rep.call('GET', '/api/admin/claims/rates?by=source'),
      rep.call('POST', '/api/admin/claims/answer', {
        orderId: `ord_${'0'.repeat(22)}`,
        leadIds: ['1'],
        isGranted: true,
      }),
    ])

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('one claim pays once', () => {
  test('when it is made and answered fifty times at once', async () => {
    const { order, token, leadIds } = await aDownload(store, { spare: 0 })
    const [bad = ''] = leadIds

    await Promise.all(Array.from({ length: 50 }, () => claim(token, [bad])))
    const replies = await Promise.all(Array.from({ length: 50 }, () => answer(order.id, [bad])))

    expect(replies.filter(({ body }) => body.credited === 1)).toHaveLength(1)
    expect(await claimCredit(store, order.id)).toHaveLength(1)
    expect(
      await query(`select count(*)::int as n from messages where subject_id = $1 and kind = 'claims_answered'`, [
        order.id,
      ]),
    ).toEqual([{ n: 2 }])
  })

  test('and is taken back with a refund of its package', async () => {
    const { order, token, leadIds } = await aDownload(store, { spare: 0 })
    const [bad = '', late = ''] = leadIds
    await claim(token, [bad, late])
    await answer(order.id, [bad])

    await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
      attemptId: `attempt-${order.id}`,
      reason: 'Bad.',
    })
    const after = await answer(order.id, [late])
    await store.runJobs()

    expect(after.body).toEqual({ replaced: 0, credited: 0, denied: 1 })
    const [sum] = await query('select coalesce(sum(cents), 0)::int as cents from credit_entries where order_id = $1', [
      order.id,
    ])
    expect(sum).toEqual({ cents: 0 })
  })
})

test('what the buyer wrote is forgotten 90 days after the answer', async () => {
  const { order, token, leadIds } = await aDownload(store)
  const [bad = ''] = leadIds
  await claim(token, [bad])
  await answer(order.id, [bad])
  store.clock.advance(days(91))

  await runScheduled(store, 'forget-old-rows')

  expect(await query('select note from claims where order_id = $1', [order.id])).toEqual([{ note: null }])
})
