/** Buyers claim bad leads: what is granted at once, what a person decides, what each claim brings, and what is refused. */
import { afterAll, describe, expect, test } from 'vitest'
import { phoneKeyOf } from '#server/features/stock/normalize-address.ts'
import { days, hours } from '#server/platform/clock.ts'
import { adminOf, Client, type Reply } from '#testing/builders.ts'
import { aDownload, answerClaims, claimCredit, claimLeads, claimsAt } from '#testing/claims.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { aBackedPackage, aDelivery, csvRows, download } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)
afterAll(async () => {
  await expectLeadIdentities(store.testDatabase)
  expect(await findCreditFaults(store.testDatabase.pool)).toEqual([])
})

const list = (token: string) => claimsAt(store, token)
const claim = (token: string, leadIds: string[], more: object = {}) => claimLeads(store, token, leadIds, more)
const answer = (orderId: string, leadIds: string[], more: object = {}) => answerClaims(admin, orderId, leadIds, more)
const open = async () => (await admin.call('GET', '/api/admin/claims')).body
const claimIn = ({ packages }: Reply['body'], id: string) =>
  packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === id).claim

test('the leads of a delivery can be claimed once they were downloaded, a share of them, for two weeks', async () => {
  const delivery = await aDelivery(store, await aBackedPackage(store))
  expect((await list(delivery.token)).packages).toMatchObject([{ isOpened: false, most: 5, leads: [] }])
  await download(store, `/api/deliveries/${delivery.token}/1/csv`)
  const [line] = (await list(delivery.token)).packages
  expect(line).toMatchObject({ lineNumber: 1, isOpened: true, most: 5, left: 5, leads: expect.any(Array) })
  expect(line.leads).toHaveLength(25)
  const phones = [{ number: expect.stringMatching(/^\+1/) }, { isDoNotCall: expect.any(Boolean) }]
  const known = { ageInDays: expect.any(Number), facts: { value: expect.any(Number), beds: expect.any(Number) } }
  expect(line.leads[0]).toMatchObject({ claim: null, mark: null, isWithdrawn: false, phones, ...known })
  expect(Date.parse(line.endsAt) - store.clock.now().getTime()).toBeLessThanOrEqual(days(14))
})

test('leads that no number of may be called come last, in the order of their addresses otherwise', async () => {
  const { token, leadIds } = await aDownload(store)
  const [first, second, ...others] = leadIds
  await store.sql`update lead_details set is_do_not_call = true where lead_id in (${first}, ${second})`

  const [line] = (await list(token)).packages
  expect(line.leads.map(({ leadId }: { leadId: string }) => leadId)).toEqual([...others, first, second])
})

