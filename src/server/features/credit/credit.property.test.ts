/**
 * Whatever happens in whatever order: no one has less than zero, each order has exactly what it uses, and every cent of
 * a refund goes back the way it came. Random stories of three customers against the whole store.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditToUse } from '#contract/credit/credit-use.ts'
import { toCents } from '#contract/money.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { hours } from '#server/platform/clock.ts'
import { adminOf, Buyer } from '#testing/builders.ts'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { creditOf, grantCredit, openByHand, openWithCredit } from '#testing/credits.ts'
import { runsOf } from '#testing/lane.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStock } from '#testing/with-store.ts'

const PACKAGES = ['48453-vacant-vip-20', '48453-vacant-premier-20', '48453-vacant-standard-20']

const store = withStock(Object.fromEntries(PACKAGES.map((packageId) => [packageId, 5_000])))
const admin = adminOf(store)

const customer = fc.integer({ min: 0, max: 2 })
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('grant' as const), customer, cents: fc.integer({ min: 1, max: 60_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), customer, isUsing: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), customer, packageId: fc.constantFrom(...PACKAGES) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), customer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      customer,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      line: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('take' as const), customer, cents: fc.integer({ min: 1, max: 5_000 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

let stories = 0

/** Three buyers at three browsers, and the last paid order of each. */
class Story {
  readonly buyers: Buyer[]
  readonly orders: (string | undefined)[] = []
  readonly payments: ({ paymentId: string | null; clientSecret: string; orderId: string } | undefined)[] = []

  constructor() {
    stories += 1
    this.buyers = [0, 1, 2].map((number) => new Buyer(store, `story${stories}-${number}@example.com`))
  }

  async run(one: Step): Promise<void> {
    if (one.kind === 'late') {
      await store.pass(hours(25))
      await runScheduled(store, 'watch-deliveries')
      return
    }
    const buyer = this.buyers[one.customer]
    if (!buyer) throw new Error('no such buyer')
    const { email } = buyer.contactInfo
    const orderId = this.orders[one.customer]
    switch (one.kind) {
      case 'grant':
        return grantCredit(store, email, one.cents)
      case 'add':
        return void (await buyer.reserve(one.packageId))
      case 'open':
        return this.open(buyer, one)
      case 'pay':
        return this.pay(buyer, one.customer)
      case 'close': {
        const payment = this.payments[one.customer]
        if (payment) await closeOrder(store.ctx, payment.orderId as Parameters<typeof closeOrder>[1])
        return
      }
      case 'refund': {
        if (!orderId) return
        const { body } = await admin.call('GET', `/api/admin/orders/${orderId}`)
        const line = body.lines[one.line % body.lines.length]
        const amount = Math.floor(line.left * one.share * 100) / 100
        await admin.refund(orderId, {
          lines: [{ lineNumber: line.lineNumber, amount: one.share > 0.7 ? line.left : amount, isReturned: false }],
        })
        return
      }
      case 'take': {
        if (!orderId) return
        const body = {
          attemptId: `attempt-take-${Math.random().toString(36).slice(2)}`,
          change: 'take',
          amount: one.cents / 100,
        }
        await admin.call('POST', `/api/admin/orders/${orderId}/credit`, { ...body, reason: 'A story.' })
      }
    }
  }

  async open(buyer: Buyer, one: Extract<Step, { kind: 'open' }>): Promise<void> {
    const cart = await buyer.cart()
    if (cart.lines.length === 0) await buyer.reserve(PACKAGES[0] ?? '')
    const total = (await buyer.cart()).total
    let { credit } = (await buyer.call('GET', '/api/credit')).body
    // Only the last opened credit counts, and opening by hand opens it for every cart.
    if (one.isUsing && credit?.email !== buyer.contactInfo.email) {
      await openByHand(store, buyer.contactInfo.email)
      credit = (await buyer.call('GET', '/api/credit')).body.credit
    }
    const available = Math.round((credit?.available ?? 0) * 100)
    const claim = creditToUse(toCents(Math.round(total * 100)), toCents(available)) / 100
    const reply = one.isUsing && claim > 0 ? await openWithCredit(buyer, claim) : await buyer.openPayment()
    if (reply.status !== 200) throw new Error(`opening failed: ${JSON.stringify(reply.body)}`)
    this.payments[one.customer] = reply.body
  }

  async pay(buyer: Buyer, number: number): Promise<void> {
    const payment = this.payments[number]
    if (!payment) return
    this.payments[number] = undefined
    if (payment.paymentId) await buyer.confirm({ ...payment, paymentId: payment.paymentId })
    const { status, body } = await buyer.recordOrder(
      payment.paymentId ? { paymentId: payment.paymentId } : { paymentMethod: 'free' },
    )
    if (status === 200) this.orders[number] = body.id
  }
}

test('no sequence of actions creates, loses or double-counts a cent of credit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const story = new Story()
      for (const one of steps) await story.run(one)
      expect(await findCreditFaults(store.testDatabase.pool)).toEqual([])
      expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
      for (const buyer of story.buyers) expect(await creditOf(store, buyer.contactInfo.email)).toBeGreaterThanOrEqual(0)
      await store.pass(hours(25))
    }),
    { numRuns: runsOf(15), endOnFailure: true },
  )
  await store.runJobs()
}, 120_000)
