import { beforeAll, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Client, prove } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore({ env: { CASH_APP_HANDLE: '$leadyard' } })
let rep: Client
let admin: Client
beforeAll(async () => {
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
  admin = await anAdmin(store)
})

const choose = ({ token }: { token: string }) => aBuyer(store).call('POST', `/api/payment-request/${token}/cash-app`)
const waiting = async (member: Client): Promise<string[]> =>
  (await member.call('GET', '/api/sales/payment-requests?cashApp=chosen')).body.map(({ id }: { id: string }) => id)
const attention = async () =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find(
    ({ kind }: { kind: string }) => kind === 'cash_app_links',
  )

test('choosing Cash App many times at once is recorded once and waits for an administrator until it is paid', async () => {
  const request = await sendLink(rep, [VIP], { contactInfo: { fullName: 'Ada Oak', email: 'ada@example.com' } })
  const other = await sendLink(rep, [VIP])

  const replies = await Promise.all(Array.from({ length: 8 }, () => choose(request)))

  expect(new Set(replies.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 sent']))
  expect([await waiting(rep), await waiting(admin), await waiting(await anotherRep(store))]).toEqual([
    [request.id],
    [request.id],
    [],
  ])
  expect(await attention()).toEqual({
    kind: 'cash_app_links',
    count: 1,
    items: [
      {
        id: request.id,
        words: `Order ${request.reference}, $${request.total}, to Ada Oak`,
        reference: request.reference,
        note: expect.stringMatching(/^Sent by /),
        at: request.expiresAt,
      },
    ],
  })
  const chosen = (await rep.call('GET', `/api/invoices/${request.token}`)).body
  expect(chosen.timeline.filter(({ kind }: { kind: string }) => kind === 'cash_app_chosen')).toEqual([
    expect.objectContaining({ at: chosen.cashAppChosenAt }),
  ])
  expect((await rep.call('GET', `/api/invoices/${other.token}`)).body.cashAppChosenAt).toBeNull()

  await admin.call('POST', `/api/admin/payment-request/${request.token}/mark-paid`, { reference: '#D-1234' })
  expect([await waiting(admin), (await attention()).count]).toEqual([[], 0])
})

test('a customer who then pays by card leaves nothing to check', async () => {
  const request = await sendLink(rep, [VIP])
  await choose(request)
  await payLink(store, request)
  expect(await waiting(rep)).toEqual([])
  expect((await choose(request)).body).toEqual({ status: 'paid' })
})

test('a link that has expired, or that never was, records nothing', async () => {
  const request = await sendLink(rep, [VIP])
  store.clock.advance(hours(24))
  const replies = [await choose(request), await choose({ token: 'x'.repeat(32) })]
  expect(replies.map(({ status, body }) => [status, body.code ?? body.status])).toEqual([
    [200, 'expired'],
    [404, 'payment_request_not_found'],
  ])
  expect((await rep.call('GET', `/api/invoices/${request.token}`)).body.cashAppChosenAt).toBeNull()
})

test('a store without Cash App records nothing', async () => {
  const request = await sendLink(rep, [VIP])
  await prove(admin)
  const change = { name: 'cashAppHandle', before: '$leadyard', after: '' }
  expect((await admin.call('PUT', '/api/admin/settings', { changes: [change] })).status).toBe(200)
  const reply = await choose(request)
  expect([reply.status, reply.body.code]).toEqual([503, 'cash_app_unavailable'])
})
