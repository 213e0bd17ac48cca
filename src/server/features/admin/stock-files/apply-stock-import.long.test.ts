/** Imports of stock, from the check to the count that a buyer sees. */
import { beforeEach, describe, expect, test } from 'vitest'
import { PREMIER, VIP, withStockFiles } from '#testing/stock-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withStockFiles(store)
beforeEach(() => files.reset())

describe('an import', () => {
  test('needs only one database connection, since callers waiting for its packages may use all others', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    const { pool } = store.ctx.database
    const kept = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()))
    const applied = await files.apply(body.id).finally(() => {
      for (const client of kept) client.release()
    })
    expect([applied.status, applied.body.state]).toEqual([200, 'applied'])
  })

  test('checked several times at once is ready for all callers and can be applied', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n`)
    await store.setStock(VIP, 7)
    const checkAgain = () => files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)
    const replies = await Promise.all([checkAgain(), checkAgain(), checkAgain(), checkAgain()])
    expect(replies.map(({ status, body: { state } }) => [status, state])).toEqual(Array(4).fill([200, 'ready']))
    expect((await files.apply(body.id)).body.changedPackages).toBe(2)
  })

  test('leaves a job behind when it starts', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n`)
    await files.apply(body.id)
    const rows = await store.sql`select payload->>'importId' as import from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'apply-stock-import' order by j.id desc limit 1`
    expect(rows).toEqual([{ import: body.id }])
  })

  test('whose rows were lost in a database crash is not applied in part', async () => {
    const { body } = await files.check(`package_id,available\n${VIP},25\n${PREMIER},25\n`)
    await store.sql`delete from stock_import_changes where package_id = ${VIP}`
    const before = await files.fingerprint()
    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
    await store.sql`delete from stock_import_rows`
    expect((await files.admin.call('POST', `/api/admin/stock-imports/${body.id}/check`)).body.code).toBe(
      'stock_import_not_ready',
    )
    expect((await files.read(body.id)).state).toBe('interrupted')
  })
})
