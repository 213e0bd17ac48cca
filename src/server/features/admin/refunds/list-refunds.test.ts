import { beforeAll, expect, test } from 'vitest'
import { adminOf, Buyer, type Reply } from '#testing/builders.ts'
import { readPages } from '#testing/read-pages.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)
let order: Reply['body']

const INSERT = `
  insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, state, created_at, made_at, attempts, last_error)
  select 'rfd_' || i, 'pi_' || i, $1, 100 + i, 'no_stock', case i % 50 when 0 then 'failed' when 1 then 'due' else 'made' end,
    now() - interval '1 day' - i / 2 * interval '1 minute', case when i % 50 > 1 then now() end, 1, case when i % 50 = 0 then 'refund_failed' end
  from generate_series(1, 400) i`

beforeAll(async () => {
  await store.setStock(VIP, 5)
  order = (await new Buyer(store, 'wilma@example.com').buy(VIP)).body
  const lines = [{ lineNumber: 1, amount: '10.50', isReturned: false }]
  await admin.refund(order.id, { reason: '=Bought twice', lines })
  await store.rows(INSERT, [order.id])
})

const list = (query = ''): Promise<Reply> => admin.call('GET', `/api/admin/refunds${query}`)

test('the list of refunds says who gave back how much of which order, when and why', async () => {
  const [refund] = (await list('?limit=1')).body
  expect(refund).toMatchObject({
    orderId: order.id,
    reference: order.reference,
    fullName: 'Bea Buyer',
    amount: '10.50',
    credit: '0.00',
    reason: 'admin',
    note: '=Bought twice',
    decidedBy: expect.stringMatching(/\w/),
    isByHand: false,
  })
})

test.each([
  ['', 401],
  ['failed', 8],
])('in state “%s” has each of them once, newest first, as its count and its file do', async (state, atLeast) => {
  const refunds = await readPages(admin, `/api/admin/refunds?limit=70${state && `&state=${state}`}`)
  const { body: counted } = await admin.call('GET', `/api/admin/refund-count${state && `?state=${state}`}`)
  const { body: file } = await admin.call('GET', `/api/admin/refunds.csv${state && `?state=${state}`}`)

  const times = refunds.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(refunds.length).toBeGreaterThanOrEqual(atLeast)
  expect(refunds.length).toBeLessThanOrEqual(atLeast + 1)
  expect(new Set(refunds.map(({ id }) => id)).size).toBe(refunds.length)
  if (state) expect(new Set(refunds.map((one) => one.state))).toEqual(new Set([state]))
  expect(counted).toEqual({ count: refunds.length, isMore: false })
  expect(
    String(file)
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[2]),
  ).toEqual(refunds.map(({ amount }) => amount))
})

test('is exported with notes that cannot become formulas, and the audit log says who took it', async () => {
  const { body, headers } = await admin.call('GET', '/api/admin/refunds.csv')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="refunds-\d{4}-\d\d-\d\d\.csv"$/)
  expect(String(body)).toContain(",'=Bought twice,")
  const [entry] = (await admin.call('GET', '/api/admin/audit?action=list_exported')).body
  expect(entry).toMatchObject({ subject: 'the list of refunds' })
})
