/** Imports of stock, from the check to the count that a buyer sees. */
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

describe('an import', () => {
  test('sets what its preview shows, with a movement per package and one log entry', async () => {
    const before = await files.fingerprint()
    const rowsBefore = await files.leftRows()
    const checked = await files.check(
      `package_id,available\n${VIP},25\n${PREMIER},0\n${OWNER},2000\n48453-vacant-vip-30,0\n`,
    )

    expect(checked.status).toBe(200)
    expect(checked.body).toMatchObject({
      state: 'ready',
      rowsRead: 4,
      preview: {
        named: 4,
        changed: 3,
        unchanged: 1,
        toZero: 1,
        toUnlimited: 1,
        fromUnlimited: 0,
        leftAlone: 0,
        repeated: 0,
      },
    })
    expect(await files.fingerprint()).toEqual(before)

    const applied = await files.apply(checked.body.id)

    expect(applied.body).toMatchObject({ state: 'applied', changedPackages: 3, appliedBy: 'Ada Admin' })
    expect(await files.stock(VIP, PREMIER, OWNER)).toEqual([25, 0, 2000])
    const rows =
      await store.sql`select package_id, delta, shown_before, shown_after, cause <> 'store' as by_member from stock_movements
       where note = 'Import of stock.csv' order by package_id`
    expect(rows).toEqual([
      { package_id: OWNER, delta: 0, shown_before: 10, shown_after: 2000, by_member: true },
      { package_id: PREMIER, delta: -10, shown_before: 10, shown_after: 0, by_member: true },
      { package_id: VIP, delta: 15, shown_before: 10, shown_after: 25, by_member: true },
    ])
    const [entry] = (await files.admin.call('GET', '/api/admin/audit?action=stock_imported')).body
    expect(entry).toMatchObject({ subject: 'stock.csv', before: { units: 30 }, after: { units: 1025, changed: 3 } })
    expect(await files.leftRows()).toBe(rowsBefore)
    await expectStockIdentities(store.testDatabase)
  })

  test('applied several times at once changes stock once', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    const movements = async () => (await files.fingerprint()).movements
    const before = Number(await movements())
    const replies = await Promise.all([files.apply(body.id), files.apply(body.id), files.apply(body.id)])
    const again = await files.apply(body.id)
    expect([...replies, again].map(({ status, body: { state } }) => [status, state])).toEqual(
      Array(4).fill([200, 'applied']),
    )
    expect(Number(await movements())).toBe(before + 1)
  })

  test('does not touch live holds: the count is what can be sold besides them', async () => {
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    await buyer.reserve(VIP)
    await files.apply(body.id)
    expect(await files.stock(VIP)).toEqual([25])
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(2)
    await expectStockIdentities(store.testDatabase)
  })

  test('is refused after a colleague’s edit and changes nothing until it is checked again', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n${OWNER},10\n`)
    await store.setStock(PREMIER, 25)
    await store.setStock(VIP, 7)
    const before = await files.fingerprint()
    const refused = await files.apply(body.id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'stock_import_outdated', details: { packages: 2 } })
    expect(await files.fingerprint()).toEqual(before)
    const again = await files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)
    expect(again.body.preview).toMatchObject({ changed: 1, unchanged: 2 })
    expect((await files.apply(body.id)).body.changedPackages).toBe(1)
    expect(await files.stock(VIP, PREMIER)).toEqual([25, 25])
  })

  test('that was interrupted is finished by the next caller, and a colleague’s edit in between stays', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n`)
    await files.beginApplying(body.id)
    await store.setStock(VIP, 7)
    expect((await files.read(body.id)).state).toBe('applying')
    expect((await files.send(body.id, 'package_id,available\n')).body.code).toBe('stock_import_applied')
    expect((await files.apply(body.id)).body).toMatchObject({ state: 'applied', changedPackages: 1, appliedRows: 2 })
    expect(await files.stock(VIP, PREMIER)).toEqual([7, 25])
    await expectStockIdentities(store.testDatabase)
  })

  test('that was interrupted is finished by a job, however long its node is gone', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    await files.beginApplying(body.id)
    store.clock.advance(3 * 86_400_000 + 1000)
    await runScheduled(store, 'forget-old-rows')
    await store.app.jobs.find(({ name }) => name === 'apply-stock-import')?.run(store.ctx, { importId: body.id })
    expect(await files.read(body.id)).toMatchObject({ state: 'applied', changedPackages: 1 })
    expect(await files.stock(VIP)).toEqual([25])
  })

  test('of an edited export changes only the edited rows', async () => {
    const exported: string = (await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')).body
    await aBuyer(store).reserve(PREMIER)
    const edited = exported.replace(/^(48453-vacant-vip-20,.*),10,10\r\n/m, '$1,40,10\r\n')
    expect(edited).not.toBe(exported)
    const { body } = await files.check(edited)
    await files.apply(body.id)
    expect(body.preview).toMatchObject({ changed: 1, leftAlone: 1 })
    expect(await files.stock(VIP, PREMIER)).toEqual([40, 9])
  })

  test('is deleted with its rows after 3 days, and can no longer be applied', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    const waiting = await files.announce()
    expect(await files.leftRows()).toBeGreaterThanOrEqual(2)
    store.clock.advance(3 * 86_400_000 + 1000)
    await runScheduled(store, 'forget-old-rows')
    expect(await files.leftRows()).toBe(0)
    expect([(await files.read(body.id)).state, (await files.read(waiting)).state]).toEqual(['lapsed', 'lapsed'])
    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
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

  test('a row that sets a package from leads refuses the file, with the reason and what its leads make', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${BACKED},7\n48003-vacant-vip-20,unlimited\n`)
    expect(body).toMatchObject({
      state: 'refused',
      refusedRows: 2,
      refused: [
        { row: 3, reason: 'package_from_leads', line: `${BACKED}: 7, but its leads make 10` },
        { row: 4, reason: 'package_from_leads', line: '48003-vacant-vip-20: unlimited, but its leads make 0' },
      ],
    })
    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
    expect(await files.stock(VIP)).toEqual([10])
    const report = await files.admin.call('GET', `/api/admin/stock-imports/${body.id}/refused.csv`)
    expect(report.body).toContain('whose stock comes from its leads')
  })

  test('a package that has followed leads since the check is not changed, and the next check says why', async () => {
    const packageId = '48007-vacant-premium-20'
    const { body } = await files.check(`package_id,available\n${PREMIER},25\n${packageId},7\n`)
    expect(body).toMatchObject({ state: 'ready', preview: { changed: 2 } })
    await back(packageId, 25, 15)
    const before = await files.fingerprint()

    const refused = await files.apply(body.id)

    expect(refused).toMatchObject({ status: 409, body: { code: 'stock_import_outdated', details: { packages: 1 } } })
    expect(await files.fingerprint()).toEqual(before)
    expect((await files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)).body).toMatchObject({
      state: 'refused',
      refused: [{ row: 3, reason: 'package_from_leads' }],
    })
    expect((await files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)).body.code).toBe(
      'stock_import_not_ready',
    )
  })
})
