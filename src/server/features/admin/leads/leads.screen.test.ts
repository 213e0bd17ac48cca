/** Leads as administrators see them, and what stays hidden until a look is recorded. */
import { beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, adminOf } from '#testing/builders.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { findOptOutFaults, giveAddresses, keyAt, propertyAt } from '#testing/opt-outs.ts'
import { readPages } from '#testing/read-pages.ts'
import { withStore } from '#testing/with-store.ts'

/** What no one may see without a recorded look. */
const OWNER = /olive|5550100|oak street|78701/i

const store = withStore()
const admin = adminOf(store)
beforeAll(async () => {
  await store.sql`update offers set is_active = false`
  const numbered = (from: number, count: number, ageDays: number) =>
    Array.from({ length: count }, (_, index) => ({ property: from + index, ageDays }))
  // Travis: 45 VIP and 30 premium vacant, 12 premier of owners; Loving, the same state: 3; Kent in Delaware: 2.
  await addLeads(store, '48453-vacant-vip-20', [...numbered(1, 45, 0), ...numbered(101, 30, 12)])
  await addLeads(store, '48453-owner-vip-20', numbered(201, 12, 5))
  await addLeads(store, '48301-vacant-vip-20', numbered(301, 3, 40))
  await addLeads(store, '10001-landlord-vip-20', numbered(401, 2, 40))
  await giveAddresses(
    store,
    Array.from({ length: 45 }, (_, index) => index + 1),
  )
})

const search = (body: object, client = admin) => client.call('POST', '/api/admin/leads/search', body)
const searchFor = (number: number) => search({ street: propertyAt(number).street, zip: propertyAt(number).zip })
const look = (leadId: number, reason: unknown = 'Its owner called.', client = admin) =>
  client.call('POST', `/api/admin/leads/${leadId}/look`, { reason })
const looks = () =>
  store.sql`select subject, note, member_id, before, after from audit_entries where action = 'lead_looked_at'`

test('lead counts show leads by tier and places left, for the store, a state, a county and a lead type', async () => {
  const of = async (filter: string) =>
    (await admin.call('GET', `/api/admin/lead-counts?${filter}`)).body.tiers.map(
      (one: { leads: number; byPlaces: number[] }) => [one.leads, one.byPlaces],
    )

  const tens = (count: number) => [0, 0, 0, 0, 0, 0, 0, 0, 0, count]
  expect(await of('')).toEqual([
    [45, [45]],
    [12, [0, 0, 12]],
    [30, tens(30)],
    [5, tens(5)],
  ])
  expect(await of('state=Texas')).toEqual([
    [45, [45]],
    [12, [0, 0, 12]],
    [30, tens(30)],
    [3, tens(3)],
  ])
  expect(await of('state=Texas&county=Travis&leadType=owner')).toEqual([
    [0, []],
    [12, [0, 0, 12]],
    [0, []],
    [0, []],
  ])
})

test('the list of leads shows every lead on sale once, page by page, without owner data', async () => {
  const rows = await readPages(admin, '/api/admin/leads?limit=7')
  expect(rows).toHaveLength(92)
  expect(new Set(rows.map((row) => row.id)).size).toBe(92)
  expect(JSON.stringify(rows)).not.toMatch(OWNER)
})

test('the list of leads is filtered by place, lead type and tier', async () => {
  for (const [filter, count] of [
    ['state=Texas', 90],
    ['state=Texas&county=Travis', 87],
    ['state=Texas&leadType=vacant', 78],
    ['tier=premium', 30],
    ['state=Delaware&tier=vip', 0],
  ] as const)
    expect([filter, (await readPages(admin, `/api/admin/leads?limit=40&${filter}`)).length]).toEqual([filter, count])
})

test('the list of leads refuses what it cannot show', async () => {
  const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(['leads', 'a', ...parts])).toString('base64url')
  for (const [filter, code] of [
    ['cursor=x', 'bad_request'],
    [`cursor=${cursor('1', 'yesterday', '1')}`, 'bad_request'],
    [`cursor=${cursor('-1', '2026-01-01T00:00:00Z', '1')}`, 'bad_request'],
    ['limit=201', 'bad_request'],
    ['state=Atlantis', 'unknown_state'],
    ['county=Travis', 'unknown_county'],
  ] as const)
    expect([filter, (await admin.call('GET', `/api/admin/leads?${filter}`)).body.code]).toEqual([filter, code])
})

