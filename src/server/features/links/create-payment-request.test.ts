import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { aContact, anotherRep, PREMIER, sendLink, stockOf, VIP, withLinks } from '#testing/payment-links.ts'

const { store, rep, admin, link, stateOf, invoiceOf } = withLinks()
/** What a browser says of its cart. */
const LINE = { tier: 'vip', size: 20, price: 299, leadType: 'vacant', state: 'Texas', county: 'Travis' }
const send = (body: Record<string, unknown>) => rep.call('POST', '/api/send-invoice', body)

test('a payment request has the cart with its prices, is held as long as its link lives, and is mailed to the customer', async () => {
  await rep.reserve(VIP)
  await rep.reserve(PREMIER)
  const contactInfo = { ...aContact(), businessName: 'Oak LLC', cellPhone: '555-0100', address: '1 Main St' }

  const { status, body } = await send({ contactInfo, total: '498.00', specialOffers: ' Thank you for the call. ' })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'sent',
    reason: null,
    total: '498.00',
    customerName: contactInfo.fullName,
    customerEmail: contactInfo.email,
    customerBusinessName: 'Oak LLC',
    customerPhone: '555-0100',
    customerAddress: '1 Main St',
    specialOffers: 'Thank you for the call.',
    paidAt: null,
    paymentId: null,
    mail: { state: 'waiting', error: null },
  })
  expect(body.cartData.map((line: { tier: string; price: number }) => [line.tier, line.price])).toEqual([
    ['vip', 299],
    ['premier', 199],
  ])
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(24 * 3_600_000)
  expect((await rep.call('GET', '/api/cart')).body.lines).toEqual([])
  expect(await stockOf(rep, VIP)).toBe(899)
  expect(await stateOf(body)).toMatchObject({ status: 'sent', order: 'awaiting_payment', live: 2 })
  await store.runJobs()
  const [mail] = await store.mailsTo(contactInfo.email)
  expect(mail?.text).toContain(`http://store.test/payment/${body.token}`)
  expect(mail?.text).toContain('Total: $498.00')
  expect(mail?.text).toContain('Thank you for the call.')
  expect(mail?.text).toContain('within 24 hours of your payment. Bad leads are replaced or credited within 14 days.')
  expect((await invoiceOf(body)).mail.state).toBe('sent')
})

test('a payment request has the rep’s commission, and none for an administrator', async () => {
  const ofRep = await link()
  const ofAdmin = await sendLink(await anAdmin(store), [VIP])
  const rows =
    await store.sql`select r.token, o.commission_bps, o.rep_id = r.rep_id as is_same from payment_requests r join orders o using (order_id)
     where r.token = any(${[ofRep.token, ofAdmin.token]})`

  expect(new Map(rows.map((row) => [row.token, row.commission_bps]))).toEqual(
    new Map([
      [ofRep.token, 1_000],
      [ofAdmin.token, 0],
    ]),
  )
  expect(rows.every((row) => row.is_same)).toBe(true)
})

test.each([
  ['no name', { contactInfo: { email: 'a@example.com' } }],
  ['no address', { contactInfo: { fullName: 'Ada' } }],
  ['nothing at all', {}],
])('a payment request with %s is refused with the form’s message, and the cart stays', async (...row) => {
  const [, body] = row
  await rep.reserve(VIP)
  const reply = await send(body)
  expect([reply.status, reply.body.code]).toEqual([400, 'missing_information'])
  expect(reply.body.message).toBe('Please fill in customer details and add packages to cart.')
  expect((await rep.call('GET', '/api/cart')).body.lines).toHaveLength(1)
})

test('a payment request with an empty cart is refused, and with an expired one it says so', async () => {
  const contactInfo = aContact()
  expect((await send({ contactInfo })).body.code).toBe('missing_information')
  await rep.reserve(VIP)
  await store.pass(minutes(31))
  expect((await send({ contactInfo, cartItems: [LINE] })).body.code).toBe('cart_empty')
})

test('a payment request with another total or other lines than the cart is refused with the current total', async () => {
  await rep.reserve(VIP)
  const byTotal = await send({ contactInfo: aContact(), total: '298.00' })
  const byLine = await send({ contactInfo: aContact(), total: '299.00', cartItems: [{ ...LINE, price: 99 }] })
  for (const reply of [byTotal, byLine])
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([409, 'amount_changed', { total: '299.00' }])
  expect((await rep.call('GET', '/api/sales/payment-requests')).body).toEqual([])
  expect((await rep.call('GET', '/api/cart')).body.lines).toHaveLength(1)
})

test('a payment request sent ten times at once with one attempt is one request with one email', async () => {
  await rep.reserve(VIP)
  const body = { contactInfo: aContact(), total: 299, attemptId: 'attempt-of-a-busy-rep' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(body)))
  const again = await rep.call('POST', '/api/sales/payment-requests', body)
  expect(new Set([...replies, again].map((reply) => `${reply.status} ${reply.body.token}`)).size).toBe(1)
  expect(again.status).toBe(200)
  await store.runJobs()
  expect(await store.mailsTo(body.contactInfo.email)).toHaveLength(1)
})

test('a payment request sent from two tabs at once takes each unit once', async () => {
  await rep.reserve(VIP)
  await rep.reserve(PREMIER)
  const replies = await Promise.all([aContact(), aContact(), aContact()].map((contactInfo) => send({ contactInfo })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400])
})

