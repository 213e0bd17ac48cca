/** What the public page accepts. Its answers reveal nothing that the store knows. */
import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { askToLeaveAlone, giveAddresses, keyAt, propertyAt } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { ADMIN, createTestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { tellOfMany } from './opt-out.ts'

const store = withStore({}, async (opened) => {
  await opened.testDatabase.pool.query('update offers set is_active = false')
  const leads = Array.from({ length: 40 }, (_, index) => ({ property: index + 1, ageDays: 0 }))
  await addLeads(opened, '48453-vacant-vip-20', leads)
  const numbers = leads.map(({ property }) => property)
  await giveAddresses(opened, numbers)
})

const listed = async (): Promise<number> => (await store.sql`select from suppressions`).length

test('the answer to an opt-out request is the same, after the same work, for property on sale, held, unknown or already listed', async () => {
  const { holdId } = (await aBuyer(store).reserve('48453-vacant-vip-20')).body
  const rows =
    await store.sql`select d.address, h.hold_id is not null as is_held from lead_details d left join hold_leads h on h.lead_id = d.lead_id and h.hold_id = ${holdId}
     order by d.lead_id`
  const numberOf = (isHeld: boolean): number => Number.parseInt(rows.find((row) => row.is_held === isHeld)?.address, 10)
  await askToLeaveAlone(store, 31)
  const asked = { free: numberOf(false), held: numberOf(true), again: 31, unknown: 4711 }

  const seen: unknown[] = []
  for (const number of Object.values(asked)) {
    const before = store.database.statementCount()
    const { status, body, headers } = await askToLeaveAlone(store, number)
    const { date: _date, 'x-request-id': _id, ...same } = headers
    seen.push({ statements: store.database.statementCount() - before, status, body, headers: same })
  }

  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(seen[0]).toMatchObject({ status: 200, body: { message: expect.stringContaining('opt-out list') } })
})

const whole = propertyAt(5)
test.each([
  ['no street', { ...whole, street: '' }, 'bad_request'],
  ['a number without a street', { ...whole, street: '12' }, 'address_unreadable'],
  ['signs only', { ...whole, street: '!?#/--' }, 'address_unreadable'],
  ['a character that cannot be stored', { ...whole, street: '12 Oak\0 Street' }, 'bad_request'],
  ['a ZIP of another state', { ...whole, zip: '89501' }, 'zip_not_in_state'],
  ['a ZIP of four digits', { ...whole, zip: '7870' }, 'bad_request'],
  ['an email with a header in it', { ...whole, email: 'a@example.com\r\nBcc: b@example.com' }, 'bad_request'],
])('an invalid property is refused: %s', async (_what, body, code) => {
  const before = await listed()
  const reply = await new Client(store).call('POST', '/api/opt-out', body)
  expect([reply.status, reply.body.code]).toEqual([400, code])
  expect(reply.body.message).toMatch(/\w{3}/)
  expect(await listed()).toBe(before)
})

test('each network can opt out three properties a day across all nodes, without affecting other networks', async () => {
  const limited = await createTestApp({ beside: store, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  const ask = (number: number, network: string, more = {}) =>
    new Client(limited).call('POST', '/api/opt-out', { ...propertyAt(number), ...more }, { 'x-forwarded-for': network })
  const from = async (count: number, network: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(5_000 + index, network)))

  const before = await listed()
  const replies = await from(29, '203.0.113.7')
  const confirmed = await ask(5_029, '203.0.113.7', { email: 'landlord@example.com' })
  const [other] = await from(1, '203.0.113.8')
  const over = await ask(5_030, '203.0.113.7', { email: 'landlord@example.com' })
  store.clock.advance(days(1))
  const [later] = await from(1, '203.0.113.7')
  await limited.close()

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = replies.filter(({ body }) => body.code === 'rate_limited')
  expect(refused).toHaveLength(26)
  expect(refused[0]?.body.message).toContain('add your email address')
  expect([confirmed.status, confirmed.body.needsConfirmation]).toEqual([200, true])
  expect([over.status, over.body.message]).toEqual([429, expect.stringContaining('email us a list')])
  expect([other?.status, later?.status]).toEqual([200, 200])
  expect((await listed()) - before).toBeLessThanOrEqual(4)
})

describe('a request beyond three a day', () => {
  const email = 'manager@example.com'
  const linkIn = (text: string) => /\/opt-out#confirm=([\w-]+)/.exec(text)?.[1] ?? ''
  const confirm = (token: string) => new Client(store).call('POST', '/api/opt-out/confirm', { token })
  const isListed = async (number: number) =>
    (await store.sql`select from suppressions where property_key = ${keyAt(store, number)}`).length === 1

  test('counts once the link in its email is confirmed, not when the page is opened', async () => {
    for (const number of [6_001, 6_002, 6_003])
      expect((await askToLeaveAlone(store, number, { email })).body.needsConfirmation).toBe(false)

    const fourth = await askToLeaveAlone(store, 6_004, { email, city: 'Win A Prize' })
    await store.runJobs()

    const message = expect.stringContaining('Nothing changes until then')
    expect(fourth.body).toMatchObject({ needsConfirmation: true, message })
    const [mail] = await store.mailsTo(email)
    expect(mail?.subject).toBe('Confirm the removal of a property')
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/6004|oak|prize/i)
    const token = linkIn(mail?.text ?? '')
    expect((await new Client(store).call('GET', '/opt-out')).status).toBe(200)
    expect(await isListed(6_004)).toBe(false)

    expect((await confirm(token)).status).toBe(200)
    expect(await isListed(6_004)).toBe(true)
    expect((await confirm(token)).body.code).toBe('mail_link_invalid')
    await store.runJobs()
    expect((await store.mailsTo(email))[0]?.subject).toBe('Your property is off our lists')
  })

  test('is deleted with its address if it is not confirmed within a day', async () => {
    const other = 'slow@example.com'
    for (const number of [6_101, 6_102, 6_103, 6_104]) await askToLeaveAlone(store, number, { email: other })
    await store.runJobs()
    const [mail] = await store.mailsTo(other)
    store.clock.advance(days(1))
    expect((await confirm(linkIn(mail?.text ?? ''))).body.code).toBe('mail_link_invalid')
    await runScheduled(store, 'forget-old-rows')
    expect(await store.sql`select from opt_out_confirmations`).toEqual([])
    expect(await isListed(6_104)).toBe(false)
    // A made-up token gets the same answer.
    expect((await confirm('a'.repeat(27))).body.code).toBe('mail_link_invalid')
  })
})

test('administrators get one email a day if many owners opt out', async () => {
  store.clock.advance(days(2))
  for (let number = 7_001; number <= 7_014; number += 1) await askToLeaveAlone(store, number)
  await tellOfMany(store.ctx)
  await store.runJobs()
  const alarms = async () =>
    (await store.mailsTo(ADMIN.email)).filter(({ subject }) => subject.includes('opted out in one day'))
  expect(await alarms()).toEqual([])
  await askToLeaveAlone(store, 7_015)
  await Promise.all([tellOfMany(store.ctx), tellOfMany(store.ctx)])
  await store.runJobs()
  expect((await alarms()).map(({ subject }) => subject)).toEqual(['15 properties were opted out in one day'])
})
