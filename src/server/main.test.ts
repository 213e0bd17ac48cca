/** The process itself: what it logs, how it stops, and what it does while its database is away. */
import { afterAll, expect, test } from 'vitest'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { Shopper, setStockAt } from '#testing/faults/shopper.ts'
import { startStore } from '#testing/store-process.ts'
import { aTestDatabase } from '#testing/test-database.ts'

const PACKAGE = '48453-vacant-vip-20'
const BUYER = { fullName: 'Zebulon Quixote', email: 'zebulon.quixote@example.com', cellPhone: '512-555-0199' }
const ADMIN = { email: 'keeper@example.com', password: 'hush-hush-81' }

const testDatabase = await aTestDatabase()
const proxy = await DatabaseProxy.open(testDatabase.url)
const as = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const store = await startStore(proxy.url, { LOG_LEVEL: 'trace', ...as })
afterAll(async () => {
  store.process.kill('SIGKILL')
  await store.ended
  await proxy.close()
})

const aBuyer = (contactInfo = BUYER) => Object.assign(new Shopper(store.url), { contactInfo })

/** Pays the cart of a browser by card, as the page does. */
async function buy(buyer: ReturnType<typeof aBuyer>) {
  const { contactInfo } = buyer
  await buyer.reserve(PACKAGE)
  const { body: payment } = await buyer.openPayment()
  await buyer.confirm(payment)
  const order = await buyer.call('POST', '/api/orders', { paymentId: payment.paymentId, contactInfo })
  return { payment, order }
}

test('the log of a whole checkout contains no personal data and no usable secrets', async () => {
  const admin = await setStockAt(store.url, ADMIN, PACKAGE, 50)
  const buyer = aBuyer()
  const { payment, order } = await buy(buyer)
  expect(order.status).toBe(200)
  await expect.poll(() => buyer.mails(), { timeout: 10_000 }).toHaveLength(1)
  await buyer.call('GET', `/api/orders/${order.body.token}`)
  await buyer.call('GET', `/order/${order.body.token}?email=${BUYER.email}`).catch(() => undefined)
  await buyer.call('POST', '/api/login', { email: BUYER.email, password: 'wrong-guess-1' })

  const secrets = [
    ...[BUYER.fullName, BUYER.email, BUYER.cellPhone, ADMIN.email, ADMIN.password, 'wrong-guess-1'],
    ...[payment.clientSecret, payment.clientSecret.split('_secret_')[1], order.body.token],
    ...[buyer.cookie, admin.cookie].map((cookie) => cookie.split('=')[1] ?? ''),
  ]
  const log = store.log()
  expect(log).toContain('"route":"/api/create-payment-intent"')
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([])
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})

test('while the database is down, calls get 503 in our format and pages still load; afterward all resumes without a restart', async () => {
  await setStockAt(store.url, ADMIN, PACKAGE, 50)
  const buyer = aBuyer({ ...BUYER, email: 'after.the.storm@example.com' })
  await buyer.reserve(PACKAGE)

  await proxy.refuse()
  const away = [
    await buyer.call('GET', '/api/cart'),
    await buyer.reserve(PACKAGE),
    await buyer.call('GET', '/api/pricing'),
    await buyer.call('GET', '/readyz'),
  ]
  const alive = await buyer.call('GET', '/healthz')
  const page = await fetch(`${store.url}/leads`)
  await proxy.pass()

  for (const { status, body } of away)
    expect({ status, ...body }).toEqual({
      status: 503,
      message: expect.any(String),
      code: 'unavailable',
      requestId: expect.stringMatching(/^req_/),
    })
  expect([alive.status, page.status]).toEqual([200, 200])
  await expect.poll(async () => (await buyer.call('GET', '/readyz')).status).toBe(200)
  expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  expect((await buy(buyer)).order.status).toBe(200)
  await expect.poll(() => buyer.mails(), { timeout: 20_000 }).toHaveLength(1)
}, 60_000)

test('stopping finishes the request in progress, then ends in order', async () => {
  await setStockAt(store.url, ADMIN, PACKAGE, 50)
  const node = await startStore(testDatabase.url)
  const holder = await testDatabase.pool.connect()
  await holder.query('begin')
  await holder.query('select from packages where package_id = $1 for update', [PACKAGE])
  const waiting = new Shopper(node.url).reserve(PACKAGE)
  const waits = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await testDatabase.pool.query(waits)).rows[0].waiting).toBe(1)

  node.process.kill('SIGTERM')
  await expect.poll(node.said).toContain('Stopping')
  await holder.query('commit')
  holder.release()

  expect((await waiting).status).toBe(200)
  expect(await node.ended).toBe(0)
})

test('stopping: a start that cannot work says why and exits with 1', async () => {
  await expect(startStore('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/DATABASE_URL does not answer/)
  const elsewhere = new URL('/none', testDatabase.url).href
  await expect(startStore(elsewhere)).rejects.toThrow(/names a database that does not exist: make it with/)
  const production = { NODE_ENV: 'production', DEMO: '0', PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '0' }
  await expect(startStore(testDatabase.url, production)).rejects.toThrow(
    /Phone is still “\(512\) 555-0100”: set supportPhone/,
  )
  await expect(startStore(testDatabase.url, { PORT: 'eighty' })).rejects.toThrow(/PORT: must be a number/)
})
