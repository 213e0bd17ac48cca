import { describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, aRep, Buyer, Client, type Reply } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { refuseMessage } from '#testing/message-log.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'
import { sendMessage } from './send-message.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore({}, (opened) => opened.setStock(VIP, 900))

const outcome = ({ status, body }: Reply): string => (status === 200 ? 'done' : body.code)
const verify = (token: string) => new Client(store).call('POST', '/api/verify-email', { token })
const rowOf = async (address: string) =>
  (await store.testDatabase.pool.query('select * from buyer_addresses where address = $1', [address])).rows[0]

/** Runs jobs. @returns the tokens mailed to an address, newest first */
async function tokensTo(address: string): Promise<string[]> {
  await store.runJobs()
  const mails = await store.verificationMailsTo(address)
  return mails.flatMap(({ text }) => /http:\/\/store\.test\/verify-email\/(\S+)/.exec(text)?.[1] ?? [])
}

/** A buyer whose first order is paid, with the token from their email. */
async function aNewCustomer() {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  const { email } = buyer.contactInfo
  const [token = ''] = await tokensTo(email)
  return { buyer, email, token }
}

describe('the email that asks buyers to confirm their address', () => {
  test('comes with the first order, besides its confirmation', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    await store.runJobs()
    const [mail, ...others] = await store.verificationMailsTo(buyer.contactInfo.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Confirm your email address for Leadyard',
      messageId: `buyer_verification.${order.id}@store.test`,
    })
    for (const told of [mail?.text, mail?.html]) {
      expect(told).toContain('Hello Bea Buyer')
      expect(told).toContain(order.reference)
      expect(told).toContain('works once and expires in 7 days')
      expect(told).toContain(`http://store.test/verify-email/${order.id}.`)
    }
    expect(await store.mailsTo(buyer.contactInfo.email)).toHaveLength(1)
  })

  test('comes once per address, however later orders spell it', async () => {
    const { buyer, email } = await aNewCustomer()
    await buyer.buy(VIP)
    await new Buyer(store, email.toUpperCase()).buy(VIP)
    expect(await tokensTo(email)).toHaveLength(1)
  })

  test('comes to customers who pay a link for the first time', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    expect(await tokensTo(request.customerEmail)).toEqual([])
    await payLink(store, request)
    expect(await tokensTo(request.customerEmail)).toHaveLength(1)
  })

  test('does not come if the confirmation was refused', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    await refuseMessage(store, `order_confirmation.${order.id}`)
    expect(await tokensTo(buyer.contactInfo.email)).toEqual([])
    expect(await rowOf(buyer.contactInfo.email)).toBeUndefined()
  })

  test('comes once when two first orders of an address are confirmed at the same moment', async () => {
    const [one, other] = [new Buyer(store, 'twice@example.com'), new Buyer(store, 'Twice@Example.com')]
    const orders = await Promise.all([one.buy(VIP), other.buy(VIP)])
    await Promise.all(orders.map(({ body }) => sendMessage(store.ctx, `order_confirmation.${body.id}`, {})))
    expect(await tokensTo('twice@example.com')).toHaveLength(1)
  })

  test('does not come before anything is paid, or if everything was refunded', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    await buyer.openPayment()
    const back = aBuyer(store)
    const { body: order } = await back.buy(VIP)
    const refunded = `
      with lines as (update order_lines set outcome = 'refunded' where order_id = $1)
      update orders set state = 'refunded', refunded_cents = total_cents where order_id = $1`
    await store.testDatabase.pool.query(refunded, [order.id])

    expect(await tokensTo(buyer.contactInfo.email)).toEqual([])
    expect(await tokensTo(back.contactInfo.email)).toEqual([])
    expect((await store.mailsTo(back.contactInfo.email))[0]?.subject).toContain('refunded')
  })
})

describe('the link in that email', () => {
  test('works from either email if the mail server’s answer was lost', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP)
    await sendMessage(store.ctx, `order_confirmation.${order.id}`, {})
    store.mailbox.failNext(1, 'lose_answer')
    const messageId = `buyer_verification.${order.id}`
    await expect(sendMessage(store.ctx, messageId, {})).rejects.toThrow()
    const [first = ''] = await tokensTo(buyer.contactInfo.email)
    await retryJobsNow(store)
    expect((await rowOf(buyer.contactInfo.email)).token_fingerprints.length).toBeGreaterThan(1)
    expect(outcome(await verify(first))).toBe('done')
  })

  test('confirms the address once', async () => {
    const { email, token } = await aNewCustomer()
    expect(await rowOf(email)).toMatchObject({ verified_at: null })
    expect([outcome(await verify(token)), outcome(await verify(token))]).toEqual(['done', 'verification_link_invalid'])
    expect(await rowOf(email)).toMatchObject({ verified_at: expect.any(Date), token_fingerprints: [] })
  })

  test('works once if pressed thirty times at the same moment', async () => {
    const { token } = await aNewCustomer()
    const replies = await Promise.all(Array.from({ length: 30 }, () => verify(token)))
    expect(replies.map(outcome).filter((one) => one === 'done')).toHaveLength(1)
  })

  test('changes nothing when it is opened, because mail scanners open links too', async () => {
    const { email, token } = await aNewCustomer()
    const page = await new Client(store).call('GET', `/verify-email/${token}`)
    await new Client(store).call('GET', '/api/verify-email')
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect(await rowOf(email)).toMatchObject({ verified_at: null })
  })

  test('ends after seven days and says so', async () => {
    const { email, token } = await aNewCustomer()
    const inTime = await aNewCustomer()
    store.clock.advance(days(7) - minutes(1))
    expect(outcome(await verify(inTime.token))).toBe('done')
    store.clock.advance(minutes(1))
    const reply = await verify(token)
    expect(reply).toMatchObject({ status: 410, body: { code: 'verification_link_invalid' } })
    expect(reply.body.message).toContain('more than 7 days old')
    expect(await rowOf(email)).toMatchObject({ verified_at: null })
  })

  test('cannot be rebuilt from what the database stores', async () => {
    const { email, token } = await aNewCustomer()
    const [orderId = '', secret = ''] = token.split('.')
    const row = await rowOf(email)
    expect(JSON.stringify(row)).toContain(orderId)
    expect(JSON.stringify(row)).not.toContain(secret)
    for (const guess of [row.token_fingerprints[0], orderId, 'x'.repeat(32), ''])
      expect(outcome(await verify(`${orderId}.${guess}`))).toBe('verification_link_invalid')
    expect(outcome(await verify(token))).toBe('done')
  })
})