test('a look shows all lead data and its buyers, and is logged with who looked, at what and why', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy('48453-vacant-vip-20')
  const { leads } = (await search({ reference: order.reference.toLowerCase() })).body
  const before = (await looks()).length

  const { status, body } = await look(leads[0].id)

  expect(status).toBe(200)
  expect(leads).toHaveLength(20)
  expect(JSON.stringify(leads)).not.toMatch(OWNER)
  expect(body).toMatchObject({
    id: leads[0].id,
    county: 'Travis',
    details: {
      city: 'Austin',
      ownerNames: ['Olive Owner'],
      phones: [{ number: '+15125550100', kind: 'mobile', isDoNotCall: false }],
    },
    buyers: [{ reference: order.reference, email: buyer.contactInfo.email, returnedAt: null }],
  })
  const written = await looks()
  expect(written).toHaveLength(before + 1)
  expect(written.at(-1)).toMatchObject({
    subject: `Lead ${leads[0].id}, Vacant Houses, Travis, Texas`,
    note: 'Its owner called.',
  })
  expect(JSON.stringify(written)).not.toMatch(OWNER)
})

test('a look needs a reason and a lead: without, nothing is shown or logged', async () => {
  const before = (await looks()).length
  for (const reason of [undefined, '   ', 'x'.repeat(201), 7]) {
    const reply = await look(1, reason ?? null)
    expect([reply.status, reply.body.code]).toEqual([400, 'bad_request'])
    expect(JSON.stringify(reply.body)).not.toMatch(OWNER)
  }
  for (const id of ['99999999', '-1', '1.5', '9007199254740993', 'x']) {
    const reply = await admin.call('POST', `/api/admin/leads/${id}/look`, { reason: 'Its owner called.' })
    expect(['lead_unknown', 'bad_request']).toContain(reply.body.code)
  }
  expect(await looks()).toHaveLength(before)
})

test('an administrator opts out a property for its owner, once, and it is logged', async () => {
  const [{ id }] = (await searchFor(43)).body.leads
  const suppress = () => admin.call('POST', `/api/admin/leads/${id}/suppress`, { reason: 'Its owner called.' })

  const replies = [await suppress(), await suppress()]
  const [early] = (await searchFor(43)).body.leads
  await store.runJobs()

  expect(replies.map(({ body }) => body)).toEqual([{ isLeftAlone: true }, { isLeftAlone: true }])
  // No one can buy it from that moment on, although the job takes it out later.
  expect(early).toMatchObject({ leadState: 'left_alone', placesLeft: 0 })
  const [found] = (await searchFor(43)).body.leads
  expect(found).toMatchObject({ leadState: 'left_alone', hasDetails: false })
  expect(await store.sql`select cause from suppressions where property_key = ${keyAt(store, 43)}`).toEqual([
    { cause: 'administrator' },
  ])
  expect(await store.sql`select note from audit_entries where action = 'lead_suppressed'`).toEqual([
    { note: 'Its owner called.' },
  ])
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findOptOutFaults(store.testDatabase.pool)).toEqual([])
})

describe('a search for a property', () => {
  test('finds a property however its address is written, with its leads and whether it is opted out', async () => {
    const { body } = await search({ street: ' 7 OAK ST ', zip: '78701-0001' })
    expect(body).toMatchObject({ isLeftAlone: false, leads: [{ county: 'Travis', leadState: expect.any(String) }] })
    expect(body.leads).toHaveLength(1)
    expect(JSON.stringify(body)).not.toMatch(OWNER)
  })

  test('does not find other units of a house than the one named', async () => {
    const { body } = await search({ street: '7 Oak Street, Apt 4', zip: '78701' })
    expect(body).toEqual({ leads: [], isLeftAlone: false })
  })

  test('finds it if the whole address was pasted, and refuses what names no place or order', async () => {
    for (const street of ['7 Oak Street, Austin, TX 78701', '7 Oak St, Austin', '7 Oak Street TX'])
      expect((await search({ street, zip: '78701' })).body.leads).toHaveLength(1)
    for (const [body, code] of [
      [{ street: 'Oak Street', zip: '78701' }, 'address_unreadable'],
      [{ street: '12 Oak Street', zip: '787' }, 'bad_request'],
      [{ reference: `'; drop table leads; --` }, 'order_not_found'],
      [{}, 'bad_request'],
    ] as const)
      expect((await search(body)).body.code).toBe(code)
  })
})
