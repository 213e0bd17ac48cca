import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, aRep, Buyer, type Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 500)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

test('a file has what the rows show, with names that cannot become formulas, and the audit log says who took it', async () => {
  const { body: order } = await new Buyer(store, 'wilma.turner@example.com').buy(VIP)
  await store.testDatabase.pool.query(`update orders set full_name = '=cmd()' where order_id = $1`, [order.id])

  const { status, body, headers } = await admin.call('GET', '/api/admin/orders.csv?search=wilma')

  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv;charset=utf-8',
    expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  expect(String(body).split('\r\n')[1]).toMatch(
    new RegExp(
      `^${order.reference},completed,[^,]+Z,[^,]+Z,299.00,0.00,,stripe,storefront,,'=cmd\\(\\),wilma.turner@example.com,1,VIP Junior Package,"Travis, Texas",no$`,
    ),
  )
  const [entry] = (await admin.call('GET', '/api/admin/audit?action=list_exported')).body
  expect(entry).toMatchObject({ subject: 'the list of orders', after: { search: 'wilma' } })
})

test.each(['/api/admin/orders.csv', '/api/admin/order-count'])(
  '%s is for administrators and whole periods',
  async (path) => {
    const rep = await aRep(store)

    expect((await rep.call('GET', path)).status).toBe(403)
    expect((await admin.call('GET', `${path}?from=2026-02-02&to=2026-02-01`)).body.code).toBe('period_invalid')
  },
)

test('more orders than a page has are all in the file, each once', async () => {
  await store.testDatabase.pool.query(
    `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method, created_at, paid_at)
     select 'ord_many_' || i, 'LY-MANY' || i, 'many ' || i, 'own_many_' || i, 'paid', 1, 29900, '', 'manual', now(), now() - i * interval '1 minute'
     from generate_series(1, 450) i`,
  )

  const { body } = await admin.call('GET', '/api/admin/orders.csv?paymentMethod=manual')

  const references = String(body)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  expect(references).toEqual(Array.from({ length: 450 }, (_, index) => `LY-MANY${index + 1}`))
  expect((await admin.call('GET', '/api/admin/order-count?paymentMethod=manual')).body).toEqual({
    count: 450,
    isMore: false,
  })
})
