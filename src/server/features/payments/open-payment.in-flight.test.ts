/** What other tabs do while the provider makes, changes or cancels an intent that our row does not show yet. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readHeldLines } from '#server/features/orders/cart.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { promiseOrder } from '#server/features/orders/promise-order.ts'
import type { PaymentGateway } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aBuyer, anAdmin, aRep, type Buyer, type Client, type Reply } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aBuyerWith, chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { grantCredit, openWithCredit, unlockCredit } from '#testing/credits.ts'
import { untilNodeWaits } from '#testing/faults/hold-up.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { insertPromise } from './cash-app-queries.ts'
import { promisedPaymentId } from './promise-payment.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const VIP_DOLLARS = 299

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
  admin = await anAdmin(store)
})
afterEach(() => expectStockIdentities(store.testDatabase))
afterAll(() => store.close())

const gateway = (): PaymentGateway => {
  const { payments } = store.ctx.gateways
  if (!payments) throw new Error('a test app takes cards')
  return payments
}

type Call = (...input: never[]) => unknown

/** Stops the next call of a kind at the provider, before it is made or once it is, until it is released. */
function stopNext(
  method: 'createIntent' | 'updateIntent' | 'cancelIntent',
  when: 'before' | 'after',
): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const payments: Record<typeof method, Call> = gateway()
  const call = payments[method]
  payments[method] = async (...input) => {
    payments[method] = call
    const answer = when === 'after' ? await call(...input) : null
    reached.resolve()
    await released.promise
    return answer ?? call(...input)
  }
  return { reached: reached.promise, release: () => released.resolve() }
}

/** Does something in another tab while a call of the first one is stopped at the provider. @returns both answers */
async function meanwhile<Other>(
  stop: ReturnType<typeof stopNext>,
  first: () => Promise<Reply>,
  other: () => Promise<Other>,
): Promise<[Reply, Other]> {
  const calling = first()
  await stop.reached
  const answer = await other()
  stop.release()
  return [await calling, answer]
}

/** The order that waits for Cash App has this one way to pay: no intent of this buyer can take a card. */
async function expectOnlyCashApp(buyer: Buyer, { reference }: { reference: string }): Promise<void> {
  const { rows } = await store.testDatabase.pool.query(
    `select o.state, o.payment_method, p.state as payment from orders o left join payments p using (order_id)
     where o.owner_id = (select owner_id from orders where reference = $1) and o.state = 'awaiting_payment'`,
    [reference],
  )
  expect(rows).toEqual([{ state: 'awaiting_payment', payment_method: 'cash_app', payment: 'promised' }])
  expect((await buyer.call('GET', '/api/cart')).body).toMatchObject({ lines: [] })
}

describe('choosing Cash App in another tab', () => {
  for (const when of ['before', 'after'] as const)
    test(`${when} the provider made the intent leaves Cash App only`, async () => {
      const buyer = await aBuyerWith(store, VIP)

      const [opened, chosen] = await meanwhile(
        stopNext('createIntent', when),
        () => buyer.openPayment(VIP_DOLLARS),
        () => chooseCashApp(buyer, VIP_DOLLARS),
      )

      expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
      await expectOnlyCashApp(buyer, chosen.body)
    })

  for (const when of ['before', 'after'] as const)
    test(`${when} the provider changed the intent leaves Cash App only`, async () => {
      const buyer = await aBuyerWith(store, VIP)
      const { body: card } = await buyer.openPayment()
      await buyer.reserve(PREMIER)
      const { total } = (await buyer.call('GET', '/api/cart')).body

      const [opened, chosen] = await meanwhile(
        stopNext('updateIntent', when),
        () => buyer.openPayment(total),
        () => chooseCashApp(buyer, total),
      )

      expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
      expect((await buyer.confirm(card)).status).toBe(400)
      await expectOnlyCashApp(buyer, chosen.body)
    })

  for (const when of ['before', 'after'] as const)
    test(`and opening the card again ${when} the provider canceled its intent leaves Cash App only`, async () => {
      const buyer = await aBuyerWith(store, VIP)
      const { body: card } = await buyer.openPayment()

      const [chosen, opened] = await meanwhile(
        stopNext('cancelIntent', when),
        () => chooseCashApp(buyer, VIP_DOLLARS),
        () => buyer.openPayment(VIP_DOLLARS),
      )

      expect([opened.status, opened.body.paymentId, chosen.status]).toEqual([200, card.paymentId, 200])
      expect((await buyer.confirm(opened.body)).status).toBe(400)
      await expectOnlyCashApp(buyer, chosen.body)
    })

  test('while the card’s order waits to be written leaves Cash App only', async () => {
    const buyer = aBuyer(store)
    const { holdId } = (await buyer.reserve(VIP)).body
    const { rows } = await store.testDatabase.pool.query('select owner_id from holds where hold_id = $1', [holdId])
    const ownerId: OwnerId = rows[0].owner_id
    const contact = { ...buyer.contactInfo, businessName: null, cellPhone: null, address: null }
    const lines = await readHeldLines(store.ctx, ownerId, contact.email)

    // Two transactions of the other tab in one: so the first tab, whose statement began before both, sees them at once.
    const opening = await inTransaction(store.ctx, async (tx) => {
      const { order } = await placeOrder(store.ctx, { ownerId, lines, contact }, tx)
      const { orderId, revision, totalCents: amountCents } = order
      const call = buyer.openPayment(VIP_DOLLARS)
      await untilNodeWaits(store.testDatabase)
      const now = store.clock.now()
      const values = { paymentId: promisedPaymentId(orderId), orderId, amountCents, revision, now, networkKey: null }
      await tx.run(insertPromise, values)
      expect(await promiseOrder(store.ctx, tx, { orderId, revision, until: addMilliseconds(now, hours(24)) })).toBe(
        true,
      )
      return { call, order }
    })
    const opened = await opening.call

    expect([opened.status, opened.body.code]).toEqual([409, 'cart_empty'])
    await expectOnlyCashApp(buyer, opening.order)
  })

  test('and leaving it again before the intent is saved opens that intent, which Cash App then ends', async () => {
    const buyer = await aBuyerWith(store, VIP)

    const [opened] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await chooseCashApp(buyer, VIP_DOLLARS)
        await leaveCashApp(buyer)
      },
    )
    const chosen = await chooseCashApp(buyer, VIP_DOLLARS)

    expect([opened.status, chosen.status]).toEqual([200, 200])
    expect((await buyer.confirm(opened.body)).status).toBe(400)
    await expectOnlyCashApp(buyer, chosen.body)
  })

  test('and choosing it twice before the intent is saved leaves Cash App only', async () => {
    const buyer = await aBuyerWith(store, VIP)

    const [opened, chosen] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await chooseCashApp(buyer, VIP_DOLLARS)
        await leaveCashApp(buyer)
        return chooseCashApp(buyer, VIP_DOLLARS)
      },
    )

    expect([opened.status, opened.body.code, chosen.status]).toEqual([409, 'cart_empty', 200])
    await expectOnlyCashApp(buyer, chosen.body)
  })
})

