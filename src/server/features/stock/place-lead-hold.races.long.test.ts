/**
 * Many buyers, timers and returns on the same leads at once, on two nodes. What none of them may ever find is checked
 * afterwards.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { addLeads } from '#testing/leads.ts'
import { expectLeadIdentities, tryTo } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'
import { ageLeads } from './age-leads.ts'
import { freeEndedLeads } from './free-ended-leads.ts'
import { expireHolds } from './release-hold.ts'

const one = withStore()
const two = withStore({ beside: one })
const admin = adminOf(one)

const nodeOf = (index: number) => (index % 2 === 0 ? one : two)
let properties = 0
const newLeads = (count: number, ageDays: number) =>
  Array.from({ length: count }, () => {
    properties += 1
    return { property: properties, ageDays }
  })

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

test('leads, whatever happens at the same moment never exceed a cap, reach a buyer twice or get lost; pools match their leads', async () => {
  let worlds = 0
  const rounds = fc.array(fc.tuple(fc.array(anAct, { minLength: 2, maxLength: 7 }), fc.nat(14)), {
    minLength: 1,
    maxLength: 6,
  })

  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      worlds += 1
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
        await Promise.all(acts.map((act) => perform(act, { buyers, fips, paid })))
        one.clock.advance(minutes(hoursLater * 60))
      }
      await freeEndedLeads(two.ctx)
      await expectLeadIdentities(one.testDatabase)
    }),
    { numRuns: runsOf(25), endOnFailure: true },
  )
}, 120_000)

interface World {
  buyers: readonly Buyer[]
  fips: string
  /** Orders that were paid and not refunded, latest last. */
  paid: string[]
}

async function perform(act: Act, { buyers, fips, paid }: World): Promise<void> {
  if (act.kind === 'sweep') return void (await expireHolds(one.ctx))
  if (act.kind === 'age') return void (await ageLeads(two.ctx))
  if (act.kind === 'refund') {
    const orderId = paid.pop()
    if (!orderId) return
    return expect([200, 409]).toContain((await admin.refund(orderId)).status)
  }
  if (!('buyer' in act)) return
  const buyer = buyers[act.buyer]
  const packageId = `${fips}-${act.leadType === 0 ? 'vacant' : 'owner'}-${tiers[act.tier]}-20`
  const orderId = buyer && (await tryTo(act.kind, buyer, packageId))
  if (orderId) paid.push(orderId)
}

test('leads added just before they turn 61 days old leave the last tier in time', async () => {
  const packageId = '48497-vacant-standard-20'
  await addLeads(one, packageId, newLeads(25, 60.99))
  one.clock.advance(days(1))
  await ageLeads(one.ctx)

  expect((await one.row`select lead_units from packages where package_id = ${packageId}`).lead_units).toBe(0)
  await expectLeadIdentities(one.testDatabase)
})
