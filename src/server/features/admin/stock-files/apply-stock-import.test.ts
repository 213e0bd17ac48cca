/** Imports of stock, from the check to the count that a buyer sees. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { OWNER, PREMIER, StockFiles, VIP } from '#testing/stock-files.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let files: StockFiles
beforeAll(async () => {
  store = await createTestApp()
  files = new StockFiles(store, await anAdmin(store))
})
afterAll(() => store.close())
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
    const { rows } = await store.testDatabase.pool.query(
      `select package_id, delta, shown_before, shown_after, cause <> 'store' as by_member from stock_movements
       where note = 'Import of stock.csv' order by package_id`,
    )
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

  test('needs only one database connection, since callers waiting for its packages may use all others', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    const { pool } = store.ctx.database
    const kept = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()))

    const applied = await files.apply(body.id).finally(() => {
      for (const client of kept) client.release()
    })

    expect([applied.status, applied.body.state]).toEqual([200, 'applied'])
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

  test('checked several times at once is ready for all callers and can be applied', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n`)
    await store.setStock(VIP, 7)
    const checkAgain = () => files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)

    const replies = await Promise.all([checkAgain(), checkAgain(), checkAgain(), checkAgain()])

    expect(replies.map(({ status, body: { state } }) => [status, state])).toEqual(Array(4).fill([200, 'ready']))
    expect((await files.apply(body.id)).body.changedPackages).toBe(2)
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
    await store.app.jobs.find(({ name }) => name === 'forget-old-rows')?.run(store.ctx, {})

    await store.app.jobs.find(({ name }) => name === 'apply-stock-import')?.run(store.ctx, { importId: body.id })

    files.admin = await anAdmin(store)
    expect(await files.read(body.id)).toMatchObject({ state: 'applied', changedPackages: 1 })
    expect(await files.stock(VIP)).toEqual([25])
  })

  test('leaves a job behind when it starts', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    await files.apply(body.id)

    const { rows } = await store.testDatabase.pool.query(
      `select payload->>'importId' as import from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'apply-stock-import' order by j.id desc limit 1`,
    )
    expect(rows).toEqual([{ import: body.id }])
  })

  test('checked before another started is refused after it, because the stock has changed', async () => {
    const first = (await files.check(`package_id,available\n${VIP},25\n`)).body.id
    const second = (await files.check(`package_id,available\n${VIP},30\n`)).body.id
    await files.beginApplying(first)

    expect((await files.apply(second)).body).toMatchObject({ code: 'stock_import_outdated', details: { packages: 1 } })
    expect((await files.read(first)).state).toBe('applied')
    expect(await files.stock(VIP)).toEqual([25])
  })

  test('of an unchanged export changes nothing, whatever was sold since', async () => {
    await store.setStock(OWNER, 5000)
    const exported = await files.admin.call('GET', '/api/admin/stock.csv')
    await aBuyer(store).reserve(VIP)
    await store.setStock(PREMIER, 3)
    const before = await files.fingerprint()

    const { body } = await files.check(exported.body)
    await files.apply(body.id)

    expect(body.preview).toMatchObject({ changed: 0, leftAlone: 2 })
    expect({ ...(await files.fingerprint()), audited: 0 }).toEqual({ ...before, audited: 0 })
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

  test('with “unlimited” keeps the number of a package that is already unlimited', async () => {
    await store.setStock(VIP, 5000)

    const { body } = await files.check(`package_id,available\n${VIP},unlimited\n${PREMIER},Unlimited\n`)
    await files.apply(body.id)

    expect(body.preview).toMatchObject({ changed: 1, toUnlimited: 1 })
    expect(await files.stock(VIP, PREMIER)).toEqual([5000, 1000])
  })

  test('is visible immediately to everyone who views the county', async () => {
    const shown = async () =>
      (await files.admin.call('GET', '/api/packages/Texas/Travis')).body.find(({ id }: { id: string }) => id === VIP)
        .available
    expect(await shown()).toBe(10)

    await files.apply((await files.check(`package_id,available\n${VIP},25\n`)).body.id)

    expect(await shown()).toBe(25)
  })

  test('sent again starts over with the new file', async () => {
    const importId = await files.announce()
    await files.send(importId, `package_id,available\n${VIP},25\n`)
    const again = await files.send(importId, `package_id,available\n${PREMIER},3\n`)
    await files.apply(importId)

    expect(again.body.preview.named).toBe(1)
    expect(await files.stock(VIP, PREMIER)).toEqual([10, 3])
    expect((await files.send(importId, 'package_id,available\n')).body.code).toBe('stock_import_applied')
  })

  test('whose rows were lost in a database crash is not applied in part', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n`)
    await store.testDatabase.pool.query('delete from stock_import_changes where package_id = $1', [VIP])
    const before = await files.fingerprint()

    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
    await store.testDatabase.pool.query('delete from stock_import_rows')
    expect((await files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)).body.code).toBe(
      'stock_import_not_ready',
    )
    expect((await files.read(body.id)).state).toBe('interrupted')
  })

  test('is listed with its author, time and outcome', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},-1\n`)
    const listed = await files.admin.call('GET', '/api/admin/stock-imports?limit=1')
    const next = String(listed.headers['x-next-cursor'])
    const second = await files.admin.call('GET', `/api/admin/stock-imports?limit=1&cursor=${next}`)

    expect(listed.body).toMatchObject([{ id: body.id, state: 'refused', createdBy: 'Ada Admin', refusedRows: 1 }])
    expect(second.body[0].id).not.toBe(body.id)
    const forged = Buffer.from('["stock-imports","foo 1","x"]').toString('base64url')
    const refused = await files.admin.call('GET', `/api/admin/stock-imports?cursor=${forged}`)
    expect(refused.body.code).toBe('bad_request')
  })

  test('is deleted with its rows after 3 days, and can no longer be applied', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    const waiting = await files.announce()
    expect(await files.leftRows()).toBeGreaterThanOrEqual(2)
    store.clock.advance(3 * 86_400_000 + 1000)
    const job = store.app.jobs.find(({ name }) => name === 'forget-old-rows')
    await job?.run(store.ctx, {})

    files.admin = await anAdmin(store)
    expect(await files.leftRows()).toBe(0)
    expect([(await files.read(body.id)).state, (await files.read(waiting)).state]).toEqual(['lapsed', 'lapsed'])
    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
  })
})
