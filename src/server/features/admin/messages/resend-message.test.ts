import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESENDS_MAX } from '#contract/admin/messages.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { anOrderToConfirm, findMessages, refuseMessage, resendMessage } from '#testing/message-log.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
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
    const acts = await query(`select from audit_entries where action = 'message_resent' and subject like '%' || $1`, [
      reference,
    ])
    expect(acts).toHaveLength(2)
  })

  test('retries a refused email as the same message and clears its failure', async () => {
    const { id, email } = await bought()
    await refuse(id)
    await admin.call('POST', `${PATH}/${id}/dismiss`)
    const [failed] = await find(email)

    const [first, twin] = await Promise.all([resend(id, 'attempt-0001'), resend(id, 'attempt-0002')])
    await store.runJobs()
    const [{ attempt_id: faster }] = await query('select attempt_id from messages where message_id = $1', [id])
    const repeated = await resend(id, faster)

    expect(failed).toMatchObject({ id, state: 'failed', isDismissed: true, attempts: 1, again: 'retry' })
    expect([first.status, twin.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({ id, state: 'waiting', isDismissed: false, attempts: 0 })
    expect(await store.mailsTo(email)).toHaveLength(1)
    expect(repeated.body).toMatchObject({ id: expect.stringContaining(id), resentFrom: null })
  })

  test('restarts an email that is out of tries, and leaves no dead job behind', async () => {
    const { id, email } = await bought()
    store.mailbox.failNext(1)
    await store.runJobs()
    await query(`update messages set state = 'failed', attempts = 25 where message_id = $1`, [id])
    const key = `message:${id}`
    await query(
      `select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where key = $1), 'down')`,
      [key],
    )

    await resend(id, 'attempt-0001')
    await store.runJobs()

    expect(await store.mailsTo(email)).toHaveLength(1)
    expect(await query('select from graphile_worker.jobs where key = $1', [key])).toEqual([])
  })

  test('sends an email at once that waits because the mail server was down', async () => {
    const { id, email } = await bought()
    store.mailbox.failNext(1)
    await store.runJobs()
    const [waiting] = await find(email, '&state=waiting')

    const reply = await resend(id, 'attempt-0001')
    await store.runJobs()

    expect(waiting).toMatchObject({ id, attempts: 1, lastError: expect.stringContaining('down') })
    expect(reply).toMatchObject({ status: 200, body: { state: 'waiting' } })
    expect(await store.mailsTo(email)).toHaveLength(1)
    expect(await find(email, '&kind=order_confirmation')).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('is refused for an email with a secret link, with the reason, and writes nothing', async () => {
    await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
    await store.runJobs()
    const [reset] = await find(REP.email, '&kind=password_reset')
    const before = await query('select count(*) from messages')

    const reply = await resend(reset.id, 'attempt-0001')

    expect(reply).toMatchObject({ status: 409, body: { code: 'message_not_resendable' } })
    expect(reply.body.details.why).toContain('secret link')
    expect(await query('select count(*) from messages')).toEqual(before)
  })

  test('for a payment request counts as mailing it again, once per attempt, until its link ends', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    await store.runJobs()
    const id = `payment_request.${request.id}.1`

    await Promise.all([resend(id, 'attempt-0001'), resend(id, 'attempt-0001')])
    const repeated = await resend(id, 'attempt-0001')
    await store.runJobs()
    const [{ mailings }] = await query('select mailings from payment_requests where payment_request_id = $1', [
      request.id,
    ])
    await payLink(store, request)
    const tooLate = await resend(id, 'attempt-0002')

    expect(repeated.body).toMatchObject({ id: `payment_request.${request.id}.2`, resentFrom: id })
    expect(mailings).toBe(2)
    expect(tooLate).toMatchObject({ status: 409, body: { code: 'payment_request_paid' } })
  })

  test('is refused after 20 times', async () => {
    const { id } = await bought()
    await store.runJobs()
    for (let number = 1; number <= RESENDS_MAX; number += 1) {
      expect((await resend(id, `attempt-${1000 + number}`)).status).toBe(200)
    }

    expect(await resend(id, 'attempt-9999')).toMatchObject({ status: 409, body: { code: 'too_many_resends' } })
  })

  test('is refused for an unknown message', async () => {
    expect(await resend('order_confirmation.nobody', 'attempt-0001')).toMatchObject({
      status: 404,
      body: { code: 'message_unknown' },
    })
    expect(await admin.call('POST', `${PATH}/order_confirmation.nobody/dismiss`)).toMatchObject({ status: 404 })
  })
})

test('a dismissed failure stays in the log, and the dismissal is logged once', async () => {
  const { id, reference } = await bought()
  await refuse(id)

  const first = await admin.call('POST', `${PATH}/${id}/dismiss`)
  await admin.call('POST', `${PATH}/${id}/dismiss`)

  expect(first.body).toMatchObject({ id, state: 'failed', isDismissed: true })
  const acts = await query(
    `select subject from audit_entries where action = 'message_dismissed' and subject like '%' || $1`,
    [reference],
  )
  expect(acts).toHaveLength(1)
})
