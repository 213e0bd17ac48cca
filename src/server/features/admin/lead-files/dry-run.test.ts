/** Compares what a dry run says about counties that start to follow from leads with what applying then does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInStock } from '#server/features/stock/stock-changes.ts'
import { withLeadFiles } from '#testing/lead-files.ts'
import { withStore } from '#testing/with-store.ts'
import { splitIntoParts } from './dry-run.ts'

const store = withStore()
const files = withLeadFiles(store)

/** The packages of a county and lead type that can be bought. */
async function inStock(fips: string, leadType: string): Promise<string[]> {
  const rows = await store.rows(
    `select package_id from packages p where fips = $1 and lead_type = $2 and ${isInStock('p')} order by 1`,
    [fips, leadType],
  )
  return rows.map(({ package_id }) => package_id)
}

test('counts the packages that applying would sell out, and lists the county that loses most first', async () => {
  await store.sql`update packages set available = 0, is_unlimited = false where fips in ('48453', '48209')`
  for (const size of [20, 30, 50]) await store.setStock(`48453-vacant-vip-${size}`, 7)
  for (const tier of ['premier', 'standard']) await store.setStock(`48453-vacant-${tier}-20`, 3)
  await store.setStock('48209-vacant-vip-20', 2)
  const houses = (fips: string, leads: number, ageDays: number) =>
    Array.from({ length: leads }, (_, index) => ({ address: `${index + 1} Age ${ageDays} St`, fips, ageDays }))
  const before = [await inStock('48453', 'vacant'), await inStock('48209', 'vacant')]
  expect(before.map((packages) => packages.length)).toEqual([5, 1])

  // With 5 more from the standard offer, 45 of VIP age fill packages of 20 and 30, but none of 50; 3 of Premier age
  // fill none.
  const zip = { zip: '78702' }
  const rows = [
    ...houses('48209', 30, 1),
    ...houses('48453', 45, 1).map((row) => ({ ...row, ...zip })),
    ...houses('48453', 3, 5).map((row) => ({ ...row, ...zip })),
  ]
  const checked = await files.bringRows(rows)

  const { newlyBacked } = checked.preview
  expect(newlyBacked).toMatchObject({ places: 2, packages: 32, forSale: 6, soldOut: 3 })
  expect(newlyBacked.first).toEqual([
    { state: 'Texas', county: 'Travis', leadType: 'vacant', leads: 48, forSale: 5, soldOut: 3 },
    { state: 'Texas', county: 'Hays', leadType: 'vacant', leads: 30, forSale: 1, soldOut: 0 },
  ])
  await files.apply(checked.id)
  const after = [await inStock('48453', 'vacant'), await inStock('48209', 'vacant')].flat()
  expect(before.flat().filter((packageId) => !after.includes(packageId))).toEqual([
    '48453-vacant-premier-20',
    '48453-vacant-standard-20',
    '48453-vacant-vip-50',
  ])
})

test('splitIntoParts puts every row in one part, in order; only a single place can make a part too large', () => {
  const runs = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 })
  fc.assert(
    fc.property(runs, (counts) => {
      const all = counts.map((rows, index) => ({
        placeNo: index,
        rows,
        knownRows: rows % 3,
        firstKey: `${index}a`,
        lastKey: `${index}z`,
      }))
      const parts = splitIntoParts(all, 20)
      expect(parts.flatMap(({ places }) => places)).toEqual(all.map(({ placeNo }) => placeNo))
      expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(counts.reduce((sum, rows) => sum + rows, 0))
      for (const part of parts) {
        expect(part.rows <= 20 || part.places.length === 1).toBe(true)
        expect([part.keyFrom, part.keyTo]).toEqual([`${part.placeFrom}a`, `${part.placeTo}z`])
      }
    }),
  )
})
