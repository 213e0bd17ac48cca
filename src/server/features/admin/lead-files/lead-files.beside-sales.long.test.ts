/** Buyers, offers and other imports that act exactly when an import is applied or undone. */
import { beforeAll, expect, test } from 'vitest'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { forgetDetails } from '#server/features/stock/forget-old-rows.ts'
import { updateBonusLeads } from '#server/features/stock/update-bonus-leads.ts'
import { days, seconds } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { type LeadFiles, leadFile, withLeadFiles, withOwnCounties } from '#testing/lead-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const other = withStore({ beside: store })
const files = withLeadFiles(store)
const { fips, packageAt, houses, importRows } = withOwnCounties(store, files)
beforeAll(async () => {
  // So that a package of 20 needs 20 leads.
  await store.sql`update offers set is_active = false`
})

/** Reads a file until it can be applied, and runs no other job. */
async function check(file: Parameters<LeadFiles['send']>[0]): Promise<string> {
  const importId = await files.send(file)
  const opened = await files.open(importId)
  await files.admin.call('POST', `/api/admin/imports/${importId}/check`, { mapping: opened.body.mapping })
  await runJob('import-file', importId)
  return importId
}
const runJob = async (name: string, importId: string) =>
  store.app.jobs.find((job) => job.name === name)?.run(store.ctx, { importId })

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await store.rows(sql)).length).toBeGreaterThanOrEqual(count)
}

test('packages are counted again on every node after the first import of their county is undone', async () => {
  await store.setStock(packageAt('vip'), 5)
  const first = await importRows(houses({ ageDays: 1 }, 20))
  const early = aBuyer(store)
  expect((await early.reserve(packageAt('vip'))).status).toBe(200)
  await early.release(packageAt('vip'))
  await store.runTimers()
  expect((await files.undo(first.id)).state).toBe('undone')
  const replies = [await aBuyer(store).reserve(packageAt('vip')), await aBuyer(other).reserve(packageAt('vip'))]
  expect(replies.map(({ status, body }) => [status, body.available])).toEqual([
    [200, 4],
    [200, 3],
  ])
})

test('an offer that starts while an import is being undone leaves packages counted', async () => {
  await store.setStock(packageAt('vip'), 7)
  const first = await importRows(houses({ ageDays: 1 }, 20))
  let isUndone = false
  await updateBonusLeads(store.ctx, async (ctx, packageId) => {
    if (!isUndone) await files.undo(first.id)
    isUndone = true
    const promised = await promiseLeads(ctx, packageId)
    return { ...promised, leads: promised.leads + 1 }
  })
  await updateBonusLeads(store.ctx, promiseLeads)
  expect((await aBuyer(other).reserve(packageAt('vip'))).body.available).toBe(6)
  expect(await store.sql`select from lead_pools where pool_id like ${`${fips()}-%`}`).toEqual([])
})

test('a file checked while another was being applied takes its leads into account', async () => {
  const first = await check(leadFile(files, houses({ ageDays: 2, owner: 'First Owner' }, 20)))
  await files.admin.call('POST', `/api/admin/imports/${first}/apply`)
  store.clock.advance(seconds(1))
  const second = await check(leadFile(files, houses({ ageDays: 0, owner: 'Second Owner' }, 20)))
  store.clock.advance(seconds(1))
  await store.runJobs()
  const buyer = aBuyer(store)
  expect((await buyer.reserve(packageAt('vip'))).status).toBe(200)
  // Held as by a payment link: longer than their time in the tier, when no one else is offered them.
  await store.sql`update holds set expires_at = expires_at + interval '2 days' where state = 'live'`
  store.clock.advance(days(1.5))
  await store.runTimers()

  expect((await files.apply(second)).state).toBe('applied')
  const { body: payment } = await buyer.openPayment()
  expect((await buyer.pay(payment)).body.status).toBe('completed')

  expect((await aBuyer(store).reserve(packageAt('vip'))).body.code).toBe('out_of_stock')
})

test('the data of a lead is not deleted while the lead is being renewed', async () => {
  await importRows(houses({ ageDays: 60 }, 20))
  store.clock.advance(days(125))
  await store.runTimers()
  const second = await check(leadFile(files, houses({ ageDays: 0 }, 20)))
  await files.admin.call('POST', `/api/admin/imports/${second}/apply`)
  const lock = await store.testDatabase.pool.connect()
  await lock.query('begin; lock table lead_import_parts in share row exclusive mode')
  const applying = store.runJobs()
  await waiting(1)
  const [span] =
    await store.sql`select min(lead_id)::int as first, max(lead_id)::int as last from leads where fips = ${fips()}`

  const before = new Date(store.clock.now().getTime() - days(180))
  const forgotten = await other.ctx.database.run(forgetDetails, {
    fromLeadId: span.first,
    leadId: span.last + 1,
    acquiredAt: before,
  })
  await lock.query('commit')
  lock.release()
  await applying

  expect(forgotten).toEqual([{ rows: 0 }])
  const known = await store.sql`select from leads join lead_details using (lead_id) where fips = ${fips()}`
  expect(known).toHaveLength(20)
})
