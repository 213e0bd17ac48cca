/** A database of an earlier release: the present program migrates it and goes on with everything that was under way. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { setAreaPrice } from '#testing/area-prices.ts'
import { Buyer, Client } from '#testing/builders.ts'
import { rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { openDelivery } from '#testing/deliveries.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { findOfferFaults } from '#testing/offer-faults.ts'
import { openLink, reportLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { TestClock } from '#testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { withStore } from '#testing/with-store.ts'
import { loadOldStore } from './load-old-store.ts'

/** What browsers knew of that store: cookies, tokens, payments that were begun. */
const KNOWN = JSON.parse(await readFile(new URL('store-before-0045.json', import.meta.url), 'utf8'))
/** Rows that migrations derive from others: 0059 sums up what the storefront sold, by county and day. */
const ADDED_ROWS: Readonly<Record<string, number>> = { 'public.sale_figures': 4, 'public.lead_imports': 1 }
/** 0086 renames them, and copies the imports of stock. */
const RENAMED: Readonly<Record<string, string>> = {
  'public.lead_imports': 'public.imports',
  'public.lead_file_parts': 'public.import_file_parts',
  'public.lead_import_refusals': 'public.import_refusals',
}

const testDatabase = await createTestDatabase('empty')
await load(testDatabase)
const before = await countRows(testDatabase)
await migrate(testDatabase.ownerUrl)
const clock = new TestClock()
clock.advance(new Date(KNOWN.madeAt).getTime() - clock.now().getTime())
const store = withStore({ testDatabase, clock })

test('after an upgrade no row of any table is missing', async () => {
  const after = await countRows(testDatabase)
  const kept = [...before.keys()].filter((table) => table !== 'public.schema_migrations')
  expect(before.get('public.holds')).toBeGreaterThan(20)
  expect(Object.fromEntries(kept.map((table) => [table, after.get(RENAMED[table] ?? table)]))).toEqual(
    Object.fromEntries(kept.map((table) => [table, (before.get(table) ?? 0) + (ADDED_ROWS[table] ?? 0)])),
  )
})

test('after an upgrade the identities of stock, leads, credit, sales and offers hold', async () => {
  await expectStockIdentities(testDatabase)
  for (const find of [findLeadFaults, findCreditFaults, findLedgerFaults, findOfferFaults])
    expect(await find(testDatabase.pool)).toEqual([])
})

test('after an upgrade members are still logged in, and see their requests and orders', async () => {
  const rep = visitor(KNOWN.cookies.rep)
  expect((await rep.call('GET', '/api/me')).body).toMatchObject({ email: 'rep@example.com', role: 'sales' })
  const { body: requests } = await rep.call('GET', '/api/sales/payment-requests')
  expect(requests).toHaveLength(6)
  expect(requests.find(({ id }: { id: string }) => id === KNOWN.link.id)).toMatchObject({
    token: KNOWN.link.token,
    total: KNOWN.link.total,
    status: 'sent',
  })
  const { body: orders } = await visitor(KNOWN.cookies.admin).call('GET', '/api/admin/orders')
  expect(orders).toHaveLength(14)
  expect((await rep.call('GET', '/api/cart')).body.lines).toHaveLength(1)
})

test('after an upgrade buyers read their orders, deliveries and carts', async () => {
  for (const { token, reference, total } of Object.values<Record<string, string>>(KNOWN.orders))
    expect((await visitor().call('GET', `/api/orders/${token}`)).body).toMatchObject({ reference, total })
  const { status, body } = await openDelivery(store, KNOWN.deliveryToken)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(KNOWN.orders.delivered.reference)
  expect((await visitor(KNOWN.cookies.cart).call('GET', '/api/cart')).body.lines).toHaveLength(2)
})

test('after an upgrade the messages are listed as they were, and those that waited are sent', async () => {
  const admin = visitor(KNOWN.cookies.admin)
  await store.runJobs()
  const { rows } = await testDatabase.pool.query('select kind, state, count(*)::int from messages group by 1, 2')
  expect(rows.filter(({ state }) => state === 'waiting')).toEqual([])
  const { body } = await admin.call('GET', '/api/admin/messages')
  expect(body.length).toBeGreaterThan(20)
})

