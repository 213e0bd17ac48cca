/** What a member writes at the very moment of their removal passes to their successor, or is not written. */
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { adminOf, type Client, idOf, type Reply } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { aContact, anotherRep, sendLink } from '#testing/payment-links.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const ROUNDS = runsOf(5)

const store = withStore({}, (opened) => opened.setStock(VIP, 500))
const admin = adminOf(store)

/** Live links and customers of removed members, which no one would handle. */
async function countOrphans(): Promise<number> {
  const rows = await store.sql`select (select count(*)::int from payment_requests r join users u on u.user_id = r.rep_id
             where r.status = 'sent' and u.disabled_at is not null)
          + (select count(*)::int from customers c join users u on u.user_id = c.rep_id where u.disabled_at is not null)
       as rows`
  return rows[0].rows
}
const remove = (id: string): Promise<Reply> => admin.call('DELETE', `/api/admin/users/${id}`)

test.each<[string, (rep: Client) => Promise<() => Promise<Reply>>]>([
  [
    'a link that is sent',
    async (rep) => {
      await rep.reserve(VIP)
      return () => rep.call('POST', '/api/send-invoice', { contactInfo: aContact() })
    },
  ],
  [
    'a link that is sent again',
    async (rep) => {
      const { id } = await sendLink(rep, [VIP])
      return () => rep.call('POST', `/api/sales/payment-requests/${id}/resend`, {})
    },
  ],
  [
    'a customer who is added',
    async (rep) => () => {
      const { fullName, email } = aContact()
      return rep.call('POST', '/api/sales/customers', { name: fullName, email })
    },
  ],
])('%s while its rep is removed never stays with the removed rep', async (_what, prepare) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rep = await anotherRep(store)
    const [id, act] = [await idOf(rep), await prepare(rep)]
    const [acted, removed] = await Promise.all([act(), remove(id)])
    expect(removed.status).toBe(200)
    expect([200, 401, 404]).toContain(acted.status)
    expect(await countOrphans()).toBe(0)
  }
})

test('resending an expired link of a removed rep gives it to their successor', async () => {
  const rep = await anotherRep(store)
  const successor = await anotherRep(store)
  const request = await sendLink(rep, [VIP])
  await store.pass(hours(24))
  await admin.call('DELETE', `/api/admin/users/${await idOf(rep)}?heirId=${await idOf(successor)}`)
  const { status, body } = await admin.call('POST', `/api/sales/payment-requests/${request.id}/resend`, {})
  expect(status).toBe(200)
  expect((await successor.call('GET', `/api/invoices/${body.token}`)).status).toBe(200)
})
