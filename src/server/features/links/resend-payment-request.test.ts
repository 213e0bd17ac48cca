import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { setAreaPrice } from '#testing/area-prices.ts'
import { aBuyer, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { openLink, payLink, stockOf, VIP, withLinks } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const { store, rep, admin, link, expired, seen, stateOf, invoiceOf } = withLinks()
const twin = withStore({ beside: store })
beforeEach(() => setPrice('299.00'))

async function setPrice(basePrice: string): Promise<void> {
  await admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier: 'vip', size: 20, basePrice })
}

const resend = (client: Client, { id }: { id: string }, body: Record<string, unknown> = {}): Promise<Reply> =>
  client.call('POST', `/api/sales/payment-requests/${id}/resend`, body)

describe('resending a request', () => {
  test('while it lives creates a new link for 24 hours at the same price; the old link says so', async () => {
    const request = await link()
    const opened = (await openLink(aBuyer(store), request)).body
    const stock = await stockOf(rep, VIP)
    await setPrice('349.00')
    store.clock.advance(minutes(90))

    const { status, body } = await resend(rep, request)
    await store.runJobs()

    expect([status, body.status, body.total]).toEqual([200, 'sent', '299.00'])
    expect(body.token).not.toBe(request.token)
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(24 * 3_600_000)
    expect(await seen(request)).toMatchObject({ status: 'expired', reason: 'replaced', customerName: null })
    expect((await openLink(aBuyer(store), request)).body.message).toContain('replaced by a newer one')
    expect(await stockOf(rep, VIP)).toBe(stock)
    expect((await cardProvider(store).intent(opened.paymentId)).status).toBe('canceled')
    const mails = await store.mailsTo(request.customerEmail)
    expect(mails.some((mail) => mail.text.includes(`/payment/${body.token}`))).toBe(true)
    expect((await payLink(store, body)).reply.body.status).toBe('paid')
    const old = await invoiceOf(request)
    expect([old.replacedByToken, old.timeline.at(-1).kind]).toEqual([body.token, 'replaced'])
  })

  test('after it expired takes fresh units', async () => {
    const request = await expired()
    const stock = await stockOf(rep, VIP)
    const { body } = await resend(rep, request)
    expect(body).toMatchObject({ status: 'sent', total: '299.00' })
    expect(await stockOf(rep, VIP)).toBe(stock - 1)
    expect(await stateOf(body)).toMatchObject({ live: 1 })
    expect(await stateOf(request)).toMatchObject({ status: 'expired', reason: 'replaced' })
  })

  test('after prices changed asks the rep to agree first', async () => {
    const request = await expired()
    await setPrice('349.00')
    const asked = await resend(rep, request)
    const stillThere = await stateOf(request)
    const agreed = await resend(rep, request, { total: '349.00' })
    expect([asked.status, asked.body.code, asked.body.details]).toEqual([409, 'amount_changed', { total: '349.00' }])
    expect(stillThere.reason).toBe('time')
    expect(agreed.body).toMatchObject({ status: 'sent', total: '349.00' })
  })

  test('costs what its county costs by then', async () => {
    const request = await expired()
    const [travis, key] = [
      { state: 'Texas', county: 'Travis' },
      { leadType: 'vacant', tier: 'vip', size: 20 },
    ] as const
    await setAreaPrice(admin, travis, key, 315)
    const asked = await resend(rep, request)
    const agreed = await resend(rep, request, { total: '315.00' })
    await setAreaPrice(admin, travis, key, null)

    expect(asked.body.details).toEqual({ total: '315.00' })
    expect(agreed.body).toMatchObject({ status: 'sent', total: '315.00' })
    expect(await seen(agreed.body)).toMatchObject({ total: '315.00' })
  })

  test('for sold-out packages is refused, and nothing changes', async () => {
    const request = await expired()
    await store.setStock(VIP, 0)
    expect(await resend(rep, request)).toMatchObject({ status: 409, body: { code: 'payment_request_out_of_stock' } })
    expect(await stateOf(request)).toMatchObject({ status: 'expired', reason: 'time' })
  })

  test('works with the last unit, which the request itself holds', async () => {
    await store.setStock(VIP, 1)
    const { status, body } = await resend(rep, await link())
    expect([status, await stockOf(rep, VIP)]).toEqual([200, 0])
    expect(await stateOf(body)).toMatchObject({ live: 1 })
  })

  test('many times at once creates one new request with one email', async () => {
    const request = await link()
    const replies = await Promise.all(Array.from({ length: 8 }, () => resend(rep, request)))
    await store.runJobs()

    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.token}`)).size).toBe(1)
    expect(replies[0]?.body.token).not.toBe(request.token)
    const links = (await store.mailsTo(request.customerEmail)).filter((mail) =>
      mail.subject.startsWith('Payment request'),
    )
    expect(links).toHaveLength(1)
  })

  test('after it was paid is refused', async () => {
    const request = await link()
    await payLink(store, request)
    expect((await resend(rep, request)).body.code).toBe('payment_request_paid')
  })
})

describe('the reminder', () => {
  beforeEach(() => store.clock.advanceToNoon())
  const reminders = async ({ customerEmail }: { customerEmail: string }) =>
    (await store.mailsTo(customerEmail)).filter((mail) => mail.subject.startsWith('Reminder'))

  test('is sent once, at eight in the morning if six hours before the end is night, by either node', async () => {
    const request = await link()
    await store.pass(hours(19))
    await store.runJobs()
    const early = await reminders(request)

    store.clock.advance(hours(1) + minutes(1))
    await Promise.all([store.runTimers(), twin.runTimers()])
    await store.runJobs()
    await store.runTimers()
    await store.runJobs()

    expect(early).toEqual([])
    expect(await reminders(request)).toHaveLength(1)
    expect((await reminders(request))[0]?.text).toContain(`/payment/${request.token}`)
    const { timeline, remindAt } = await invoiceOf(request)
    expect([remindAt, timeline.map((entry: { kind: string }) => entry.kind)]).toEqual([
      null,
      expect.arrayContaining(['reminded']),
    ])
  })

  test('is not sent if it is off or the request is paid', async () => {
    const off = await link([VIP], { isReminderOn: false })
    const [switchedOff, paid] = [await link(), await link()]
    const on = await rep.call('PATCH', `/api/sales/payment-requests/${off.id}/reminder`, { isReminderOn: true })
    await rep.call('PATCH', `/api/sales/payment-requests/${off.id}/reminder`, { isReminderOn: false })
    await rep.call('PATCH', `/api/sales/payment-requests/${switchedOff.id}/reminder`, { isReminderOn: false })
    await payLink(store, paid)
    await store.pass(hours(20))
    await store.runJobs()

    expect(Date.parse(on.body.expiresAt) - Date.parse(on.body.remindAt)).toBe(4 * 3_600_000)
    for (const request of [off, switchedOff, paid]) expect(await reminders(request)).toEqual([])
  })
})

const ask = ({ token }: { token: string }) => aBuyer(store).call('POST', `/api/payment-request/${token}/new-link`)
const messagesAbout = ({ id }: { id: string }) =>
  store.sql`select message_id from messages where subject_id = ${id} and kind = 'new_link_asked'`

test('requesting a new link tells the rep once, shows on the request, and changes nothing else', async () => {
  const request = await link()
  store.clock.advance(hours(24))
  const before = await seen(request)
  const answers = await Promise.all([ask(request), ask(request), ask(request)])

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { isAsked: true }]))
  expect(await messagesAbout(request)).toEqual([{ message_id: `new_link_asked.${request.id}` }])
  const invoice = await invoiceOf(request)
  expect(invoice.newLinkAskedAt).not.toBeNull()
  expect(invoice.timeline.map(({ kind }: { kind: string }) => kind)).toContain('new_link_asked')
  expect(before.isNewLinkAsked).toBe(false)
  expect({ ...(await seen(request)), now: before.now }).toEqual({ ...before, isNewLinkAsked: true })
})

test('the email names the request and links to it', async () => {
  const request = await link()
  const { body: me } = await rep.call('GET', '/api/me')
  store.clock.advance(hours(24))
  await ask(request)
  await store.runJobs()
  const mail = (await store.mailsTo(me.email)).find(({ subject }) => subject.includes(request.reference))
  expect(mail?.subject).toBe(`New payment link requested for ${request.reference}`)
  expect(mail?.text).toContain(`/invoice/${request.token}`)
})

test('a link that can still be paid sends no request, and an unknown one is not found', async () => {
  const request = await link()
  expect((await ask(request)).body).toEqual({ isAsked: false })
  expect(await messagesAbout(request)).toEqual([])
  expect((await ask({ token: 'x'.repeat(request.token.length) })).status).toBe(404)
})

test('many presses at once, and more later, make one request', async () => {
  const request = await link()
  store.clock.advance(hours(24))
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(request)))
  store.clock.advance(hours(30))
  answers.push(await ask(request))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([200, { isAsked: true }])]),
  )
  expect(await messagesAbout(request)).toHaveLength(1)
})
