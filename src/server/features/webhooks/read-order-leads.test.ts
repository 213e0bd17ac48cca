/** The leads of an order as JSON: the same as in the event, in pages, and only for their buyer. */
import { expect, test } from 'vitest'
import { LEADS_PER_PAGE } from '#contract/webhooks/lead-data.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, Program } from '#testing/keys.ts'
import { withStore } from '#testing/with-store.ts'

let packageId: string
const store = withStore({}, async (opened) => {
  packageId = await aBackedPackage(opened, { leads: 400 })
})

async function aBuyersProgram({ scopes, packages = 1 }: { scopes?: readonly string[]; packages?: number } = {}) {
  const { email, order } = await aSale(store, ...Array<string>(packages).fill(packageId))
  await store.runJobs()
  const desk = await aDesk(store, email)
  const program = new Program(store, (await makeDeskKey(desk, scopes)).secret)
  return { program, url: `/api/desk/orders/${order.id}/leads`, order, email }
}

test('one call has the leads, page by page, and the order counts as delivered', async () => {
  const { program, url, order } = await aBuyersProgram({ packages: 6 })
  const first = await program.call('GET', url)
  const cursor = String(first.headers['x-next-cursor'])
  const second = await program.call('GET', `${url}?cursor=${encodeURIComponent(cursor)}`)
  const leads = [...first.body, ...second.body]
  const [delivery] = await store.sql`select state from deliveries where order_id = ${order.id}`

  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect([first.body.length, second.headers['x-next-cursor']]).toEqual([LEADS_PER_PAGE, undefined])
  expect(leads.length).toBeGreaterThan(LEADS_PER_PAGE)
  expect(new Set(leads.map(({ lead_id }) => lead_id)).size).toBe(leads.length)
  expect(leads[0]).toMatchObject({ order_id: order.id, replaces_lead_id: null, street: expect.any(String) })
  expect(leads[0]).toHaveProperty('phone_1_do_not_call')
  expect(delivery?.state).toBe('delivered')
  const later = await program.call('GET', `${url}?updatedSince=2999-01-01T00:00:00.000Z`)
  expect(later.body).toEqual([])
})

test('another buyer, a key without the scope and a made-up cursor get nothing', async () => {
  const { program, url } = await aBuyersProgram()
  const stranger = await aBuyersProgram()
  const reader = await aBuyersProgram({ scopes: ['orders:read'] })

  expect((await stranger.program.call('GET', url)).body.code).toBe('order_not_found')
  expect((await reader.program.call('GET', reader.url)).body.code).toBe('key_scope_missing')
  expect((await program.call('GET', `${url}?cursor=xyz`)).status).toBe(400)
  expect((await program.call('GET', `${url}?updatedSince=yesterday`)).status).toBe(400)
})
