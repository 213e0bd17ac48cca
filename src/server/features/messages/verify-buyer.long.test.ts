import { beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, Buyer, Client, type Reply } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { withStore } from '#testing/with-store.ts'
import { sendMessage } from './send-message.ts'

const VIP = '48453-vacant-vip-20'

const store = withStore()
beforeAll(async () => {
  await store.setStock(VIP, 900)
})

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

describe('the email that asks buyers to confirm their address', () => {
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
})
