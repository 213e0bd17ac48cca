/** The order of the administrators' list: each sort, with filters, page by page, and in the file. */
import { beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, adminOf, type Reply } from '#testing/builders.ts'
import { readPages } from '#testing/read-pages.ts'
import { VIP, withStore } from '#testing/with-store.ts'

/** More than the list sorts for one page, so that narrower lists walk along the totals. */
const MANY = 4_100

const store = withStore({}, (opened) => opened.setStock(VIP, 500))
const admin = adminOf(store)

/** One order in a hundred has the same total as another. */
const INSERT = `
  insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method, full_name,
    rep_id, created_at, paid_at)
  select 'ord_' || lpad(i::text, 10, '0'), 'LY-' || i, 'token ' || i, 'owner ' || i, case i % 3 when 0 then 'processed' else 'paid' end, 1,
    10000 + (i * 7919) % 50 * 100, '', case when i % 5 = 0 then 'manual' else 'stripe' end, 'Alma ' || i, null, now(),
    now() - i * interval '1 minute' from generate_series(1, $1::int) i`

const SELL = `
  insert into sale_entries (order_id, line_number, refund_id, at, day, rep_id, channel, package_id, lead_type, tier, size, state,
    packages, leads, amount_cents, commission_cents)
  select order_id, 1, '', paid_at, paid_at::date, '', 'storefront', '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 1, 20,
    total_cents, 0 from orders`

const list = (query: Record<string, string>): Promise<Reply> =>
  admin.call('GET', `/api/admin/orders?${new URLSearchParams(query)}`)

/** Reads a list page by page. Its file must be the same. */
const walk = (query: Record<string, string>, limit: number, between?: () => Promise<unknown>) =>
  readPages(admin, `/api/admin/orders?${new URLSearchParams({ ...query, limit: String(limit) })}`, between)

const inFile = async (query: Record<string, string>): Promise<string[]> => {
  const { body } = await admin.call('GET', `/api/admin/orders.csv?${new URLSearchParams(query)}`)
  const rows = String(body).split('\r\n').slice(1, -1)
  return rows.map((row) => row.split(',')[0] ?? '')
}

/** What the list should be, from the table. */
async function expected(where: string, order: string): Promise<string[]> {
  const rows = await store.rows(`select reference from orders where ${where} order by ${order}`)
  return rows.map((row) => row.reference)
}

const BY_TOTAL = { sort: 'total' }
const PAID = 'paid_at is not null'

describe.each([
  ['few orders', 300],
  ['more orders than are sorted at once', MANY],
])('among %s', (_name, count) => {
  let from = ''
  beforeAll(async () => {
    await store.sql`truncate orders, sale_entries`
    await store.rows(INSERT, [count])
    await store.rows(SELL)
    await store.sql`analyze orders`
    const rows = await store.sql`select (min(paid_at) - interval '2 days')::date::text as day from orders`
    from = rows[0].day
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['the highest first', BY_TOTAL, PAID, 'total_cents desc, order_id desc'],
    ['the lowest first', { ...BY_TOTAL, direction: 'asc' }, PAID, 'total_cents, order_id'],
    ['the oldest first', { direction: 'asc' }, PAID, 'paid_at, order_id'],
    ['one state', { ...BY_TOTAL, status: 'processed' }, "state = 'processed'", 'total_cents desc, order_id desc'],
    [
      'paid by hand',
      { ...BY_TOTAL, paymentMethod: 'manual' },
      "payment_method = 'manual'",
      'total_cents desc, order_id desc',
    ],
    [
      'paid by card',
      { ...BY_TOTAL, paymentMethod: 'stripe' },
      "payment_method = 'stripe'",
      'total_cents desc, order_id desc',
    ],
    ['a channel', { ...BY_TOTAL, channel: 'storefront' }, PAID, 'total_cents desc, order_id desc'],
    ['a figure', { ...BY_TOTAL, dimension: 'tier', value: 'vip' }, PAID, 'total_cents desc, order_id desc'],
    ['a search', { ...BY_TOTAL, search: 'alma', direction: 'asc' }, PAID, 'total_cents, order_id'],
    [
      'a narrow search',
      { ...BY_TOTAL, search: 'alma 29' },
      "full_name like 'Alma 29%'",
      'total_cents desc, order_id desc',
    ],
    [
      'the oldest of a search',
      { search: 'alma 29', direction: 'asc' },
      "full_name like 'Alma 29%'",
      'paid_at, order_id',
    ],
    ['the oldest of a figure', { dimension: 'county', value: '48453', direction: 'asc' }, PAID, 'paid_at, order_id'],
  ])('the list and its file show %s', async (_what, query, where, order) => {
    const listed = (await walk(query, 150)).map((one) => one.reference)

    expect(listed).toEqual(await expected(where, order))
    expect(await inFile(query)).toEqual(listed)
  })

  test('a period is filtered on the way', async () => {
    const listed = (await walk({ ...BY_TOTAL, from }, 150)).map((one) => one.reference)

    expect(listed).toEqual(await expected(PAID, 'total_cents desc, order_id desc'))
    expect(await walk({ ...BY_TOTAL, to: from }, 150)).toEqual([])
  })
})

test('pages by total stay exact while orders arrive', async () => {
  await store.sql`truncate orders, sale_entries`
  await store.rows(INSERT, [30])
  const before = await expected(PAID, 'total_cents desc, order_id desc')
  const walked = await walk(BY_TOTAL, 7, () => aBuyer(store).buy(VIP))
  const listed = walked.map((one) => one.reference)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((reference) => before.includes(reference))).toEqual(before)
})

test.each(['awaiting_payment', 'cancelled'])('%s orders are not sorted by total', async (status) => {
  expect(await list({ ...BY_TOTAL, status })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('a cursor belongs to its order', async () => {
  const { headers } = await list({ ...BY_TOTAL, limit: '1' })
  const cursor = String(headers['x-next-cursor'])
  const forged = Buffer.from(JSON.stringify(['orders paid total desc', '', '2026-01-01T00:00:00Z', 'x'])).toString(
    'base64url',
  )
  for (const query of [{ cursor }, { ...BY_TOTAL, direction: 'asc', cursor }, { ...BY_TOTAL, cursor: forged }])
    expect((await list(query)).body.code).toBe('bad_request')
  expect((await list({ sort: 'email' })).status).toBe(400)
})