test('a payment request keeps hostile texts as text, for one recipient', async () => {
  await rep.reserve(VIP)
  const nasty = '<script>alert(1)</script> مرحبا 🏡\r\nBcc: all@example.com'
  const contactInfo = { fullName: nasty, email: aContact().email, businessName: nasty, address: nasty }
  const { body } = await send({ contactInfo, specialOffers: nasty })
  await store.runJobs()

  expect(body.customerName).toBe('<script>alert(1)</script> مرحبا 🏡 Bcc: all@example.com')
  const [mail] = await store.mailsTo(contactInfo.email)
  expect(mail?.html).not.toContain('<script>')
  expect(await store.mailsTo('all@example.com')).toEqual([])
  const twoAddresses = { fullName: 'Ada', email: 'ada@example.com,eve@example.com' }
  await rep.reserve(VIP)
  expect((await send({ contactInfo: twoAddresses })).body.code).toBe('bad_request')
})

test('a payment request has only the store’s own link in its email, whatever name and note contain', async () => {
  await rep.reserve(VIP)
  const contactInfo = { fullName: 'Ada https://evil.example/x', email: aContact().email }
  const specialOffers = 'Or pay at https://evil.example/pay, evil.com or me@evil.example.\nIt is $1.50 cheaper.'

  await send({ contactInfo, specialOffers })
  await store.runJobs()
  const [mail] = await store.mailsTo(contactInfo.email)
  expect(mail?.text).toMatch(/^Hello,$/m)
  expect(mail?.text).not.toMatch(/evil\.\S|:\/\/evil|@evil/)
  expect(mail?.html).not.toMatch(/evil\.\S|:\/\/evil|@evil/)
  expect(mail?.text).toContain('\nIt is $1.50 cheaper.')
  expect(mail?.text.match(/https?:\/\/[^/\s]+/g)).toEqual(['http://store.test'])
})

/** How often reps can have one address mailed. */
async function sendTo(email: string, by: Client = rep, more: object = {}): Promise<Reply> {
  await by.reserve(VIP)
  return by.call('POST', '/api/send-invoice', { contactInfo: { fullName: 'Ada', email }, ...more })
}

const act = ({ id }: { id: string }, what: 'mail' | 'resend', by = rep) =>
  by.call('POST', `/api/sales/payment-requests/${id}/${what}`, {})
const linesOf = async (by: Client) => (await by.call('GET', '/api/cart')).body.lines

async function mailsTo(email: string): Promise<number> {
  await store.runJobs()
  return (await store.mailsTo(email)).length
}

test('a rep can mail one address five times an hour; the sixth is refused with a way out', async () => {
  const { email } = aContact()
  for (let number = 1; number <= 5; number += 1)
    expect((await sendTo(number % 2 ? email : email.toUpperCase())).status).toBe(200)
  const refused = await sendTo(email)

  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(refused.body.message).toMatch(/did not send this one.*copy/i)
  expect(await linesOf(rep)).toHaveLength(1)
  expect(await mailsTo(email)).toBe(5)
  expect((await sendTo(aContact().email)).status).toBe(200)
  store.clock.advance(minutes(61))
  expect((await sendTo(email)).status).toBe(200)
})

test('new links, mailing again and resending count together', async () => {
  const { body: first } = await sendTo(aContact().email)
  await store.runJobs()
  expect((await act(first, 'mail')).status).toBe(200)
  // The mail still waits: nothing more is sent, so nothing is counted.
  expect((await act(first, 'mail')).status).toBe(200)
  const { body: second } = await act(first, 'resend')
  // Found, not sent again.
  expect((await act(first, 'resend')).body.id).toBe(second.id)
  const { body: third } = await act(second, 'resend')
  const { body: fourth } = await act(third, 'resend')

  expect((await act(fourth, 'resend')).body.code).toBe('rate_limited')
  await store.runJobs()
  expect((await act(fourth, 'mail')).body.code).toBe('rate_limited')
  expect((await invoiceOf(fourth)).status).toBe('sent')
})

test('a repeated attempt counts once', async () => {
  const { email } = aContact()
  for (let number = 1; number <= 5; number += 1)
    for (const _again of [1, 2, 3])
      expect((await sendTo(email, rep, { attemptId: `${email.replace(/\W/g, '-')}-${number}` })).status).toBe(200)
  expect((await sendTo(email, rep, { attemptId: `${email.replace(/\W/g, '-')}-6` })).status).toBe(429)
})

test('all members together can mail it ten times, including administrators from the message log', async () => {
  const { email } = aContact()
  const others = [rep, await anotherRep(store), await anotherRep(store)]
  let last: Reply | undefined
  for (const by of others.slice(0, 2)) for (let number = 1; number <= 5; number += 1) last = await sendTo(email, by)
  expect(await mailsTo(email)).toBe(10)
  const third = await sendTo(email, others[2])
  const messageId = `payment_request.${last?.body.id}.1`
  const again = await admin.call('POST', `/api/admin/messages/${messageId}/resend`, { attemptId: 'again-and-again' })

  expect([third.status, again.status]).toEqual([429, 429])
  expect(await mailsTo(email)).toBe(10)
})
