/** What the public page takes, and what its answers tell: nothing about what the store knows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { askToLeaveAlone, giveAddresses, keyAt, propertyAt } from '#testing/opt-outs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.testDatabase.pool.query('update offers set is_active = false')
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
  await addLeads(
    store,
    '48453-vacant-vip-20',
    numbers.map((property) => ({ property, ageDays: 0 })),
  )
  await giveAddresses(store, numbers)
})
afterAll(() => store.close())

const listed = async (): Promise<number> =>
  (await store.testDatabase.pool.query('select count(*)::int as listed from suppressions')).rows[0].listed

const statementsOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const before = store.database.statementCount()
  await ask()
  return store.database.statementCount() - before
}

describe('the answer', () => {
  test('is the same, after the same work, for a property that is for sale, held, sold, unknown, or on the list already', async () => {
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve('48453-vacant-vip-20')).body
    const { rows } = await store.testDatabase.pool.query(
      `select d.address, h.hold_id is not null as is_held from lead_details d left join hold_leads h on h.lead_id = d.lead_id and h.hold_id = $1
       order by d.lead_id`,
      [holdId],
    )
    const numberOf = (isHeld: boolean): number =>
      Number.parseInt(rows.find((row) => row.is_held === isHeld)?.address, 10)
    await askToLeaveAlone(store, 31)
    const asked = { free: numberOf(false), held: numberOf(true), again: 31, unknown: 4711 }

    const seen: unknown[] = []
    for (const number of Object.values(asked)) {
      let reply: Awaited<ReturnType<typeof askToLeaveAlone>> | undefined
      const statements = await statementsOf(async () => {
        reply = await askToLeaveAlone(store, number)
      })
      const { date: _date, 'x-request-id': _id, ...headers } = reply?.headers ?? {}
      seen.push({ statements, status: reply?.status, body: reply?.body, headers })
    }

    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(seen[0]).toMatchObject({ status: 200, body: { message: expect.stringContaining('leave alone') } })
  })

  test('says nothing of the address, and sets no cookie', async () => {
    const reply = await askToLeaveAlone(store, 815)

    expect(JSON.stringify(reply)).not.toMatch(/oak|815/i)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})

describe('what cannot be a property', () => {
  const whole = propertyAt(5)
  test.each([
    ['no street', { ...whole, street: '' }, 'bad_request'],
    ['blanks for a street', { ...whole, street: '  \t ' }, 'bad_request'],
    ['a street of a page', { ...whole, street: `1 ${'Oak '.repeat(500)}` }, 'bad_request'],
    ['a number without a street', { ...whole, street: '12' }, 'address_unreadable'],
    ['a street without a number', { ...whole, street: 'Oak Street' }, 'address_unreadable'],
    ['signs only', { ...whole, street: '!?#/--' }, 'address_unreadable'],
    ['letters of no address', { ...whole, street: '🏠🏠🏠' }, 'address_unreadable'],
    ['a character that cannot be stored', { ...whole, street: '12 Oak\0 Street' }, 'bad_request'],
    ['half a letter', { ...whole, street: '12 Oak \ud800 Street' }, 'bad_request'],
    ['no ZIP', { ...whole, zip: '' }, 'bad_request'],
    ['a ZIP of four digits', { ...whole, zip: '7870' }, 'bad_request'],
    ['a ZIP of another country', { ...whole, zip: 'K1A 0B1' }, 'bad_request'],
    ['other digits for a ZIP', { ...whole, zip: '٧٨٧٠١' }, 'bad_request'],
    ['a ZIP that is a number', { ...whole, zip: 78701 }, 'bad_request'],
    ['a list for a street', { ...whole, street: ['12 Oak Street'] }, 'bad_request'],
    ['an email that is two', { ...whole, email: 'a@example.com, b@example.com' }, 'bad_request'],
    ['an email with a header in it', { ...whole, email: 'a@example.com\r\nBcc: b@example.com' }, 'bad_request'],
    ['an email of a page', { ...whole, email: `${'a'.repeat(2_000)}@example.com` }, 'bad_request'],
    ['nothing', {}, 'bad_request'],
  ])('is refused: %s', async (_what, body, code) => {
    const before = await listed()

    const reply = await new Client(store).call('POST', '/api/opt-out', body)

    expect([reply.status, reply.body.code]).toEqual([400, code])
    expect(reply.body.message).toMatch(/\w{3}/)
    expect(await listed()).toBe(before)
  })

  test('is not SQL either: what looks like it is an address that nobody has', async () => {
    const reply = await new Client(store).call('POST', '/api/opt-out', {
      ...whole,
      street: `1 Oak'; drop table leads; --`,
      city: `' or 1=1`,
    })

    expect(reply.status).toBe(200)
    expect((await store.testDatabase.pool.query('select count(*)::int as leads from leads')).rows[0].leads).toBe(40)
  })
})

test('one network names 30 properties within an hour, on all nodes together; others are not in its way', async () => {
  const limited = await createTestApp({ beside: store, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  const ask = (number: number, network: string) =>
    new Client(limited).call('POST', '/api/opt-out', propertyAt(number), { 'x-forwarded-for': network })
  const from = async (count: number, network: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(5_000 + index, network)))

  const replies = await from(32, '203.0.113.7')
  const [other] = await from(1, '203.0.113.8')
  store.clock.advance(minutes(61))
  const [later] = await from(1, '203.0.113.7')
  await limited.close()

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(replies.filter(({ body }) => body.code === 'rate_limited')).toHaveLength(2)
  expect([other?.status, later?.status]).toEqual([200, 200])
  const [row] = (
    await store.testDatabase.pool.query('select count(*)::int as keys from suppressions where property_key = any($1)', [
      Array.from({ length: 32 }, (_, index) => keyAt(store, 5_000 + index)),
    ])
  ).rows
  expect(row.keys).toBeLessThanOrEqual(31)
})
