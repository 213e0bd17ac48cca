/**
 * The same houses on two lists and under two spellings of their owners are imported again and again, while buyers on
 * two nodes hold, pay for and release their leads, and imports are undone. No house is sold more often than its
 * strictest cap allows.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { freeEndedLeads } from '#server/features/stock/free-ended-leads.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { tierAt } from '#server/features/stock/tiers.ts'
import { days, hours } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer } from '#testing/builders.ts'
import { findLeadFaults, findShownFaults } from '#testing/lead-faults.ts'
import { LeadFiles } from '#testing/lead-files.ts'
import { tryTo } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const HOUSES = 28
const TIERS = ['vip', 'premier', 'premium', 'standard'] as const
const listAt = (index: number) => (index % 2 === 0 ? 'vacant' : 'landlord')

const one = withStore()
const two = withStore({ beside: one })
const nodeOf = (index: number) => (index % 2 === 0 ? one : two)

type Act =
  | { kind: 'reserve' | 'release' | 'buy'; buyer: number; tier: (typeof TIERS)[number] | 'newest'; list: number }
  | { kind: 'sweep' | 'age' }

const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('reserve' as const, 'release' as const, 'buy' as const, 'buy' as const),
      buyer: fc.nat(3),
      tier: fc.constantFrom('newest' as const, 'newest' as const, 'newest' as const, ...TIERS),
      list: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'age' as const) }) },
)

/** An import that runs during the acts of its round; `undo`: the one before is undone instead. */
const anImport = fc.record({
  list: fc.nat(1),
  owner: fc.nat(1),
  ageDays: fc.constantFrom(0, 0, 1, 2, 4, 12, 35),
  undo: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
})

interface World {
  buyers: readonly Buyer[]
  fips: string
  /** Of the leads in the round's import. */
  newest: (typeof TIERS)[number]
}

async function perform(act: Act, { buyers, fips, newest }: World): Promise<void> {
  if (act.kind === 'sweep') {
    await expireHolds(one.ctx)
    return void (await freeEndedLeads(two.ctx))
  }
  if (act.kind === 'age') return void (await ageLeads(two.ctx))
  if (!('buyer' in act)) return
  const buyer = buyers[act.buyer]
  const packageId = `${fips}-${listAt(act.list)}-${act.tier === 'newest' ? newest : act.tier}-20`
  if (buyer && act.kind === 'buy') await tryTo('reserve', buyer, packageId)
  if (buyer) await tryTo(act.kind, buyer, packageId)
}

const faults = async () => [
  ...(await findLeadFaults(one.testDatabase.pool)),
  ...(await findShownFaults(one.testDatabase.pool)),
]

test('with any actions at once, no house exceeds its strictest cap or is on sale twice', async () => {
  let worlds = 0
  let sold = 0
  const files = new LeadFiles(one, adminOf(one))
  const rounds = fc.array(fc.tuple(anImport, fc.array(anAct, { minLength: 1, maxLength: 5 }), fc.nat(30)), {
    minLength: 2,
    maxLength: 5,
  })

  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      worlds += 1
      const fips = String(48_001 + worlds * 2)
      const buyers = Array.from({ length: 4 }, (_, index) => aBuyer(nodeOf(index)))
      const applied: string[] = []
      // Usually newer facts than those before.
      const ages = steps.map(([{ ageDays }]) => ageDays).sort((a, b) => b - a)
      for (const [index, [its, acts, hoursLater]] of steps.entries()) {
        const ageDays = ages[index] ?? 0
        const now = one.clock.now()
        const newest = tierAt(new Date(now.getTime() - days(ageDays + 0.5)), now)?.tier ?? 'vip'
        const world: World = { buyers, fips, newest }
        const last = its.undo ? applied.pop() : undefined
        const rows = Array.from({ length: HOUSES }, (_, house) => ({
          address: `${house + 1} Race ${fips} St`,
          fips,
          type: listAt(its.list),
          owner: its.owner === 0 ? 'Jane Doe' : 'J Doe',
          ageDays,
        }))
        // Every other row is of the other list: a house is in a file twice.
        const twice = rows.map((row, house) => ({ ...row, type: listAt(its.list + house), ageDays: ageDays + 1 }))
        const checked = last === undefined ? await files.bringRows([...rows, ...twice]) : null
        const bring = async () => {
          if (last !== undefined) return void (await files.undo(last))
          const done = await files.apply(checked.id)
          if (done.state === 'applied') applied.push(checked.id)
        }
        await Promise.all([bring(), ...acts.map((act) => perform(act, world))])
        await perform({ kind: 'buy', buyer: index % 4, tier: 'newest', list: its.list }, world)
        expect(await faults()).toEqual([])
        one.clock.advance(hours(hoursLater) + days(hoursLater > 25 ? 3 : 0))
        await ageLeads(one.ctx)
      }
      await freeEndedLeads(two.ctx)
      expect(await faults()).toEqual([])
      const rows = await one.sql`select count(*)::int as leads from order_leads`
      sold = rows[0].leads
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect(sold).toBeGreaterThan(0)
}, 480_000)
