/** Who may read delivered leads besides their buyer: administrators, under their own name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { aBackedPackage, aDelivery, aSale, csvRows, deliveryRows } from '#testing/deliveries.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(COUNTED, 900)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const looks = () =>
  query(`select member_id, subject, note, after from audit_entries where action = 'delivery_looked_at' order by at`)

/** As a browser presses it; the file as it came. */
async function look(orderId: string, body: object, who: Client = admin) {
  const reply = await store.app.server.inject({
    method: 'POST',
    url: `/api/admin/fulfilment/${orderId}/1/look`,
    headers: { cookie: who.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

test('no call for the team reveals the address of a buyer’s page or leads', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))
  const buyer = await aBuyerWith(store, COUNTED)
  const { body: promised } = await chooseCashApp(buyer, 299)
  const secrets = [order.token, token, promised.orderToken]
  const params: Record<string, string> = { ':orderId': order.id, ':reference': order.reference }
  const paths = ALL_ENDPOINTS.filter(({ method, access }) => method === 'GET' && access !== 'anyone').flatMap(
    ({ path }) => {
      const filled = path.replaceAll(/:\w+/g, (name) => params[name] ?? name)
      return filled.includes(':') ? [] : [filled]
    },
  )

  const replies: string[] = []
  for (const who of [admin, await aRep(store)])
    for (const path of paths.filter((one) => !one.includes('/live'))) {
      const { body } = await who.call('GET', path)
      replies.push(JSON.stringify(body))
    }
  replies.push(JSON.stringify((await verifyCashApp(admin, promised)).body))

  expect(paths).toContain(`/api/admin/orders/${order.id}`)
  expect(paths).toContain('/api/admin/cash-app-orders')
  expect(replies.join()).toContain(order.reference)
  for (const secret of secrets) expect(replies.filter((reply) => reply.includes(secret))).toEqual([])
})

describe('an administrator', () => {
  test('sees what a buyer got, and the audit log records who looked, at what and why', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store))
    const before = await deliveryRows(store, order.id)

    const file = await look(order.id, { reason: ' The bank asks. ' })

    expect(file.status).toBe(200)
    expect(csvRows(file.bytes)).toHaveLength(26)
    expect(file.headers).toMatchObject({ 'cache-control': 'no-store' })
    const [me] = await query(`select user_id from users where role = 'admin'`)
    expect(await looks()).toMatchObject([
      { member_id: me.user_id, subject: expect.stringContaining(order.reference), note: 'The bank asks.' },
    ])
    // The buyer did not download anything.
    expect(await deliveryRows(store, order.id)).toEqual(before)
    expect(await query('select from delivery_downloads where order_id = $1', [order.id])).toEqual([])
  })

  test('still sees the leads after the files were deleted', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store))
    await query('delete from delivery_files where order_id = $1', [order.id])

    expect(csvRows((await look(order.id, { reason: 'The buyer lost it.' })).bytes)).toHaveLength(26)
  })

  test('without a reason, or without a delivery, sees nothing and leaves no entry', async () => {
    const { order } = await aSale(store, COUNTED)
    const before = await looks()

    expect((await look(order.id, { reason: ' ' })).status).toBe(400)
    expect((await look(order.id, { reason: 'Curious.' })).status).toBe(409)
    expect((await look(`ord_${'0'.repeat(22)}`, { reason: 'Curious.' })).status).toBe(404)
    expect(await looks()).toEqual(before)
  })
})

test('reps and visitors cannot look', async () => {
  const { order } = await aDelivery(store, await aBackedPackage(store))

  expect((await look(order.id, { reason: 'Curious.' }, await aRep(store))).status).toBe(403)
  expect((await look(order.id, { reason: 'Curious.' }, new Client(store))).status).toBe(401)
})
