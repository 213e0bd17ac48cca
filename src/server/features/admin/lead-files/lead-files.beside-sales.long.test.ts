/** Buyers, offers and other imports that act exactly when an import is applied or undone. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { forgetDetails } from '#server/features/stock/forget-old-rows.ts'
import { updateBonusLeads } from '#server/features/stock/update-bonus-leads.ts'
import { days, seconds } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { type LeadFileRow, LeadFiles, leadFile } from '#testing/lead-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const other = withStore({ beside: store })
let files: LeadFiles
let county = 48_101
beforeAll(async () => {
  // So that a package of 20 needs 20 leads.
  await store.testDatabase.pool.query('update offers set is_active = false')
})
beforeEach(async () => {
  county += 2
  files = new LeadFiles(store, await anAdmin(store))
})

const rows = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const packageOf = (tier: string) => `${county}-vacant-${tier}-20`

const houses = (count: number, more: Partial<LeadFileRow> = {}): LeadFileRow[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `${index + 1} Elm ${county} St`,
    fips: String(county),
    ...more,
  }))
const bring = async (count: number, more: Partial<LeadFileRow> = {}) =>
  files.apply((await files.bringRows(houses(count, more))).id)

/** Reads a file until it can be applied, and runs no other job. */
async function check(file: Parameters<LeadFiles['send']>[0]): Promise<string> {
  const importId = await files.send(file)
  const opened = await files.open(importId)
  await files.admin.call('POST', `/api/admin/lead-imports/${importId}/check`, { mapping: opened.body.mapping })
  await runJob('read-lead-file', importId)
  return importId
}
const runJob = async (name: string, importId: string) =>
  store.app.jobs.find((job) => job.name === name)?.run(store.ctx, { importId })

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await rows(sql)).length).toBeGreaterThanOrEqual(count)
}

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
}

test('packages are counted again on every node after the first import of their county is undone', async () => {
  await store.setStock(packageOf('vip'), 5)
  const first = await bring(20, { ageDays: 1 })
  const early = aBuyer(store)
  expect((await early.reserve(packageOf('vip'))).status).toBe(200)
  await early.release(packageOf('vip'))
  await store.runTimers()
  expect((await files.undo(first.id)).state).toBe('undone')
  const replies = [await aBuyer(store).reserve(packageOf('vip')), await aBuyer(other).reserve(packageOf('vip'))]
  expect(replies.map(({ status, body }) => [status, body.available])).toEqual([
    [200, 4],
    [200, 3],
  ])
  await expectNoFaults()
})

test('an offer that starts while an import is being undone leaves packages counted', async () => {
  await store.setStock(packageOf('vip'), 7)
  const first = await bring(20, { ageDays: 1 })
  let isUndone = false
  await updateBonusLeads(store.ctx, async (ctx, packageId) => {
    if (!isUndone) await files.undo(first.id)
    isUndone = true
    const promised = await promiseLeads(ctx, packageId)
    return { ...promised, leads: promised.leads + 1 }
  })
  await updateBonusLeads(store.ctx, promiseLeads)
  expect((await aBuyer(other).reserve(packageOf('vip'))).body.available).toBe(6)
  expect(await rows('select from lead_pools where pool_id like $1', [`${county}-%`])).toEqual([])
  await expectNoFaults()
})

test('a file checked while another was being applied takes its leads into account', async () => {
  const first = await check(leadFile(files, houses(20, { ageDays: 2, owner: 'First Owner' })))
  await files.admin.call('POST', `/api/admin/lead-imports/${first}/apply`)
  store.clock.advance(seconds(1))
  const second = await check(leadFile(files, houses(20, { ageDays: 0, owner: 'Second Owner' })))
  store.clock.advance(seconds(1))
  await store.runJobs()
  const buyer = aBuyer(store)
  expect((await buyer.reserve(packageOf('vip'))).status).toBe(200)
  // Held as by a payment link: longer than their time in the tier, when no one else is offered them.
  await rows(`update holds set expires_at = expires_at + interval '2 days' where state = 'live'`)
  store.clock.advance(days(1.5))
  files = new LeadFiles(store, await anAdmin(store))
  await store.runTimers()

  expect((await files.apply(second)).state).toBe('applied')
  const { body: payment } = await buyer.openPayment()
  await buyer.confirm(payment)
  expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')

  expect((await aBuyer(store).reserve(packageOf('vip'))).body.code).toBe('out_of_stock')
  await expectNoFaults()
})

test('the data of a lead is not deleted while the lead is being renewed', async () => {
  await bring(20, { ageDays: 60 })
  store.clock.advance(days(125))
  files = new LeadFiles(store, await anAdmin(store))
  await store.runTimers()
  const second = await check(leadFile(files, houses(20, { ageDays: 0 })))
  await files.admin.call('POST', `/api/admin/lead-imports/${second}/apply`)
  const lock = await store.testDatabase.pool.connect()
  await lock.query('begin; lock table lead_import_parts in share row exclusive mode')
  const applying = store.runJobs()
  await waiting(1)
  const [span] = await rows('select min(lead_id)::int as first, max(lead_id)::int as last from leads where fips = $1', [
    String(county),
  ])

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
  const known = await rows('select from leads join lead_details using (lead_id) where fips = $1', [String(county)])
  expect(known).toHaveLength(20)
})
