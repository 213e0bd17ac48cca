/** A node that is killed while it sets the stock of a whole file. */
import { expect, test } from 'vitest'
import { FILE_PART_BYTES } from '#contract/imports/imports.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { holdUp, untilNodeWaits } from './hold-up.ts'
import { NODE_ADMIN, withNode } from './node-process.ts'
import { Shopper } from './shopper.ts'

const PATH = '/api/admin/imports'
/** In a later part of the file: the first is set when the node comes here. */
const LATE = '48453-vacant-vip-20'

const { its, rows, restart } = withNode()

const stocked = async (): Promise<number> => (await rows('select from packages where available = 7')).length

test('a node killed during an import leaves whole parts of it, and the next node finishes it once', async () => {
  const packages = await rows('select package_id from packages order by package_id')
  const admin = new Shopper(its.node.url)
  await admin.logIn(NODE_ADMIN)
  const file = `package_id,available\n${packages.map(({ package_id }) => `${package_id},7\n`).join('')}`
  const named = { kind: 'stock', source: '', fileName: 'stock.csv', fileBytes: file.length }
  const { id } = (await admin.call('POST', PATH, named)).body
  for (let part = 0; part * FILE_PART_BYTES < file.length; part += 1) {
    const piece = file.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES)
    await admin.sendFile(`${PATH}/${id}/parts/${part}`, piece)
  }
  const { mapping } = (await admin.call('POST', `${PATH}/${id}/open`)).body
  await admin.call('POST', `${PATH}/${id}/check`, { mapping })
  const read = async () => (await admin.call('GET', `${PATH}/${id}`)).body
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ state: 'ready', preview: { changed: packages.length } })
  expect(packages.findIndex(({ package_id }) => package_id === LATE)).toBeGreaterThan(5_000)

  const lock = await holdUp(its.testDatabase, 'select from packages where package_id = $1 for update', [LATE])
  await admin.call('POST', `${PATH}/${id}/apply`)
  await untilNodeWaits(its.testDatabase)
  expect(await read()).toMatchObject({ state: 'applying' })
  await its.node.kill()
  await lock.release()

  const applied = await stocked()
  expect(applied).toBeGreaterThan(0)
  expect(applied).toBeLessThan(packages.length)
  await expectStockIdentities(its.testDatabase)
  await restart(admin)
  // The job comes by itself after a while; its time is put forward.
  await rows('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ state: 'applied', outcome: { changed: packages.length }, rowsDone: packages.length })
  expect((await admin.call('POST', `${PATH}/${id}/apply`)).body.state).toBe('applied')
  expect(await stocked()).toBe(packages.length)
  expect(await rows('select from stock_movements')).toHaveLength(packages.length)
  await expectStockIdentities(its.testDatabase)
})
