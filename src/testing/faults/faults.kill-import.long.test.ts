/** A node that is killed while it sets the stock of a whole file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, type NodeProcess, startNode } from './node-process.ts'
import { Shopper } from './shopper.ts'

const PATH = '/api/admin/stock-imports'
/** In a later part of the file: the first is set when the node comes here. */
const LATE = '48453-vacant-vip-20'

let testDatabase: TestDatabase
let node: NodeProcess
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  node = await startNode(testDatabase.url)
})
afterAll(async () => {
  await node.kill()
  await testDatabase.drop()
})

async function stocked(): Promise<number> {
  const { rows } = await testDatabase.pool.query('select count(*)::int as count from packages where available = 7')
  return rows[0].count
}

test('a node killed during an import leaves whole parts of it, and the next node finishes it once', async () => {
  const { rows } = await testDatabase.pool.query('select package_id from packages order by package_id')
  const admin = new Shopper(node.url)
  await admin.logIn(NODE_ADMIN)
  const { id } = (await admin.call('POST', PATH, { fileName: 'stock.csv', fileBytes: 1 })).body
  const file = `package_id,available\n${rows.map(({ package_id }) => `${package_id},7\n`).join('')}`
  expect((await admin.sendFile(`${PATH}/${id}/file`, file)).body.preview.changed).toBe(rows.length)
  expect(rows.findIndex(({ package_id }) => package_id === LATE)).toBeGreaterThan(5_000)

  const lock = await holdUp(testDatabase, 'select from packages where package_id = $1 for update', [LATE])
  const applying = unanswered(admin.call('POST', `${PATH}/${id}/apply`))
  await untilNodeWaits(testDatabase)
  expect((await admin.call('GET', `${PATH}/${id}`)).body).toMatchObject({ state: 'applying' })
  await node.kill()
  await applying
  await lock.release()

  const applied = await stocked()
  expect(applied).toBeGreaterThan(0)
  expect(applied).toBeLessThan(rows.length)
  await expectStockIdentities(testDatabase)
  node = await startNode(testDatabase.url)
  admin.url = node.url
  // The job comes by itself after a while; its time is put forward.
  await testDatabase.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await expect
    .poll(async () => (await admin.call('GET', `${PATH}/${id}`)).body)
    .toMatchObject({ state: 'applied', changedPackages: rows.length, appliedRows: rows.length })
  expect((await admin.call('POST', `${PATH}/${id}/apply`)).body.state).toBe('applied')
  expect(await stocked()).toBe(rows.length)
  const moved = await testDatabase.pool.query('select count(*)::int as count from stock_movements')
  expect(moved.rows[0].count).toBe(rows.length)
  await expectStockIdentities(testDatabase)
})