test('leads that are read on the page are delivered once, however often they are opened, and keep what is noted', async () => {
  const delivery = await aDelivery(store, await aBackedPackage(store))
  const other = await aDownload(store)
  const buyer = new Client(store)
  const at = `/api/deliveries/${delivery.token}`
  const mark = (leadId: string, word: unknown, of = at, more = {}) =>
    buyer.call('PUT', `${of}/leads/${leadId}/mark`, { mark: word, ...more })
  const [sold] =
    await store.sql`select lead_id::text as id from order_leads where order_id = ${delivery.order.id} limit 1`
  expect((await mark(sold?.id, 'called')).status).toBe(404)

  const opened = await Promise.all(
    Array.from({ length: 10 }, () => buyer.call('POST', `/api/deliveries/${delivery.token}/1/leads`)),
  )

  expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [{ body }] = opened as [Reply]
  expect(body.packages[0].leads).toHaveLength(25)
  const [line] = (await admin.call('GET', `/api/sales/orders/${delivery.order.reference}/deliveries`)).body
  expect(line).toMatchObject({ state: 'delivered', downloadCount: 10, downloads: Array(10).fill({ format: 'page' }) })
  const id = body.packages[0].leads[0].leadId
  expect((await mark(id, 'bad_number')).body).toEqual({ mark: 'bad_number', note: null })
  const words = 'Call <b>Tuesday</b>'
  await mark(id, 'talked', at, { note: ` ${words}\n` })
  expect((await mark(id, 'bad_number')).body).toEqual({ mark: 'bad_number', note: words })
  expect((await list(delivery.token)).packages[0].leads[0]).toMatchObject({ mark: 'bad_number', note: words })
  const refused = [
    await mark(id, '<b>'),
    await mark(other.bad, 'called'),
    await mark(id, 'called', '/api/deliveries/no'),
    await mark(id, 'called', at, { note: 'x'.repeat(501) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 404, 400])
  expect((await buyer.call('POST', `${at}/2/leads`)).status).toBe(404)
  expect((await mark(id, null, at, { note: '' })).body).toEqual({ mark: null, note: null })
})

test('the leads of a delivery keep the terms that were in force when they were paid', async () => {
  const setShare = (before: number, after: number | null) =>
    admin.call('PUT', '/api/admin/settings', { changes: [{ name: 'claimShareBps', before, after }] })
  const { token } = await aDownload(store)
  await setShare(2000, 0)
  const without = await aDelivery(store, await aBackedPackage(store))
  await download(store, `/api/deliveries/${without.token}/1/csv`)
  await setShare(0, null)
  expect((await list(token)).packages).toMatchObject([{ most: 5 }])
  expect((await list(without.token)).packages).toMatchObject([{ most: 0, left: 0 }])
})

test('a claim that a person decides waits in the queue, and is replaced from the same pool when it is granted', async () => {
  const { order, token, bad, email } = await aDownload(store)

  const made = await claim(token, [bad])
  const [waiting] = await open()
  const granted = await answer(order.id, [bad])
  await store.runJobs()

  expect(claimIn(made.body, bad)).toMatchObject({ state: 'open', reason: 'wrong_number' })
  expect(waiting).toMatchObject({
    reference: order.reference,
    leadId: bad,
    claimState: 'open',
    note: 'It says “not in service”.',
    source: 'County records',
    othersClaimed: 0,
  })
  expect(granted.body).toEqual({ replaced: 1, credited: 0, denied: 0 })
  const listed = await list(token)
  expect(listed.packages[0].left).toBe(4)
  expect(listed.packages[0].leads).toHaveLength(26)
  const answered = claimIn(listed, bad)
  expect(answered).toMatchObject({ state: 'granted', credit: 0, replacedBy: expect.stringContaining('Elm St') })
  expect(await claimCredit(store, order.id)).toEqual([])
  const [header = [], ...rows] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)
  const addresses = rows.map((row) => row[header.indexOf('Address')])
  expect(addresses).toHaveLength(25)
  expect(addresses).toContain(answered.replacedBy.split(',')[0])
  const [mail] = await store.mailsTo(email)
  expect(mail?.subject).toBe(`Our answer to your claim for order ${order.reference}`)
  expect(mail?.text).toContain('We replaced 1 lead.')
  expect(mail?.text).toContain('Wrong or dead number')
  expect(mail?.text).not.toContain('not in service')
})

