import { describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { days } from '#server/platform/clock.ts'
import { aBuyerWith, adminOf, aRep, Client } from '#testing/builders.ts'
import { chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { anOrderToConfirm, findMessages, refuseMessage, resendMessage } from '#testing/message-log.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { aNumber, answerSms, buyBySms, textsTo } from '#testing/sms.ts'
import { REP } from '#testing/test-app.ts'
import { VIP, withStock } from '#testing/with-store.ts'

const PATH = '/api/admin/messages'

const store = withStock({ [VIP]: 900 }, { settings: { cashAppHandle: '$leadyard' } })
const admin = adminOf(store)

const find = (search: string, more?: string) => findMessages(admin, search, more)
const bought = () => anOrderToConfirm(store, VIP)
const refuse = (id: string) => refuseMessage(store, id)
const resend = (id: string, attemptId: string) => resendMessage(admin, id, attemptId)

/** The newest entry of the audit log. */
const lastAct = async () => (await admin.call('GET', '/api/admin/audit?limit=1')).body[0]

describe('resending a message', () => {
  test('creates a new email for one that arrived, once per attempt, and logs it without the address', async () => {
    const { id, email, reference } = await bought()
    await store.runJobs()

    const [first, twin] = await Promise.all([resend(id, 'attempt-0001'), resend(id, 'attempt-0001')])
    const repeated = await resend(id, 'attempt-0001')
    await store.runJobs()
    const ofThat = await resend(`${id}.2`, 'attempt-0002')
    await store.runJobs()

    expect(first).toMatchObject({ status: 200, body: { id: `${id}.2`, state: 'waiting', resentFrom: id } })
    expect([twin.body.id, repeated.body.id]).toEqual([`${id}.2`, `${id}.2`])
    expect(ofThat.body).toMatchObject({ id: `${id}.3`, resentFrom: id })
    const mails = (await store.mailsTo(email)).filter(({ subject }) => subject.includes('is confirmed'))
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
    expect((await find(reference)).map((message) => message.id)).toContain(`${id}.3`)
    const act = await lastAct()
    expect(act).toMatchObject({ action: 'message_resent', subject: `Order confirmation, Order ${reference}` })
    expect(JSON.stringify(act)).not.toContain(email)
    const acts =
      await store.sql`select from audit_entries where action = 'message_resent' and subject like '%' || ${reference}`
    expect(acts).toHaveLength(2)
  })

  test('retries a refused email as the same message and clears its failure', async () => {
    const { id, email } = await bought()
    await refuse(id)
    await admin.call('POST', `${PATH}/${id}/dismiss`)
    const [failed] = await find(email)
    const [first, twin] = await Promise.all([resend(id, 'attempt-0001'), resend(id, 'attempt-0002')])
    await store.runJobs()
    const [{ attempt_id: faster }] = await store.sql`select attempt_id from messages where message_id = ${id}`
    const repeated = await resend(id, faster)
    expect(failed).toMatchObject({ id, state: 'failed', isDismissed: true, attempts: 1, again: 'retry' })
    expect([first.status, twin.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({ id, state: 'waiting', isDismissed: false, attempts: 0 })
    expect(await store.mailsTo(email)).toHaveLength(1)
    expect(repeated.body).toMatchObject({ id: expect.stringContaining(id), resentFrom: null })
  })

  test('is refused for an email with a secret link, with the reason, and writes nothing', async () => {
    await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
    await store.runJobs()
    const [reset] = await find(REP.email, '&kind=password_reset')
    const before = await store.sql`select count(*) from messages`
    const reply = await resend(reset.id, 'attempt-0001')
    expect(reply).toMatchObject({ status: 409, body: { code: 'message_not_resendable' } })
    expect(reply.body.details.why).toContain('secret link')
    expect(await store.sql`select count(*) from messages`).toEqual(before)
  })

  test('for a payment request counts as mailing it again, once per attempt, until its link ends', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    await store.runJobs()
    const id = `payment_request.${request.id}.1`
    await Promise.all([resend(id, 'attempt-0001'), resend(id, 'attempt-0001')])
    const repeated = await resend(id, 'attempt-0001')
    await store.runJobs()
    const [{ mailings }] =
      await store.sql`select mailings from payment_requests where payment_request_id = ${request.id}`
    await payLink(store, request)
    const tooLate = await resend(id, 'attempt-0002')
    expect(repeated.body).toMatchObject({ id: `payment_request.${request.id}.2`, resentFrom: id })
    expect(mailings).toBe(2)
    expect(tooLate).toMatchObject({ status: 409, body: { code: 'payment_request_paid' } })
  })
})

test('a dismissed failure stays in the log, and the dismissal is logged once', async () => {
  const { id, reference } = await bought()
  await refuse(id)
  const first = await admin.call('POST', `${PATH}/${id}/dismiss`)
  await admin.call('POST', `${PATH}/${id}/dismiss`)
  expect(first.body).toMatchObject({ id, state: 'failed', isDismissed: true })
  const acts =
    await store.sql`select subject from audit_entries where action = 'message_dismissed' and subject like '%' || ${reference}`
  expect(acts).toHaveLength(1)
})

test('resends a text that arrived as a new one, to the current number', async () => {
  const number = aNumber()
  const { order, textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  const moved = aNumber()
  await store.sql`update orders set cell_phone = ${moved} where order_id = ${order.id}`
  const reply = await resend(textId, 'attempt-0001')
  await store.runJobs()
  expect(reply.body).toMatchObject({ id: `${textId}.2`, channel: 'sms', state: 'waiting', resentFrom: textId })
  expect([(await textsTo(store, number)).length, (await textsTo(store, moved)).length]).toEqual([1, 1])
})

test('shows a stopped text, which needs no attention and can be retried after START', async () => {
  const number = aNumber()
  await answerSms(store, number, 'STOP')
  const { textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  const { body: stopped } = await admin.call('GET', '/api/admin/messages?state=stopped')
  const { body: attention } = await admin.call('GET', '/api/admin/attention')

  const inVain = await resend(textId, 'attempt-0001')
  await store.runJobs()
  await answerSms(store, number, 'START')
  await resend(textId, 'attempt-0002')
  await store.runJobs()

  expect(stopped).toMatchObject([{ id: textId, to: number, state: 'stopped', isOver: false, again: 'retry' }])
  expect(JSON.stringify(attention)).not.toContain(number)
  expect(inVain.body).toMatchObject({ state: 'waiting' })
  expect(await textsTo(store, number)).toHaveLength(1)
})

test('the message log shows a message with its kind, recipient, subject and outcome', async () => {
  const { id, orderId, reference, email } = await bought()
  await store.runJobs()

  const [confirmation] = await find(email.toUpperCase())
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
  expect(about.map(({ kind }) => kind)).toEqual(['order_confirmation'])
  expect(await find(reference.slice(3).toLowerCase())).toEqual(about)
})

test('the message log is filtered by kind and state, also within one order', async () => {
  const { id, reference } = await bought()
  await refuse(id)
  expect(await find(reference, '&state=failed')).toMatchObject([{ id, lastError: expect.stringContaining('550') }])
  expect(await find(reference, '&state=sent')).toEqual([])
  expect(await find(reference, '&kind=money_returned')).toEqual([])
  const { body: failed } = await admin.call('GET', `${PATH}?state=failed&kind=order_confirmation`)
  expect(failed[0]).toMatchObject({ id })
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
  const [{ order_id: orderId }] = await store.sql`select order_id from orders where reference = ${order.reference}`
  await closeOrder(store.ctx, orderId as OrderId)

  await store.pass(days(31), 'forget-old-rows')

  expect(known).toMatchObject({ kind: 'cash_app_instructions', to: buyer.contactInfo.email })
  expect(await find(buyer.contactInfo.email)).toEqual([])
  const left = await find(order.reference)
  // The instructions twice, and that the order was withdrawn.
  expect(left.map(({ to }) => to)).toEqual([null, null, null])
  expect(await store.sql`select from messages where sent_to = ${buyer.contactInfo.email}`).toEqual([])
})
