/**
 * Many buyers, timers and returns on the same leads at once, on two nodes. What none of them may ever find is checked
 * afterwards.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Buyer, type Client } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { ageLeads } from './age-leads.ts'
import { freeEndedLeads } from './free-ended-leads.ts'
import { expireHolds } from './release-hold.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const nodeOf = (index: number) => (index % 2 === 0 ? one : two)
let properties = 0
const newLeads = (count: number, ageDays: number) =>
  Array.from({ length: count }, () => {
    properties += 1
    return { property: properties, ageDays }
  })

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(one.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(one.testDatabase.pool)).toEqual([])
  await expectStockIdentities(one.testDatabase)
}

type Act =
  | { kind: 'reserve' | 'release' | 'buy'; buyer: number; tier: number; leadType: number }
  | { kind: 'sweep' | 'age' | 'refund' }

const tiers = ['vip', 'premier', 'premium', 'standard'] as const
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('reserve' as const, 'reserve' as const, 'release' as const, 'buy' as const),
      buyer: fc.nat(5),
      tier: fc.nat(3),
      leadType: fc.nat(1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'age' as const, 'refund' as const) }) },
)

describe('leads, whatever happens at the same moment', () => {
  test('never exceed a cap, reach a buyer twice or get lost; pools match their leads', async () => {
    let worlds = 0
    const rounds = fc.array(fc.tuple(fc.array(anAct, { minLength: 2, maxLength: 7 }), fc.nat(14)), {
      minLength: 1,
      maxLength: 6,
    })

    await fc.assert(
      fc.asyncProperty(rounds, async (steps) => {
        worlds += 1
        // Weeks pass in all worlds together, and sessions expire.
        const admin = await anAdmin(one)
        const fips = String(48_005 + worlds * 2)
        for (const ageDays of [0, 2.9, 5, 9.9, 15, 29.9, 45, 60.9])
          for (const leadType of ['vacant', 'owner'])
            await addLeads(one, `${fips}-${leadType}-vip-20`, newLeads(14, ageDays))
        const paid: string[] = []
        const buyers = Array.from({ length: 6 }, (_, index) => {
          const buyer = aBuyer(nodeOf(index))
          // Two browsers of one person.
          if (index > 3) Object.assign(buyer.contactInfo, { email: `same${worlds}@example.com` })
          return buyer
        })
        for (const [acts, hoursLater] of steps) {
          await Promise.all(acts.map((act) => perform(act, { buyers, fips, admin, paid })))
          one.clock.advance(minutes(hoursLater * 60))
        }
        await freeEndedLeads(two.ctx)
        await expectNoFaults()
      }),
      { numRuns: runsOf(25), endOnFailure: true },
    )
  }, 120_000)
})

interface World {
  buyers: readonly Buyer[]
  fips: string
  admin: Client
  /** Orders that were paid and not refunded, latest last. */
  paid: string[]
}

async function perform(act: Act, { buyers, fips, admin, paid }: World): Promise<void> {
  if (act.kind === 'sweep') return void (await expireHolds(one.ctx))
  if (act.kind === 'age') return void (await ageLeads(two.ctx))
  if (act.kind === 'refund') {
    const orderId = paid.pop()
    if (!orderId) return
    const body = { attemptId: `attempt-${orderId}`, reason: 'Changed their mind.' }
    const { status } = await admin.call('POST', `/api/admin/orders/${orderId}/refunds`, body)
    return expect([200, 409]).toContain(status)
  }
  if (!('buyer' in act)) return
  const buyer = buyers[act.buyer]
  const packageId = `${fips}-${act.leadType === 0 ? 'vacant' : 'owner'}-${tiers[act.tier]}-20`
  if (!buyer) return
  if (act.kind === 'reserve') expect([200, 409]).toContain((await buyer.reserve(packageId)).status)
  if (act.kind === 'release') expect([200, 409]).toContain((await buyer.release(packageId)).status)
  if (act.kind !== 'buy') return
  const payment = await buyer.openPayment()
  if (payment.status !== 200) return
  const confirmed = await buyer.confirm(payment.body)
  if (confirmed.status !== 200) return
  const order = await buyer.recordOrder({ paymentId: payment.body.paymentId })
  expect([200, 409]).toContain(order.status)
  if (order.body.status === 'completed') paid.push(order.body.id)
}

test('leads added just before they turn 61 days old leave the last tier in time', async () => {
  const packageId = '48497-vacant-standard-20'
  await addLeads(one, packageId, newLeads(25, 60.99))

  one.clock.advance(days(1))
  await ageLeads(one.ctx)

  const { rows } = await one.testDatabase.pool.query('select lead_units from packages where package_id = $1', [
    packageId,
  ])
  expect(rows[0].lead_units).toBe(0)
  await expectNoFaults()
})