test('a claim that a person decides brings its share of the price as store credit when no other lead is left', async () => {
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

test('a claim that a person decides is denied with a word to the buyer, and then leaves room for another', async () => {
  const { order, token, bad, email } = await aDownload(store)
  await claim(token, [bad])

  const unexplained = await answer(order.id, [bad], { isGranted: false })
  const denied = await answer(order.id, [bad], { isGranted: false, answer: 'We reached them at this number.' })
  await store.runJobs()

  expect(unexplained).toMatchObject({ status: 400, body: { code: 'claim_answer_missing' } })
  expect(denied.body).toEqual({ replaced: 0, credited: 0, denied: 1 })
  const listed = await list(token)
  expect(listed.packages[0].left).toBe(5)
  expect(claimIn(listed, bad)).toMatchObject({ state: 'denied', answer: 'We reached them at this number.' })
  const [mail] = await store.mailsTo(email)
  expect(mail?.text).toContain('We reached them at this number.')
  const { body: log } = await admin.call('GET', `/api/admin/messages?search=${order.reference}`)
  expect(log.filter(({ kind }: { kind: string }) => kind === 'claims_answered')).toHaveLength(2)
})

test('a claim that a person decides is granted when no one answered for two days', async () => {
  const { token, bad } = await aDownload(store)
  await claim(token, [bad])
  await store.pass(days(2) - hours(1), 'grant-overdue-claims')
  const before = (await open()).length
  await store.pass(hours(2), 'grant-overdue-claims')
  expect([before, (await open()).length]).toEqual([1, 0])
  expect(claimIn(await list(token), bad)).toMatchObject({ state: 'granted' })
})

describe('a claim that the store knows to be right is granted at once', () => {
  const statesOf = ({ body }: Reply, ids: string[]) => ids.map((id) => claimIn(body, id).state)
  const answerRest = async () => {
    for (const { orderId, leadId } of await open()) await answer(orderId, [leadId])
  }

  test('if no phone of the lead can exist, its owner had opted out, or it was sold before it was delivered', async () => {
    const { token, leadIds } = await aDownload(store)
    const [dead = '', optedOut = '', optedOutLater = '', sold = '', soldLongAgo = ''] = leadIds
    await store.sql`update lead_details set phones = '[{"number": "+15551230000", "kind": "mobile", "isDoNotCall": false}]' where lead_id = ${dead}`
    const optOut = (leadId: string, at: string) =>
      store.sql`insert into suppressions (property_key, suppressed_at, cause) select property_key, delivered_at + ${at}::interval, 'administrator' from order_leads where lead_id = ${leadId}`
    const sell = (leadId: string, on: string) =>
      store.sql`update lead_details set facts = facts || jsonb_build_object('lastSaleOn', ${on}::text) where lead_id = ${leadId}`
    await optOut(optedOut, '-1 hour')
    await optOut(optedOutLater, '1 hour')
    await sell(sold, store.clock.now().toISOString().slice(0, 10))
    await sell(soldLongAgo, '2019-05-01')

    const ofPhone = await claim(token, [dead])
    const ofOwner = await claim(token, [optedOut, optedOutLater], { reason: 'opted_out', note: '' })
    const ofSale = await claim(token, [sold, soldLongAgo], { reason: 'sold_since' })

    expect(claimIn(ofPhone.body, dead)).toMatchObject({ state: 'granted', replacedBy: expect.any(String) })
    expect(statesOf(ofOwner, [optedOut, optedOutLater])).toEqual(['granted', 'open'])
    expect(statesOf(ofSale, [sold, soldLongAgo])).toEqual(['granted', 'open'])
    await store.sql`delete from suppressions`
    await answerRest()
  })

  test('if it was on a list of the buyer’s own before it was delivered', async () => {
    const { token, leadIds } = await aDownload(store)
    const [bad = '', byPhone = '', later = '', unlisted = ''] = leadIds
    const claimed = [bad, byPhone, later, unlisted]
    const list = (leadId: string, key: string, at: string) =>
      store.sql`insert into own_list_keys (list_no, key, added_at) select 1, ${key}::uuid, delivered_at + ${at}::interval from order_leads where lead_id = ${leadId}`
    const rows = await store.sql`select lead_id::text, property_key, buyer_key, d.phones -> 1 ->> 'number' as phone
       from order_leads join lead_details d using (lead_id) where lead_id = any(${claimed})`
    const lead = (leadId: string) => rows.find(({ lead_id }) => lead_id === leadId)
    await store.sql`insert into own_lists (list_id, list_no, buyer_key, name, attempt_id, addresses, phones, created_at, changed_at)
       values ('own_1', 1, ${lead(bad)?.buyer_key}, 'Mine', 'attempt-1', 2, 1, now(), now())`
    await list(bad, lead(bad)?.property_key, '-1 hour')
    await list(byPhone, phoneKeyOf(store.ctx, lead(byPhone)?.phone), '-1 hour')
    await list(later, lead(later)?.property_key, '1 hour')

    const reply = await claim(token, claimed, { reason: 'duplicate' })

    expect(statesOf(reply, claimed)).toEqual(['granted', 'granted', 'open', 'open'])
    expect(claimIn(reply.body, bad).replacedBy).toEqual(expect.any(String))
    await answerRest()
  })

  test('if its ZIP code does not lie in the county that was bought; without an address it is left to a person', async () => {
    const { token, leadIds } = await aDownload(store)
    const [austin = '', andrews = '', notListed = '', forgotten = ''] = leadIds
    const claimed = [austin, andrews, notListed, forgotten]
    // Andrews County, Texas: which county a test buys in depends on the tests before it.
    await store.sql`update leads set fips = '48003' where lead_id = any(${claimed})`
    for (const [leadId, zip] of [
      [austin, '78701'],
      [andrews, '79714'],
      [notListed, '00000'],
    ])
      await store.sql`update lead_details set zip = ${zip} where lead_id = ${leadId}`
    await store.sql`delete from lead_details where lead_id = ${forgotten}`

    const reply = await claim(token, claimed, { reason: 'wrong_county', note: '' })

    expect(statesOf(reply, claimed)).toEqual(['granted', 'open', 'open', 'open'])
    expect(claimIn(reply.body, austin).replacedBy).toEqual(expect.any(String))
    await answerRest()
  })
})

test('a claim is refused for someone else’s lead, and then nothing is claimed', async () => {
  const mine = await aDownload(store)
  const other = await aDownload(store)
  const reply = await claim(mine.token, [mine.leadIds[0] ?? '', other.leadIds[0] ?? ''])
  expect(reply).toMatchObject({ status: 404, body: { code: 'claim_lead_unknown' } })
  expect(await store.sql`select * from claims where order_id = any(${[mine.order.id, other.order.id]})`).toEqual([])
})

test('a claim is refused beyond the share, after the time, without a note, with a wrong link, and for what was not downloaded', async () => {
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

test('a claim is refused after the package was refunded', async () => {
  const { order, token, leadIds } = await aDownload(store)
  await admin.refund(order.id)
  expect(await claim(token, leadIds.slice(0, 1))).toMatchObject({ body: { code: 'delivery_link_invalid' } })
})

test('one claim pays once when it is made and answered several times at once', async () => {
  const { order, token, bad } = await aDownload(store, { spare: 0 })
  await Promise.all(Array.from({ length: 8 }, () => claim(token, [bad])))
  const replies = await Promise.all(Array.from({ length: 8 }, () => answer(order.id, [bad])))
  expect(replies.filter(({ body }) => body.credited === 1)).toHaveLength(1)
  expect(await claimCredit(store, order.id)).toHaveLength(1)
  const told = await store.sql`select from messages where subject_id = ${order.id} and kind = 'claims_answered'`
  expect(told).toHaveLength(2)
})

test('one claim pays once and is taken back with a refund of its package', async () => {
  const { order, token, leadIds } = await aDownload(store, { spare: 0 })
  const [bad = '', late = ''] = leadIds
  await claim(token, [bad, late])
  await answer(order.id, [bad])

  await admin.refund(order.id)
  const after = await answer(order.id, [late])
  await store.runJobs()

  expect(after.body).toEqual({ replaced: 0, credited: 0, denied: 1 })
  const sum =
    await store.row`select coalesce(sum(cents), 0)::int as cents from credit_entries where order_id = ${order.id}`
  expect(sum).toEqual({ cents: 0 })
})

test('what the buyer wrote is forgotten 90 days after the answer', async () => {
  const { order, token, bad } = await aDownload(store)
  await claim(token, [bad])
  await answer(order.id, [bad])
  await store.pass(days(91), 'forget-old-rows')
  expect(await store.sql`select note from claims where order_id = ${order.id}`).toEqual([{ note: null }])
})

test('the desk of a buyer lists all claims of its address with their answers, and no other’s', async () => {
  const mine = await aDownload(store)
  const other = await aDownload(store)
  const [replaced = '', denied = '', open = ''] = mine.leadIds
  await claim(mine.token, [replaced, denied, open])
  await claim(other.token, other.leadIds.slice(0, 1))
  await answer(mine.order.id, [replaced])
  await answer(mine.order.id, [denied], { isGranted: false, answer: 'We reached them.' })
  const desk = await aDesk(store, mine.email)

  const { body } = await desk.call('GET', '/api/desk/claims')

  expect(body.map(({ leadId }: { leadId: string }) => leadId).sort()).toEqual([replaced, denied, open].sort())
  const claimOf = (id: string) => body.find(({ leadId }: { leadId: string }) => leadId === id)
  expect(claimOf(replaced)).toMatchObject({
    reference: mine.order.reference,
    address: expect.stringContaining('Elm St'),
    claim: { state: 'granted', replacedBy: expect.stringContaining('Elm St') },
  })
  expect(claimOf(denied).claim).toMatchObject({ state: 'denied', answer: 'We reached them.' })
  expect(claimOf(open).claim).toMatchObject({ state: 'open', reason: 'wrong_number', answer: null })
})

test('the desk of a buyer lists the packages of leads, with what can still be claimed, and nothing of others', async () => {
  const { email, token, leadIds } = await aDownload(store)
  const fresh = await aDelivery(store, await aBackedPackage(store))
  const desk = await aDesk(store, email)
  const listed = async (by = desk) => (await by.call('GET', '/api/desk/leads')).body.packages

  const before = await listed()
  await claim(token, leadIds.slice(0, 2))
  const after = await listed()
  await claim(token, leadIds.slice(2, 5))

  expect(before).toMatchObject([{ leads: 25, left: 5, lineNumber: 1, deliveryToken: token }])
  expect(after).toMatchObject([{ left: 3 }])
  expect(await listed()).toMatchObject([{ left: 0 }])
  const itsDesk = await aDesk(store, fresh.email)
  expect(await listed(itsDesk)).toMatchObject([{ left: 5, deliveryToken: fresh.token }])
  const again = await fresh.buyer.buy(await aBackedPackage(store))
  const { coming } = (await itsDesk.call('GET', '/api/desk/leads')).body
  expect(coming).toMatchObject([{ reference: again.body.reference, lineNumber: 1, deliverBy: expect.any(String) }])
  const another = await aDownload(store)
  store.clock.advance(days(14) + hours(1))
  expect(await listed(await aDesk(store, another.email))).toMatchObject([{ left: 0 }])
})