test('after an upgrade an attempt repeated across the upgrade does its work once', async () => {
  const admin = visitor(KNOWN.cookies.admin)
  const count = async () => (await testDatabase.pool.query('select from messages')).rowCount
  const messages = await count()
  const { rows } = await testDatabase.pool.query(
    'select resent_from from messages where resent_from is not null order by created_at limit 1',
  )
  const again = await admin.call('POST', `/api/admin/messages/${rows[0].resent_from}/resend`, {
    attemptId: 'attempt-message-1',
  })
  expect(again.status).toBe(200)
  expect(await count()).toBe(messages)
})

test('after an upgrade past price changes were national ones, and a county can get its own price', async () => {
  const admin = visitor(KNOWN.cookies.admin)
  const { body: history } = await admin.call('GET', '/api/admin/pricing/changes')
  const levels = { beforeLevel: 'national', afterLevel: 'national' }
  expect(history.length).toBeGreaterThan(0)
  for (const change of history) expect(change).toMatchObject({ areas: [], rows: [levels] })
  const [travis, key] = [
    { state: 'Texas', county: 'Travis' },
    { leadType: 'landlord', tier: 'vip', size: 20 },
  ] as const
  await setAreaPrice(admin, travis, key, 400)
  const { body: prices } = await visitor().call('GET', '/api/pricing?state=Texas&county=Travis')
  expect(prices).toContainEqual({ ...key, basePrice: '400.00' })
})

test('after an upgrade an open checkout can be paid', async () => {
  const buyer = visitor(KNOWN.cookies.checkout)
  expect((await buyer.confirm(KNOWN.checkoutPayment)).status).toBe(200)
  const { body } = await buyer.recordOrder({ paymentId: KNOWN.checkoutPayment.paymentId })
  expect(body).toMatchObject({ status: 'completed' })
})

test('after an upgrade a link can be paid, whether its payment was opened before or after', async () => {
  for (const link of [KNOWN.link, KNOWN.openedLink]) {
    const customer = visitor()
    const { body: payment } = await openLink(customer, link)
    expect((await customer.confirm(payment)).status).toBe(200)
    await reportLink(customer, link, payment.paymentId)
    const { body } = await customer.call('GET', `/api/payment-request/${link.token}`)
    expect(body).toMatchObject({ status: 'paid', reference: link.reference })
  }
  await store.runJobs()
  await expectStockIdentities(testDatabase)
  expect(await findLeadFaults(testDatabase.pool)).toEqual([])
})

test('after an upgrade an order that waits for its transfer can be verified', async () => {
  const admin = visitor(KNOWN.cookies.admin)
  expect((await verifyCashApp(admin, KNOWN.cashApp)).status).toBe(200)
  expect((await rejectCashApp(admin, KNOWN.cashApp)).status).toBe(409)
})

test('after an upgrade remaining holds end in time and return to stock', async () => {
  await store.pass(hours(30))
  await store.runJobs()
  const { rows } = await testDatabase.pool.query(`select from holds where state = 'live'`)
  expect(rows).toEqual([])
  await expectStockIdentities(testDatabase)
  expect(await findLeadFaults(testDatabase.pool)).toEqual([])
})

/** A browser that keeps the cookies it had before the upgrade. */
function visitor(cookie?: string): Buyer {
  const buyer = new Buyer(store, 'customer@example.com')
  if (cookie === undefined) return buyer
  const call: Client['call'] = (method, url, body, headers) =>
    Client.prototype.call.call(buyer, method, url, body, { cookie, ...headers })
  return Object.assign(buyer, { call })
}

async function load({ ownerUrl }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await loadOldStore(client)
  await client.end()
}

async function countRows({ pool }: TestDatabase): Promise<Map<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'sandbox_stripe') order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables)
    counts.set(name, (await pool.query(`select count(*)::int as rows from ${name}`)).rows[0].rows)
  return counts
}
