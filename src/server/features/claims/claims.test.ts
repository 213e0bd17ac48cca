/** Buyers claim bad leads: what is granted at once, what a person decides, and what each claim brings. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { phoneKeyOf } from '#server/features/stock/fingerprints.ts'
import { days, hours } from '#server/platform/clock.ts'
import { anAdmin, type Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimCredit, claimLeads, claimsAt } from '#testing/claims.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { aBackedPackage, aDelivery, csvRows, download } from '#testing/deliveries.ts'
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
const list = (token: string) => claimsAt(store, token)
const claim = (token: string, leadIds: string[], more: object = {}) => claimLeads(store, token, leadIds, more)
const answer = (orderId: string, leadIds: string[], more: object = {}) => answerClaims(admin, orderId, leadIds, more)
const open = async () => (await admin.call('GET', '/api/admin/claims')).body

describe('the leads of a delivery', () => {
  test('can be claimed once they were downloaded, a share of them, for two weeks', async () => {
    const delivery = await aDelivery(store, await aBackedPackage(store))
    expect(await list(delivery.token)).toEqual({ packages: [] })

    await download(store, `/api/deliveries/${delivery.token}/1/csv`)

    const [line] = (await list(delivery.token)).packages
    expect(line).toMatchObject({ lineNumber: 1, most: 5, left: 5, leads: expect.any(Array) })
    expect(line.leads).toHaveLength(25)
    expect(line.leads[0]).toMatchObject({ claim: null, phones: [expect.stringMatching(/^\+1/), expect.any(String)] })
    expect(Date.parse(line.endsAt) - store.clock.now().getTime()).toBeLessThanOrEqual(days(14))
  })

  test('keep the terms that were in force when they were paid', async () => {
    const setShare = (before: number, after: number | null) =>
      admin.call('PUT', '/api/admin/settings', { changes: [{ name: 'claimShareBps', before, after }] })
    const { token } = await aDownload(store)
    await setShare(2000, 0)
    const without = await aDelivery(store, await aBackedPackage(store))
    await download(store, `/api/deliveries/${without.token}/1/csv`)
    await setShare(0, null)

    expect((await list(token)).packages).toMatchObject([{ most: 5 }])
    expect(await list(without.token)).toEqual({ packages: [] })
  })
})

describe('a claim that a person decides', () => {
  test('waits in the queue, and is replaced from the same pool when it is granted', async () => {
    const { order, token, leadIds, email } = await aDownload(store)
    const [bad = ''] = leadIds

    const made = await claim(token, [bad])
    const [waiting] = await open()
    const granted = await answer(order.id, [bad])
    await store.runJobs()

    expect(made.body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === bad).claim).toMatchObject({
      state: 'open',
      reason: 'wrong_number',
    })
    expect(waiting).toMatchObject({
      reference: order.reference,
      leadId: bad,
      claimState: 'open',
      note: 'It says “not in service”.',
      source: 'County records',
      othersClaimed: 0,
    })
    expect(granted.body).toEqual({ replaced: 1, credited: 0, denied: 0 })
    const { leads, left } = (await list(token)).packages[0]
    expect(left).toBe(4)
    expect(leads).toHaveLength(26)
    const { claim: answered } = leads.find(({ leadId }: { leadId: string }) => leadId === bad)
    expect(answered).toMatchObject({ state: 'granted', credit: 0, replacedBy: expect.stringContaining('Elm St') })
    expect(await claimCredit(store, order.id)).toEqual([])
    const [header = [], ...rows] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)
    const addresses = rows.map((row) => row[header.indexOf('Address')])
    expect(addresses).toHaveLength(25)
    expect(addresses).toContain(answered.replacedBy.split(',')[0])
    const [mail] = await store.mailsTo(email)
    expect(mail?.subject).toBe(`Your claim for order ${order.reference}`)
    expect(mail?.text).toContain('We replaced 1 lead. The new ones are in your files')
    expect(mail?.text).toContain('Wrong or dead number')
    expect(mail?.text).not.toContain('not in service')
  })

  test('brings its share of the price as store credit when no other lead is left', async () => {
    const { order, token, leadIds } = await aDownload(store, { spare: 0 })
    const [first = '', second = ''] = leadIds
    await claim(token, [first, second])

    const granted = await answer(order.id, [first, second])

    const share = Math.floor((order.total * 100) / 25)
    expect(granted.body).toEqual({ replaced: 0, credited: 2, denied: 0 })
    expect(await claimCredit(store, order.id)).toEqual(
      [first, second].sort().map((leadId) => ({ entry_id: `claim.${order.id}.${leadId}`, cents: share })),
    )
    // They stay in the file: the buyer keeps them.
    expect(csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)).toHaveLength(26)
  })

  test('is denied with a word to the buyer, and then leaves room for another', async () => {
    const { order, token, leadIds, email } = await aDownload(store)
    const [bad = ''] = leadIds
    await claim(token, [bad])

    expect(await answer(order.id, [bad], { isGranted: false })).toMatchObject({
      status: 400,
      body: { code: 'claim_answer_missing' },
    })
    const denied = await answer(order.id, [bad], { isGranted: false, answer: 'We reached them at this number.' })
    await store.runJobs()

    expect(denied.body).toEqual({ replaced: 0, credited: 0, denied: 1 })
    const { leads, left } = (await list(token)).packages[0]
    expect(left).toBe(5)
    expect(leads.find(({ leadId }: { leadId: string }) => leadId === bad).claim).toMatchObject({
      state: 'denied',
      answer: 'We reached them at this number.',
    })
    const [mail] = await store.mailsTo(email)
    expect(mail?.text).toContain('We reached them at this number.')
    const { body: log } = await admin.call('GET', `/api/admin/messages?search=${order.reference}`)
    expect(log.filter(({ kind }: { kind: string }) => kind === 'claims_answered')).toHaveLength(2)
  })

  test('is granted when no one answered for two days', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = ''] = leadIds
    await claim(token, [bad])
    store.clock.advance(days(2) - hours(1))
    await runScheduled(store, 'grant-overdue-claims')
    const before = (await open()).length
    store.clock.advance(hours(2))

    await runScheduled(store, 'grant-overdue-claims')

    expect([before, (await open()).length]).toEqual([1, 0])
    const { leads } = (await list(token)).packages[0]
    expect(leads.find(({ leadId }: { leadId: string }) => leadId === bad).claim).toMatchObject({ state: 'granted' })
  })
})

describe('a claim that the store knows to be right', () => {
  test('is granted at once: no phone of the lead can exist', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = ''] = leadIds
    await query(
      `update lead_details set phones = '[{"number": "+15551230000", "kind": "mobile", "isDoNotCall": false}]' where lead_id = $1`,
      [bad],
    )

    const { body } = await claim(token, [bad])

    const found = body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === bad)
    expect(found.claim).toMatchObject({ state: 'granted', replacedBy: expect.any(String) })
  })

  test('is granted at once: its owner had opted out before it was delivered', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = '', later = ''] = leadIds
    const suppress = (leadId: string, at: string) =>
      query(
        `insert into suppressions (property_key, suppressed_at, cause) select property_key, delivered_at + $2::interval, 'administrator' from order_leads where lead_id = $1`,
        [leadId, at],
      )
    await suppress(bad, '-1 hour')
    await suppress(later, '1 hour')

    const { body } = await claim(token, [bad, later], { reason: 'opted_out', note: '' })

    const stateOf = (id: string) =>
      body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === id).claim.state
    expect([stateOf(bad), stateOf(later)]).toEqual(['granted', 'open'])
    await query('delete from suppressions')
    await answer((await open())[0].orderId, [later])
  })

  test('is granted at once: it was on a list of the buyer’s own before it was delivered', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = '', byPhone = '', later = '', unlisted = ''] = leadIds
    const list = async (leadId: string, key: string, at: string) => {
      await query(
        `insert into own_list_keys (list_no, key, added_at) select 1, $2::uuid, delivered_at + $3::interval from order_leads where lead_id = $1`,
        [leadId, key, at],
      )
    }
    const rows = await query(
      `select lead_id::text, property_key, buyer_key, d.phones -> 1 ->> 'number' as phone
       from order_leads join lead_details d using (lead_id) where lead_id = any($1)`,
      [leadIds],
    )
    const lead = (leadId: string) => rows.find(({ lead_id }) => lead_id === leadId)
    await query(
      `insert into own_lists (list_id, list_no, buyer_key, name, attempt_id, addresses, phones, created_at, changed_at)
       values ('own_1', 1, $1, 'Mine', 'attempt-1', 2, 1, now(), now())`,
      [lead(bad)?.buyer_key],
    )
    await list(bad, lead(bad)?.property_key, '-1 hour')
    await list(byPhone, phoneKeyOf(store.ctx, lead(byPhone)?.phone), '-1 hour')
    await list(later, lead(later)?.property_key, '1 hour')

    const { body } = await claim(token, [bad, byPhone, later, unlisted], { reason: 'duplicate' })

    const found = (id: string) => body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === id).claim
    expect([bad, byPhone, later, unlisted].map((id) => found(id).state)).toEqual(['granted', 'granted', 'open', 'open'])
    expect(found(bad).replacedBy).toEqual(expect.any(String))
    await answer((await open())[0].orderId, [later, unlisted])
  })

  test('is granted at once: it was sold between its date and the delivery', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = '', old = ''] = leadIds
    const sold = (leadId: string, on: string) =>
      query(`update lead_details set facts = facts || jsonb_build_object('lastSaleOn', $2::text) where lead_id = $1`, [
        leadId,
        on,
      ])
    await sold(bad, store.clock.now().toISOString().slice(0, 10))
    await sold(old, '2019-05-01')

    const { body } = await claim(token, [bad, old], { reason: 'sold_since' })

    const stateOf = (id: string) =>
      body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === id).claim.state
    expect([stateOf(bad), stateOf(old)]).toEqual(['granted', 'open'])
    await answer((await open())[0].orderId, [old])
  })
})