describe('a cart that changes before its intent is saved', () => {
  test('has its order closed with the released line, and the intent is not shown', async () => {
    const buyer = await aBuyerWith(store, VIP)

    const [opened, released] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      () => buyer.release(VIP),
    )

    expect([released.status, opened.status, opened.body.code]).toEqual([200, 409, 'cart_empty'])
  })

  test('is paid at its new total only', async () => {
    const buyer = await aBuyerWith(store, VIP)

    const [opened, changed] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await buyer.reserve(PREMIER)
        return buyer.openPayment()
      },
    )

    expect([changed.status, opened.status, opened.body.code]).toEqual([200, 409, 'amount_changed'])
    expect((await cardProvider(store).intent(changed.body.paymentId)).amount).toBe(changed.body.amount * 100)
  })

  test('needs no card once credit pays all of it, and the intent is not shown', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await grantCredit(store, buyer.contactInfo.email, VIP_DOLLARS * 100)
    await unlockCredit(store, buyer)

    const [opened, free] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => buyer.openPayment(VIP_DOLLARS),
      async () => {
        await openWithCredit(buyer, VIP_DOLLARS)
        return buyer.recordOrder({ paymentMethod: 'free' })
      },
    )

    expect([free.status, opened.status, opened.body.code]).toEqual([200, 409, 'cart_empty'])
  })
})

describe('a payment link that ends before its intent is saved', () => {
  const ends: [string, string, (rep: Client, request: Reply['body']) => Promise<Reply>][] = [
    [
      'marked as paid',
      'payment_request_paid',
      (_rep, { token }) =>
        admin.call('POST', `/api/admin/payment-request/${token}/mark-paid`, { reference: 'check 1042' }),
    ],
    ['voided', 'payment_request_expired', (rep, { id }) => rep.call('POST', `/api/sales/payment-requests/${id}/void`)],
    [
      'replaced',
      'payment_request_expired',
      (rep, { id }) => rep.call('POST', `/api/sales/payment-requests/${id}/resend`, {}),
    ],
  ]
  for (const when of ['before', 'after'] as const)
    for (const [how, code, end] of ends)
      test(`because it was ${how} ${when} the provider made it opens no card payment`, async () => {
        const rep = await aRep(store)
        const request = await sendLink(rep, [VIP])
        const customer = await aBuyerWith(store)

        const [opened, ended] = await meanwhile(
          stopNext('createIntent', when),
          () => openLink(customer, request),
          () => end(rep, request),
        )

        expect([ended.status, opened.status < 400, opened.body.code]).toEqual([200, false, code])
      })

  test('because its time was over opens no card payment', async () => {
    const request = await sendLink(await aRep(store), [VIP])
    const customer = await aBuyerWith(store)

    const [opened] = await meanwhile(
      stopNext('createIntent', 'after'),
      () => openLink(customer, request),
      async () => {
        store.clock.advance(hours(25))
        await store.runTimers()
      },
    )

    expect(opened.body.code).toBe('payment_request_expired')
  })
})
