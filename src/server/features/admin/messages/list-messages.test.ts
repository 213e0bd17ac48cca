import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES_PAGE } from '#contract/admin/messages.ts'
import type { OrderId } from '#contract/values.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { days } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { anOrderToConfirm, findMessages, refuseMessage, resendMessage } from '#testing/message-log.ts'
import { sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PATH = '/api/admin/messages'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp({ env: { CASH_APP_HANDLE: '$leadyard' } })
  await store.setStock(VIP, 900)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const find = (search: string, more?: string) => findMessages(admin, search, more)
const bought = () => anOrderToConfirm(store, VIP)
const refuse = (id: string) => refuseMessage(store, id)
const resend = (id: string, attemptId: string) => resendMessage(admin, id, attemptId)

type Logged = Reply['body']

describe('the message log', () => {
  test('shows a message with its kind, recipient, subject and outcome', async () => {
    const { id, orderId, reference, email } = await bought()
    await store.runJobs()

    const [, confirmation] = await find(email.toUpperCase())
    const about = await find(reference)

    expect(confirmation).toEqual({
      id,
      kind: 'order_confirmation',
      kindName: 'Order confirmation',
      channel: 'email',
      to: email,
      about: `Order ${reference}`,
      orderId,
      requestToken: null,
      state: 'sent',
      textState: null,
      isOver: false,
      isDismissed: false,
      attempts: 1,
      lastError: null,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
      resentFrom: null,
      again: 'resend',
    })
    expect(about.map(({ kind }) => kind)).toEqual(['buyer_verification', 'order_confirmation'])
    expect(await find(reference.slice(3).toLowerCase())).toEqual(about)
  })

  test('is filtered by kind and state, also within one order', async () => {
    const { id, reference } = await bought()
    await refuse(id)

    expect(await find(reference, '&state=failed')).toMatchObject([{ id, lastError: expect.stringContaining('550') }])
    expect(await find(reference, '&state=sent')).toEqual([])
    expect(await find(reference, '&kind=money_returned')).toEqual([])
    const { body: failed } = await admin.call('GET', `${PATH}?state=failed&kind=order_confirmation`)
    expect(failed).toMatchObject([{ id }])
  })

  test('names the request or member that a message is about', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
    await store.runJobs()

    const requests = await find(request.reference)
    const members = await find(REP.email)

    expect(requests).toMatchObject([
      { kindName: 'Payment request', about: `Order ${request.reference}`, requestToken: request.token },
    ])
    expect(members).toMatchObject([{ kind: 'password_reset', about: REP.username, orderId: null, again: 'refused' }])
  })

  test('is paged without gaps or repeats, newest first', async () => {
    const at = '2020-01-01T00:00:00Z'
    await query(
      `insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_to)
       select 'pay_report.old.' || i, 'pay_report', 'old', 'sent', 1, $1::timestamptz + i / 3 * interval '1 s', $1, 'paged@example.com'
       from generate_series(1, $2::int) i`,
      [at, 2 * MESSAGES_PAGE + 7],
    )

    for (const search of ['', '&search=paged%40example.com']) {
      const seen: Logged[] = []
      let cursor = ''
      for (let page = 0; page < 5; page += 1) {
        const reply = await admin.call('GET', `${PATH}?kind=pay_report${search}&cursor=${cursor}`)
        seen.push(...reply.body)
        cursor = String(reply.headers['x-next-cursor'] ?? '')
        if (!cursor) break
      }
      const old = seen.filter(({ to }) => to === 'paged@example.com')
      expect(new Set(old.map(({ id }) => id)).size).toBe(2 * MESSAGES_PAGE + 7)
      expect(old.map(({ createdAt }) => createdAt)).toEqual(
        old
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      )
    }
  })

  test('finds messages about store credit by their order', async () => {
    const { orderId, reference } = await bought()
    const body = { attemptId: 'attempt-log-credit', change: 'grant', amount: '5.00', reason: 'The file came twice.' }
    await admin.call('POST', `/api/admin/orders/${orderId}/credit`, body)

    const about = await find(reference)

    expect(about.map(({ kind }) => kind)).toContain('credit_granted')
  })

  test.each(['x', Buffer.from('["messages","never","x"]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      expect(await admin.call('GET', `${PATH}?cursor=${cursor}`)).toMatchObject({ status: 400 })
    },
  )

  test.each([
    ['visitor', 401],
    ['rep', 403],
  ] as const)('is closed to a %s, like resending', async (who, status) => {
    const { id, email } = await bought()
    const caller = who === 'rep' ? await aRep(store) : new Client(store)

    expect((await caller.call('GET', PATH)).status).toBe(status)
    expect((await caller.call('POST', `${PATH}/${id}/resend`, { attemptId: 'attempt-1' })).status).toBe(status)
    expect((await caller.call('POST', `${PATH}/${id}/dismiss`)).status).toBe(status)
    await store.runJobs()
    expect(await store.mailsTo(email)).toHaveLength(1)
  })
})

test('the log deletes an address along with the contact data of an unpaid order', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const { body: order } = await chooseCashApp(buyer, total)
  await store.runJobs()
  const [known] = await find(buyer.contactInfo.email)
  expect(await resend(known.id, 'attempt-forget')).toMatchObject({ status: 200 })
  await store.runJobs()
  await leaveCashApp(buyer)
  const [{ order_id: orderId }] = await query('select order_id from orders where reference = $1', [order.reference])
  await closeOrder(store.ctx, orderId as OrderId)

  store.clock.advance(days(31))
  await runScheduled(store, 'forget-old-rows')
  admin = await anAdmin(store)

  expect(known).toMatchObject({ kind: 'cash_app_instructions', to: buyer.contactInfo.email })
  expect(await find(buyer.contactInfo.email)).toEqual([])
  const left = await find(order.reference)
  // The instructions twice, and that the order was withdrawn.
  expect(left.map(({ to }) => to)).toEqual([null, null, null])
  expect(await query('select from messages where sent_to = $1', [buyer.contactInfo.email])).toEqual([])
})
