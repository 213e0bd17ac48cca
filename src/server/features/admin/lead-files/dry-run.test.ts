/** Compares what a dry run says about counties that start to follow from leads with what applying then does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInStock } from '#server/features/stock/stock-changes.ts'
import { leadFile, withLeadFiles } from '#testing/lead-files.ts'
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

test('warns of addresses that several owners have without a unit', async () => {
  const owners = (address: string, names: string) =>
    names.split(' ').map((name, index) => ({ address, owner: `${name} Roe`, ageDays: index + 1 }))
  const rows = ['12 Tower St', '14 Tower St'].flatMap((address) => owners(address, 'Ann Bob Cay'))
  const few = [...owners('16 Tower St', 'Ann Bob Ann'), ...owners('18 Tower St Apt 4', 'Ann Bob Cay')]
  const { preview } = await files.bringRows([...few, ...rows])
  expect(preview.crowded).toEqual({ addresses: 2, rows: [8, 9, 10] })
})

test('lists what rows lost beside the rows that are refused', async () => {
  const rows = [{ phone: 'call office' }, { phone: '(512) 867-5309' }, { zip: '77002' }, { ageDays: 5, phone: '12' }]
  const checked = await files.bringRows([
    ...rows.map((row, index) => ({ address: `${index + 1} Loss St`, ...row })),
    { address: '4 Loss St', owner: 'Newer Roe' },
  ])
  expect(checked).toMatchObject({ refusedRows: 2, preview: { leftOut: { phones: 2 } } })
  const lines = (await files.refused(checked.id)).trim().split(/\r?\n/)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(
      /^2,This row is imported without what we can’t read: Phone “call office”\.,"?1 Loss St, Austin/,
    ),
    expect.stringMatching(/^4,"ZIP 77002 is in Harris County, Texas, not in Travis County\."/),
    // It lost a phone too, but that no longer matters.
    expect.stringMatching(/^5,"?This row has a property that we have/),
  ])
})

test('takes only a missing county from the ZIP, and shows examples of each reason to refuse a row', async () => {
  const places = [...Array<string>(25).fill('ZZ,78701'), 'TX,78701', ',78701', 'NV,77002', 'TX,00000', 'TX,1']
  const lines = places.map((place, at) => `${at + 1} Where St,Austin,${place},vacant,${files.dayBefore(1)},Al Roe\n`)
  const checked = await files.bring(`Address,City,State,Zip,Lead Type,Acquired,Owner\n${lines.join('')}`, {
    source: 'Roll',
  })

  expect(checked).toMatchObject({ refusedRows: 28, preview: { newLeads: 2 } })
  expect(checked.firstRefused).toHaveLength(20)
  expect(checked.firstRefused.slice(16)).toEqual([
    { row: '18', reason: 'state_unknown', cell: 'ZZ' },
    { row: '29', reason: 'zip_contradicts_county', cell: 'ZIP 77002 is in Harris County, Texas, not in NV' },
    { row: '30', reason: 'zip_unknown', cell: '00000' },
    { row: '31', reason: 'zip_invalid', cell: '1' },
  ])
})

test('a file whose days come first is read again in that order, and one that does not tell is asked about', async () => {
  const dates = Array.from({ length: 50 }, (_, index) =>
    files
      .dayBefore(index + 1)
      .split('-')
      .map(Number),
  )
  const written =
    (order: number[]) =>
    (date: number[] = []) =>
      order.map((at) => date[at]).join('/')
  const proof = dates.find(([, , day = 0]) => day > 12)
  const open = dates.find(([, month = 0, day = 0]) => day <= 12 && day !== month)
  const fileOf = (texts: string[]) => {
    const rows = texts.map((_, index) => ({ address: `${index + 1} Order St` }))
    const lines = leadFile(files, rows).split('\n')
    return lines.map((line, index) => line.replace(/,\d{4}-\d\d-\d\d,/, `,${texts[index - 1]},`)).join('\n')
  }
  const dayFirst = written([2, 1, 0])
  const checked = await files.bring(fileOf([dayFirst(open), dayFirst(proof), dayFirst(proof)]), { source: 'Abroad' })
  expect(checked).toMatchObject({ rowsRead: 3, refusedRows: 0, mapping: { dateOrder: { fixed: 'Day first' } } })
  const first = await files.admin.call('POST', `/api/admin/imports/${checked.id}/preview`)
  expect(first.body[0].acquiredAt).toContain(
    written([0, 1, 2])(open)
      .replace(/\/(\d)\b/g, '-0$1')
      .replaceAll('/', '-'),
  )
  // Most of these prove the other order, so what was learned of the source no longer counts.
  const back = await files.bring(fileOf([written([1, 2, 0])(proof), written([1, 2, 0])(proof), dayFirst(proof)]), {
    source: 'Abroad',
    mapping: checked.mapping,
  })
  expect(back.preview.refused).toEqual({ acquired_other_order: 1 })
})
