/** How often reps can have one address mailed. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { aContact, anotherRep } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore()
let rep: Client
beforeAll(async () => {
  await store.setStock(VIP, 900)
})
beforeEach(async () => {
  rep = await anotherRep(store)
})

async function send(by: Client, email: string, attemptId?: string): Promise<Reply> {
  await by.reserve(VIP)
  const contactInfo = { fullName: 'Ada', email }
  return by.call('POST', '/api/send-invoice', { contactInfo, ...(attemptId ? { attemptId } : {}) })
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
    expect((await send(rep, number % 2 ? email : email.toUpperCase())).status).toBe(200)
  const refused = await send(rep, email)

  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(refused.body.message).toMatch(/did not send this one.*copy/i)
  expect(await linesOf(rep)).toHaveLength(1)
  expect(await mailsTo(email)).toBe(5)
  expect((await send(rep, aContact().email)).status).toBe(200)
  store.clock.advance(minutes(61))
  expect((await send(rep, email)).status).toBe(200)
})

test('new links, mailing again and resending count together', async () => {
  const { email } = aContact()
  const { body: first } = await send(rep, email)
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
  expect((await rep.call('GET', `/api/invoices/${fourth.token}`)).body.status).toBe('sent')
})

test('a repeated attempt counts once', async () => {
  const { email } = aContact()
  for (let number = 1; number <= 5; number += 1)
    for (const _again of [1, 2, 3])
      expect((await send(rep, email, `${email.replace(/\W/g, '-')}-${number}`)).status).toBe(200)
  expect((await send(rep, email, `${email.replace(/\W/g, '-')}-6`)).status).toBe(429)
})

test('all members together can mail it ten times, including administrators from the message log', async () => {
  const { email } = aContact()
  const others = [rep, await anotherRep(store), await anotherRep(store)]
  let last: Reply | undefined
  for (const by of others.slice(0, 2)) for (let number = 1; number <= 5; number += 1) last = await send(by, email)
  expect(await mailsTo(email)).toBe(10)
  const third = await send(others[2] as Client, email)
  const messageId = `payment_request.${last?.body.id}.1`
  const again = await (await anAdmin(store)).call('POST', `/api/admin/messages/${messageId}/resend`, {
    attemptId: 'again-and-again',
  })

  expect([third.status, again.status]).toEqual([429, 429])
  expect(await mailsTo(email)).toBe(10)
})
