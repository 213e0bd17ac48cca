/** What a buyer sees of claims at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimLeads } from '#testing/claims.ts'
import { aBackedPackage, aDelivery } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterAll(() => store.close())

test('the desk lists all claims of its address with their answers, and no other’s', async () => {
  const mine = await aDownload(store)
  const other = await aDownload(store)
  const [replaced = '', denied = '', open = ''] = mine.leadIds
  await claimLeads(store, mine.token, [replaced, denied, open])
  await claimLeads(store, other.token, other.leadIds.slice(0, 1))
  await answerClaims(admin, mine.order.id, [replaced])
  await answerClaims(admin, mine.order.id, [denied], { isGranted: false, answer: 'We reached them.' })
  const desk = await aDesk(store, mine.email)

  const { body } = await desk.call('GET', '/api/desk/claims')

  expect(body.map(({ leadId }: { leadId: string }) => leadId).sort()).toEqual([replaced, denied, open].sort())
  const claimOf = (id: string) => body.find(({ leadId }: { leadId: string }) => leadId === id)
  expect(claimOf(replaced)).toMatchObject({
    reference: mine.order.reference,
    address: expect.stringContaining('Elm St'),
    claim: { state: 'granted', replacedBy: expect.stringContaining('Elm St') },
  })
  expect(claimOf(denied).claim).toMatchObject({ state: 'denied', answer: 'We reached them.' })
  expect(claimOf(open).claim).toMatchObject({ state: 'open', reason: 'wrong_number', answer: null })
})

test('its list goes on page by page and ends', async () => {
  const { email, token, leadIds } = await aDownload(store)
  await claimLeads(store, token, leadIds.slice(0, 5))
  const desk = await aDesk(store, email)
  await store.testDatabase.pool.query(
    `insert into claims (order_id, lead_id, line_number, reason, claimed_at, due_at, news_id)
     select c.order_id, s.lead_id, 1, 'duplicate', c.claimed_at - interval '1 minute', c.due_at, c.news_id
     from (select * from claims where lead_id = $1) c join order_leads s using (order_id) on conflict do nothing`,
    [leadIds[0]],
  )

  const first = await desk.call('GET', '/api/desk/claims')
  const cursor = String(first.headers['x-next-cursor'])
  const second = await desk.call('GET', `/api/desk/claims?cursor=${encodeURIComponent(cursor)}`)

  const idsOf = ({ body }: typeof first) => body.map(({ leadId }: { leadId: string }) => leadId)
  expect(first.body).toHaveLength(20)
  expect(second.headers['x-next-cursor']).toBeUndefined()
  expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set(leadIds))
  expect(await desk.call('GET', '/api/desk/claims?cursor=nonsense')).toMatchObject({ status: 400 })
})

test('it lists what can still be claimed, until the time or the share is over', async () => {
  const { email, token, leadIds } = await aDownload(store)
  const fresh = await aDelivery(store, await aBackedPackage(store))
  const desk = await aDesk(store, email)
  const claimable = async (by = desk) => (await by.call('GET', '/api/desk/claimable')).body.packages

  const before = await claimable()
  await claimLeads(store, token, leadIds.slice(0, 2))
  const after = await claimable()
  await claimLeads(store, token, leadIds.slice(2, 5))
  const full = await claimable()

  expect(before).toMatchObject([{ most: 5, left: 5, lineNumber: 1, deliveryToken: token }])
  expect(after).toMatchObject([{ most: 5, left: 3 }])
  expect(full).toEqual([])
  expect(await claimable(await aDesk(store, fresh.email))).toEqual([])
})

test('it lists nothing to claim once the time is over', async () => {
  const { email } = await aDownload(store)
  store.clock.advance(days(14) + hours(1))

  const { body } = await (await aDesk(store, email)).call('GET', '/api/desk/claimable')

  expect(body).toEqual({ packages: [] })
})

test('without a desk, both are refused', async () => {
  const visitor = new Client(store)

  expect(await visitor.call('GET', '/api/desk/claims')).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
  expect(await visitor.call('GET', '/api/desk/claimable')).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
})
