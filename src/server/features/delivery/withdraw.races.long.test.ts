/** Owners opt out while buyers hold, pay for and get the same leads on two nodes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { freeEndedLeads } from '#server/features/stock/free-ended-leads.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { addLeads } from '#testing/leads.ts'
import { askToLeaveAlone, findOptOutFaults, giveAddresses, keyAt, withdrawNow } from '#testing/opt-outs.ts'
import { expectLeadIdentities, tryTo } from '#testing/stock-identities.ts'
import type { TestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { withdraw, withdrawSuppressed } from './withdraw.ts'

const one = withStore({}, (opened) => opened.sql`update offers set is_active = false`)
const two = withStore({ beside: one })

const nodeOf = (index: number) => (index % 2 === 0 ? one : two)
let properties = 0

/** Returns the numbers of their properties. */
async function addNewLeads(packageId: string, count: number, ageDays: number): Promise<number[]> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(one, packageId, leads)
  return leads.map(({ property }) => property)
}

/** Opts out a property and runs at once what would happen within a day. */
async function leaveAlone(store: TestApp, number: number): Promise<void> {
  expect((await askToLeaveAlone(store, number)).status).toBe(200)
  await withdraw(store.ctx, { propertyKey: keyAt(store, number) })
  await withdrawNow(store, number)
}

async function settle(): Promise<void> {
  await one.runJobs()
  await freeEndedLeads(two.ctx)
  await withdrawSuppressed(one.ctx)
  await one.runJobs()
}

test('30 owners opt out while 12 buyers pay: no buyer newly gets one of their leads', async () => {
  const packageId = '48001-vacant-vip-20'
  const numbers = await addNewLeads(packageId, 12 * 20 + 10, 0)
  await giveAddresses(one, numbers)
  const buyers = Array.from({ length: 12 }, (_, index) => aBuyer(nodeOf(index)))
  const payments = await Promise.all(
    buyers.map(async (buyer) => {
      await buyer.reserve(packageId)
      const payment = await buyer.openPayment()
      await buyer.confirm(payment.body)
      return payment.body.paymentId
    }),
  )

  const asked = numbers.filter((number) => number % 8 === 0)
  await Promise.all([
    ...asked.map((number) => leaveAlone(nodeOf(number / 8), number)),
    ...buyers.map((buyer, index) => buyer.recordOrder({ paymentId: payments[index] })),
  ])
  await expectLeadIdentities(one.testDatabase)
  await settle()

  expect(asked.length).toBeGreaterThan(30)
  expect(await findOptOutFaults(one.testDatabase.pool)).toEqual([])
  await expectLeadIdentities(one.testDatabase)
})

type Act =
  | { kind: 'reserve' | 'release' | 'buy'; buyer: number; tier: number; leadType: number }
  | { kind: 'ask'; lead: number; node: number }
  | { kind: 'sweep' | 'age' | 'deliver' }

const tiers = ['vip', 'premier', 'premium', 'standard'] as const
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom('reserve' as const, 'reserve' as const, 'release' as const, 'buy' as const),
      buyer: fc.nat(4),
      tier: fc.nat(3),
      leadType: fc.nat(1),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), lead: fc.nat(175), node: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'age' as const, 'deliver' as const) }) },
)

test('with any actions at once, no lead is lost or over its cap, and no opted-out property is sold', async () => {
  let worlds = 0
  const rounds = fc.array(fc.tuple(fc.array(anAct, { minLength: 2, maxLength: 7 }), fc.nat(14)), {
    minLength: 1,
    maxLength: 5,
  })

  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      worlds += 1
      const fips = String(48_001 + worlds * 2)
      const numbers: number[] = []
      for (const ageDays of [0, 2.9, 9.9, 45]) {
        for (const leadType of ['vacant', 'owner'])
          numbers.push(...(await addNewLeads(`${fips}-${leadType}-vip-20`, 22, ageDays)))
      }
      await giveAddresses(one, numbers)
      const buyers = Array.from({ length: 5 }, (_, index) => {
        const buyer = aBuyer(nodeOf(index))
        // Two browsers of one person.
        if (index > 2) Object.assign(buyer.contactInfo, { email: `asked${worlds}@example.com` })
        return buyer
      })
      for (const [acts, hoursLater] of steps) {
        await Promise.all(acts.map((act) => perform(act, { buyers, fips, numbers })))
        await expectLeadIdentities(one.testDatabase)
        one.clock.advance(minutes(hoursLater * 60))
      }
      await settle()
      await expectLeadIdentities(one.testDatabase)
      expect(await findOptOutFaults(one.testDatabase.pool)).toEqual([])
    }),
    { numRuns: runsOf(15), endOnFailure: true },
  )
}, 180_000)

async function perform(act: Act, world: { buyers: readonly Buyer[]; fips: string; numbers: readonly number[] }) {
  if (act.kind === 'sweep') return void (await expireHolds(one.ctx))
  if (act.kind === 'age') return void (await ageLeads(two.ctx))
  if (act.kind === 'deliver') return one.runJobs()
  if (act.kind === 'ask') return leaveAlone(nodeOf(act.node), world.numbers[act.lead] ?? 0)
  if (!('buyer' in act)) return
  const buyer = world.buyers[act.buyer]
  const packageId = `${world.fips}-${act.leadType === 0 ? 'vacant' : 'owner'}-${tiers[act.tier]}-20`
  if (buyer) await tryTo(act.kind, buyer, packageId)
}
