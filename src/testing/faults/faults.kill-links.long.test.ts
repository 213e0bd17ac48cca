/** A node that is killed while a payment link ends or is paid, and what is left of it when the node is back. */
import { beforeAll, describe, expect, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, withNode } from './node-process.ts'
import { type Answer, Shopper, setStockAt, until } from './shopper.ts'

const VIP = '48453-vacant-vip-20'
const STOCK = 100
const TAKEN_UP_MS_MAX = 20_000

const { its, rows, killAt, restart } = withNode()
let rep: Shopper
let links = 0
beforeAll(async () => {
  rep = new Shopper(its.node.url)
  // An administrator sends links like any rep.
  await rep.logIn(NODE_ADMIN)
})

type Link = Answer['body']

/** A link whose customer has the card form open, with all units of its package but its own on sale. */
async function opened(): Promise<{ link: Link; customer: Shopper; payment: Answer['body'] }> {
  await setStockAt(its.node.url, NODE_ADMIN, VIP, STOCK)
  await rep.reserve(VIP)
  links += 1
  const { body: link } = await rep.sendLink(`attempt-${links}`)
  const customer = new Shopper(its.node.url)
  return { link, customer, payment: (await customer.openLink(link)).body }
}

/** Lets a link's day be over, as if it had been sent a day earlier. */
async function age({ id }: Link): Promise<void> {
  await rows(
    `update payment_requests set created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day'
     where payment_request_id = $1`,
    [id],
  )
}

/** Where a link ends: the provider's cancel is made, then these rows are needed, one transaction after the other. */
const ORDER =
  'select from orders where order_id = (select order_id from payment_requests where payment_request_id = $1) for update'
const REQUEST = 'select from payment_requests where payment_request_id = $1 for update'

const stateOf = async ({ id }: Link) =>
  (
    await rows(
      `select r.status, r.close_reason as reason, o.state as order, p.available as stock
       from payment_requests r join orders o using (order_id), packages p
       where r.payment_request_id = $1 and p.package_id = $2`,
      [id, VIP],
    )
  )[0]

/** The provider has canceled a payment, but its link has not ended. */
async function expectOnlyCanceled(link: Link, { paymentId }: Answer['body']): Promise<void> {
  const intents = `select data->>'status' as status from sandbox_stripe.payment_intents where id = $1`
  expect(await rows(intents, [paymentId])).toEqual([{ status: 'canceled' }])
  expect(await stateOf(link)).toMatchObject({ status: 'sent', stock: STOCK - 1 })
}

async function expectEnded(link: Link, reason: string): Promise<void> {
  await until('the link has ended', TAKEN_UP_MS_MAX, async () => (await stateOf(link)).status === 'expired')
  expect(await stateOf(link)).toEqual({ status: 'expired', reason, order: 'cancelled', stock: STOCK })
  await expectStockIdentities(its.testDatabase)
}

describe('a node that is killed', () => {
  for (const [moment, lock] of [
    ['before its order is closed', ORDER],
    ['after its order is closed', REQUEST],
  ] as const) {
    test(`between canceling an expired link’s payment and ending it, ${moment}, ends it after the restart`, async () => {
      const { link, payment } = await opened()
      await age(link)

      await killAt(lock, [link.id])
      await expectOnlyCanceled(link, payment)
      await restart(rep)

      await expectEnded(link, 'time')
    })

    test(`between canceling a voided link’s payment and ending it, ${moment}, ends it when the rep asks again`, async () => {
      const { link, payment } = await opened()

      await killAt(lock, [link.id], () => rep.voidLink(link))
      await expectOnlyCanceled(link, payment)
      await restart(rep)

      expect((await rep.voidLink(link)).body).toMatchObject({ status: 'expired', reason: 'voided' })
      await expectEnded(link, 'voided')
    })
  }

  test('while settling a link marks order and link as paid together after the restart', async () => {
    const { link, customer, payment } = await opened()
    const held = await holdUp(its.testDatabase, REQUEST, [link.id])
    await customer.confirm(payment)
    const call = unanswered(customer.reportLink(link, payment.paymentId))
    await untilNodeWaits(its.testDatabase)

    await its.node.kill()
    await call
    await held.release()
    expect(await stateOf(link)).toMatchObject({ status: 'sent', order: 'awaiting_payment' })
    await restart(rep, customer)

    await until('the link is paid', TAKEN_UP_MS_MAX, async () => (await stateOf(link)).status === 'paid')
    expect(await stateOf(link)).toEqual({ status: 'paid', reason: null, order: 'paid', stock: STOCK - 1 })
    expect((await customer.reportLink(link, payment.paymentId)).body.status).toBe('paid')
    await expectStockIdentities(its.testDatabase)
  })

  test('while sending a link keeps either the cart or the link, and the same attempt finds it', async () => {
    await setStockAt(its.node.url, NODE_ADMIN, VIP, STOCK)
    await rep.reserve(VIP)

    await killAt('lock table payment_requests in exclusive mode', [], () => rep.sendLink('attempt-unheard'))
    await restart(rep)

    const { body: link } = await rep.sendLink('attempt-unheard')
    const { body: same } = await rep.sendLink('attempt-unheard')
    expect(link).toMatchObject({ status: 'sent', total: '299.00' })
    expect(same.id).toBe(link.id)
    expect(await stateOf(link)).toMatchObject({ stock: STOCK - 1 })
    await expectStockIdentities(its.testDatabase)
  })
})
