/** Whatever is set, removed and undone, everyone who reads a price gets the most specific one. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { levelOf, type PriceArea } from '#contract/admin/price-areas.ts'
import { LEAD_TYPES, type PackageId, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { setAreaPrice } from '#testing/area-prices.ts'
import { aBuyer, adminOf, type Buyer } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { withStore } from '#testing/with-store.ts'
import { readPackagePrices } from './standing-prices.ts'

const KINDS = [
  { leadType: 'vacant', tier: 'vip', size: 20 },
  { leadType: 'landlord', tier: 'standard', size: 100 },
] as const
const COUNTIES = [
  { state: 'Texas', county: 'Travis', fips: '48453' },
  { state: 'Texas', county: 'Harris', fips: '48201' },
  { state: 'Maryland', county: 'Baltimore', fips: '24005' },
] as const
const AREAS: readonly (PriceArea | null)[] = [
  null,
  { state: 'Texas', county: null },
  { state: 'Maryland', county: null },
  ...COUNTIES.map(({ state, county }) => ({ state, county })),
]

const nameOf = (area: PriceArea | null): string => (area ? `${area.state}/${area.county ?? ''}` : '')
const keyOf = ({ leadType, tier, size }: (typeof KINDS)[number]) => `${leadType}-${tier}-${size}`
/** Own prices in cents, by area and kind. */
type Own = ReadonlyMap<string, number>

/** The rule itself: the county's, or its state's, or the national price. */
const rule = (own: Own, area: PriceArea | null, key: string): number | undefined =>
  (area?.county ? own.get(`${nameOf(area)} ${key}`) : undefined) ??
  (area ? own.get(`${area.state}/ ${key}`) : undefined) ??
  own.get(` ${key}`)

const store = withStore()
const admin = adminOf(store)
let buyer: Buyer
/** Before anything is set: the table of a new store. */
const start = new Map([
  [' vacant-vip-20', 29_900],
  [' landlord-standard-100', 32_900],
])
beforeAll(async () => {
  buyer = aBuyer(store)
  for (const { fips } of COUNTIES)
    for (const kind of KINDS) {
      await store.setStock(`${fips}-${keyOf(kind)}`, 5)
      await buyer.reserve(`${fips}-${keyOf(kind)}`)
    }
})

async function checkReaders(own: Own): Promise<void> {
  const cart = await buyer.cart()
  const { body: file } = await admin.call('GET', '/api/admin/stock.csv')
  const ids = COUNTIES.flatMap(({ fips }) => KINDS.map((kind) => `${fips}-${keyOf(kind)}` as PackageId))
  const known = await readPackagePrices(store.ctx, ids)
  let total = 0
  for (const { fips, ...area } of COUNTIES) {
    const place = `${area.state}/${area.county}`
    const { body: packages } = await buyer.call('GET', `/api/packages/${place}`)
    const { body: table } = await buyer.call('GET', `/api/pricing?state=${area.state}&county=${area.county}`)
    for (const kind of KINDS) {
      const cents = rule(own, area, keyOf(kind)) ?? Number.NaN
      const id = `${fips}-${keyOf(kind)}`
      const at =
        (LEAD_TYPES.indexOf(kind.leadType) * TIERS.length + TIERS.indexOf(kind.tier)) * SIZES.length +
        SIZES.indexOf(kind.size)
      const isIt = (one: { packageId: string }) => one.packageId === id
      expect({
        page: Math.round(packages[at].price * 100),
        table: Math.round(Number(table[at].basePrice) * 100),
        cart: Math.round(cart.lines.find(isIt).price * 100),
        link: known.get(id as PackageId),
        file: file.includes(
          `${id},${area.state},${area.county},${kind.leadType},${kind.tier},${kind.size},${(cents / 100).toFixed(2)},`,
        ),
      }).toEqual({ page: cents, table: cents, cart: cents, link: cents, file: true })
      total += cents
    }
  }
  // What is charged is what is shown; a cent less is refused.
  expect(Math.round(cart.total * 100)).toBe(total)
  expect((await buyer.openPayment((total - 1) / 100)).body.code).toBe('amount_changed')
  expect((await buyer.openPayment(total / 100)).body.amount).toBe(total / 100)
  for (const area of AREAS) if (area) await checkTable(own, area)
}

/** The administrators' table says whose price each is. */
async function checkTable(own: Own, area: PriceArea): Promise<void> {
  const query = new URLSearchParams({ state: area.state, ...(area.county ? { county: area.county } : {}) })
  const { body } = await admin.call('GET', `/api/admin/pricing/area-prices?${query}`)
  for (const kind of KINDS) {
    const row = body.prices.find((one: (typeof KINDS)[number]) => keyOf(one) === keyOf(kind))
    const isOwn = own.has(`${nameOf(area)} ${keyOf(kind)}`)
    const isOfState = own.has(`${area.state}/ ${keyOf(kind)}`)
    const levels = [isOwn ? levelOf(area) : '', isOfState ? 'state' : '', 'national'].filter((level) => level !== '')
    expect([Math.round(Number(row.price) * 100), row.level]).toEqual([rule(own, area, keyOf(kind)), levels[0]])
    const without = new Map([...own].filter(([name]) => name !== `${nameOf(area)} ${keyOf(kind)}`))
    expect(Math.round(Number(row.inherited) * 100)).toBe(rule(without, area, keyOf(kind)))
  }
}

const step = fc.record({
  area: fc.constantFrom(...AREAS),
  kind: fc.constantFrom(...KINDS),
  cents: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 5000, max: 60_000 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
})

/** Each level has a price of its own: always tried. */
const ALL_LEVELS = [
  { area: AREAS[1] ?? null, kind: KINDS[0], cents: 28_000 },
  { area: AREAS[3] ?? null, kind: KINDS[0], cents: 32_500 },
]

test('the county’s price wins, then the state’s, then the national one, for all readers alike', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const own = new Map(start)
      const made: string[] = []
      for (const { area, kind, cents } of steps) {
        if (!area && cents === null) continue
        const id = await setAreaPrice(admin, area, kind, cents === null ? null : cents / 100)
        if (id) made.unshift(id)
        if (cents === null) own.delete(`${nameOf(area)} ${keyOf(kind)}`)
        else own.set(`${nameOf(area)} ${keyOf(kind)}`, cents)
      }

      await checkReaders(own)

      for (const id of made)
        expect((await admin.call('POST', `/api/admin/pricing/changes/${id}/undo`)).status).toBe(200)
      await checkReaders(start)
      expect((await admin.call('GET', '/api/admin/pricing/areas')).body).toEqual([])
    }),
    { numRuns: runsOf(15), examples: [[ALL_LEVELS]] },
  )
})
