/** Imports of stock, from what a file may contain to the count that a buyer sees. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { OWNER, PREMIER, VIP, withStockFiles } from '#testing/stock-files.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withStockFiles(store)
beforeEach(() => files.reset())
const fileOf = (...rows: string[]) => `package_id,available\n${rows.map((row) => `${row}\n`).join('')}`

test.each([
  ['Windows line ends', `package_id,available\r\n${VIP},25\r\n`],
  ['quotes, embedded line ends and another order', `note,"available","package_id"\n"a ""b"",\r\nc",25,"${VIP}"\n`],
  ['names in place of the id', 'State,County,Lead Type,Tier,Size,Available\nTexas,travis,Vacant Houses,VIP,20,25\n'],
  ['places as in leads', 'state,county,lead_type,tier,size,available\nTX,TRAVIS COUNTY,vacant,vip,20.0,25\n'],
  ['a county code and counts of a spreadsheet', 'fips,lead_type,tier,size,available\n48453,vacant,vip,20,25.0\n'],
])('a stock file with %s is read', async (_, file) => {
  const checked = await files.bring(file)
  expect(checked.preview).toMatchObject({ named: 1, changed: 1 })
  await files.apply(checked.id)
  expect(await files.stock(VIP)).toEqual([25])
})

test.each([
  ['no column of counts', `package_id,count\n${VIP},25\n`, 'Choose the column for the new count'],
  ['a column twice', `package_id,available,Available\n${VIP},25,26\n`, 'Choose the column for the new count'],
  ['no package', 'tier,available\nvip,25\n', 'Choose the column for the package'],
])('a stock file with %s is asked about before it is checked', async (_, file, message) => {
  const checked = await files.bring(file)
  expect(checked).toMatchObject({ code: 'mapping_invalid', message: expect.stringContaining(message) })
  expect((await files.read(checked.id)).state).toBe('mapping')
})

test('a stock file has fields of its own', async () => {
  const available = { column: 'available' }
  const mapping = { packageId: { column: 'package_id' }, available, city: available }
  const checked = await files.bring(fileOf(`${VIP},25`), { mapping })
  expect(checked).toMatchObject({ code: 'mapping_invalid', message: 'A file like this has no “City”.' })
})

const CASES = [
  ['package_missing', ',5'],
  ['package_unknown', '48453-vacant-vip-21,5'],
  ['package_unknown', '99999-vacant-vip-20,5'],
  ['count_missing', `${VIP}, `],
  ['count_not_number', `${VIP},many`],
  ['count_not_number', `${VIP},1e308`],
  ['count_not_number', `${VIP},1.000`],
  ['count_fraction', `${VIP},2.5`],
  ['count_negative', `${VIP},-3`],
  ['count_too_high', `${VIP},1000001`],
  ['cells', `${VIP},5,6`],
] as const

describe('a row that cannot be imported', () => {
  test('is reported with its number and reason, and the others are imported', async () => {
    const checked = await files.bring(fileOf(`${PREMIER},77`, ...CASES.map(([, row]) => row)))
    expect(checked).toMatchObject({ state: 'ready', refusedRows: CASES.length, preview: { changed: 1 } })
    expect(checked.preview.refused).toMatchObject({ package_unknown: 2, count_not_number: 3, cells: 1 })
    expect(await files.refused(checked.id)).toContain('3,"This row names no package:')
    await files.apply(checked.id)
    expect(await files.stock(VIP, PREMIER)).toEqual([10, 77])
  })

  test('contradicts another row: neither is believed, but repeats are fine', async () => {
    const checked = await files.bring(fileOf(`${VIP},5`, `${PREMIER},6`, `${VIP},5`, `${PREMIER},7`))
    expect(checked.preview).toMatchObject({ named: 1, repeated: 1, changed: 1, refused: { package_twice: 2 } })
    expect(await files.refused(checked.id)).toContain(`${PREMIER}: 7, but another row says 6`)
    await files.apply(checked.id)
    expect(await files.stock(VIP, PREMIER)).toEqual([5, 10])
  })

  test('is one whose columns were sorted separately; if no other is left, nothing can be applied', async () => {
    const file = `package_id,state,county,lead_type,tier,size,available\n${VIP},Texas,Travis,vacant,vip,30,5\n`
    const checked = await files.bring(file)
    expect(checked).toMatchObject({ state: 'refused', preview: { refused: { package_contradicted: 1 } } })
    expect((await files.apply(checked.id)).code).toBe('import_not_ready')
  })
})

describe('an import', () => {
  test('sets what its preview shows, with a movement per package and one log entry', async () => {
    const before = await files.fingerprint()
    const checked = await files.bring(fileOf(`${VIP},25`, `${PREMIER},0`, `${OWNER},2000`, '48453-vacant-vip-30,0'))
    const counts = { named: 4, changed: 3, unchanged: 1, toZero: 1, toUnlimited: 1, fromUnlimited: 0, leftAlone: 0 }
    expect(checked).toMatchObject({ state: 'ready', rowsRead: 4, preview: { ...counts, repeated: 0, refused: {} } })
    expect(await files.fingerprint()).toEqual(before)

    const applied = await files.apply(checked.id)

    expect(applied).toMatchObject({ state: 'applied', outcome: { changed: 3 }, appliedBy: 'Ada Admin', rowsDone: 3 })
    expect(await files.stock(VIP, PREMIER, OWNER)).toEqual([25, 0, 2000])
    const rows =
      await store.sql`select package_id, delta, shown_before, shown_after, cause <> 'store' as by_member from (
       select * from stock_movements where note = 'Import of stock.csv' order by movement_id desc limit 3) m order by package_id`
    expect(rows).toEqual([
      { package_id: OWNER, delta: 0, shown_before: 10, shown_after: 2000, by_member: true },
      { package_id: PREMIER, delta: -10, shown_before: 10, shown_after: 0, by_member: true },
      { package_id: VIP, delta: 15, shown_before: 10, shown_after: 25, by_member: true },
    ])
    const [entry] = (await files.admin.call('GET', '/api/admin/audit?action=stock_imported')).body
    expect(entry).toMatchObject({ subject: 'stock.csv', before: { units: 30 }, after: { units: 1025, changed: 3 } })
    expect(await files.partitions()).not.toContain(checked.id)
    await expectStockIdentities(store.testDatabase)
  })

  test('applied several times at once changes stock once, and does not touch live holds', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { id } = await files.bring(fileOf(`${VIP},25`))
    await buyer.reserve(VIP)
    const movements = async () => Number((await files.fingerprint()).movements)
    const before = await movements()
    await Promise.all([files.apply(id), files.apply(id), files.apply(id)])
    expect((await files.apply(id)).state).toBe('applied')
    expect(await movements()).toBe(before + 1)
    expect(await files.stock(VIP)).toEqual([25])
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(2)
    await expectStockIdentities(store.testDatabase)
  })

  test('is refused after a colleague’s edit and changes nothing until it is checked again', async () => {
    const { id, mapping } = await files.bring(fileOf(`${VIP},25`, `${PREMIER},25`, `${OWNER},10`))
    await store.setStock(PREMIER, 25)
    await store.setStock(VIP, 7)
    const before = await files.fingerprint()
    expect(await files.apply(id)).toMatchObject({ code: 'import_outdated', details: { packages: 2 } })
    expect(await files.fingerprint()).toEqual(before)
    expect((await files.check(id, mapping)).preview).toMatchObject({ changed: 1, unchanged: 2 })
    expect((await files.apply(id)).outcome).toEqual({ changed: 1 })
    expect(await files.stock(VIP, PREMIER)).toEqual([25, 25])
  })

  test('that was interrupted is finished by its job, however long its node is gone; a colleague’s edit stays', async () => {
    const { id } = await files.bring(fileOf(`${VIP},25`, `${PREMIER},25`))
    await files.beginApplying(id)
    await store.setStock(VIP, 7)
    store.clock.advance(3 * 86_400_000 + 1000)
    await runScheduled(store, 'forget-old-rows')
    await store.app.jobs.find(({ name }) => name === 'import-file')?.run(store.ctx, { importId: id })
    expect(await files.read(id)).toMatchObject({ state: 'applied', outcome: { changed: 1, overtaken: 1 }, rowsDone: 2 })
    expect(await files.stock(VIP, PREMIER)).toEqual([7, 25])
    // The colleague's edit was not the import's.
    expect(await files.undo(id)).toMatchObject({ state: 'undone', outcome: { restored: 1 } })
    expect(await files.stock(VIP, PREMIER)).toEqual([7, 10])
    await expectStockIdentities(store.testDatabase)
  })

  test('that is undone gives back what it took, whatever was sold since; what someone has set stays', async () => {
    const { id } = await files.bring(fileOf(`${VIP},25`, `${PREMIER},0`, `${OWNER},unlimited`))
    await files.apply(id)
    await aBuyer(store).reserve(VIP)
    await store.setStock(PREMIER, 3)
    const undone = await files.undo(id)
    expect(undone).toMatchObject({ state: 'undone', outcome: { changed: 3, restored: 2, kept: 1 } })
    expect(await files.stock(VIP, PREMIER, OWNER)).toEqual([9, 3, 10])
    const movements =
      await store.sql`select from stock_movements where note = 'Undo of the import of stock.csv' and package_id = ${OWNER}`
    expect(movements).toHaveLength(1)
    expect((await files.undo(id)).state).toBe('undone')
    const [entry] = (await files.admin.call('GET', '/api/admin/audit?action=stock_import_undone')).body
    expect(entry).toMatchObject({ subject: 'stock.csv' })
    await expectStockIdentities(store.testDatabase)
  })

  test('can be undone for 30 days', async () => {
    const { id } = await files.bring(fileOf(`${VIP},25`))
    await files.apply(id)
    store.clock.advance(30 * 86_400_000 + 1000)
    expect(await files.undo(id)).toMatchObject({
      code: 'import_not_ready',
      message: expect.stringContaining('30 days'),
    })
    await runScheduled(store, 'forget-old-rows')
    expect(await store.sql`select from stock_file_changes`).toEqual([])
  })

  test('of an edited export changes only the edited rows', async () => {
    const exported: string = (await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')).body
    await aBuyer(store).reserve(PREMIER)
    const edited = exported.replace(/^(48453-vacant-vip-20,.*),10,10\r\n/m, '$1,40,10\r\n')
    expect(edited).not.toBe(exported)
    const checked = await files.bring(edited)
    await files.apply(checked.id)
    expect(checked.preview).toMatchObject({ changed: 1, leftAlone: 1 })
    expect(await files.stock(VIP, PREMIER)).toEqual([40, 9])
  })

  test('lapses after 3 days, and can no longer be applied', async () => {
    const { id } = await files.bring(fileOf(`${VIP},25`))
    const waiting = await files.announce(100)
    store.clock.advance(3 * 86_400_000 + 1000)
    await runScheduled(store, 'forget-old-rows')
    await runScheduled(store, 'forget-old-rows')
    expect(await files.partitions()).toEqual([])
    expect([(await files.read(id)).state, (await files.read(waiting)).state]).toEqual(['lapsed', 'lapsed'])
    expect((await files.apply(id)).code).toBe('import_not_ready')
  })

  test('whose changes were lost is not applied in part', async () => {
    const { id } = await files.bring(fileOf(`${VIP},25`, `${PREMIER},25`))
    await store.sql`delete from stock_file_changes where package_id = ${VIP}`
    const before = await files.fingerprint()
    expect((await files.apply(id)).code).toBe('import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
  })
})

describe('a package whose stock follows its leads', () => {
  /** Its leads make ten packages. */
  const BACKED = '48003-vacant-premium-20'
  let properties = 1_000
  beforeAll(async () => {
    // Twenty leads a package, and five more from the standard promotion.
    await back(BACKED, 25, 15)
  })

  async function back(packageId: string, count: number, ageDays: number): Promise<void> {
    const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index, ageDays }))
    properties += count
    await addLeads(store, packageId, leads)
  }

  test('is not set, and the report says what its leads make', async () => {
    const { id, preview } = await files.bring(fileOf(`${VIP},25`, `${BACKED},7`, '48003-vacant-vip-20,unlimited'))
    expect(preview).toMatchObject({ changed: 1, refused: { package_from_leads: 2 } })
    const report = await files.refused(id)
    expect(report).toContain(`${BACKED}: 7, but its leads make 10`)
    expect(report).toContain('48003-vacant-vip-20: unlimited, but its leads make 0')
    await files.apply(id)
    expect(await files.stock(VIP)).toEqual([25])
  })

  test('and has followed them since the check is not changed, and the next check says why', async () => {
    const packageId = '48007-vacant-premium-20'
    const { id, mapping, preview } = await files.bring(fileOf(`${PREMIER},25`, `${packageId},7`))
    expect(preview).toMatchObject({ changed: 2 })
    await back(packageId, 25, 15)
    const before = await files.fingerprint()
    expect(await files.apply(id)).toMatchObject({ code: 'import_outdated', details: { packages: 1 } })
    expect(await files.fingerprint()).toEqual(before)
    expect((await files.check(id, mapping)).preview).toMatchObject({ changed: 1, refused: { package_from_leads: 1 } })
  })
})
