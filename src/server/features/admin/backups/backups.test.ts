import { beforeEach, expect, test } from 'vitest'
import type { AttentionPart } from '#contract/admin/attention.ts'
import { readAttention } from '#server/features/admin/attention/read-attention.ts'
import { readSetup } from '#server/features/admin/setup/read-setup.ts'
import type { BackupConfig } from '#server/platform/backup/backup-config.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { ownDatabase, reportsOf } from '#testing/backup-reports.ts'
import { aBuyer } from '#testing/builders.ts'
import { execute } from '#testing/postgres-cluster.ts'
import type { TestApp } from '#testing/test-app.ts'
import { aTestDatabase, atDatabase } from '#testing/test-database.ts'
import { withStore } from '#testing/with-store.ts'
import {
  backUpHourly,
  checkCopy,
  checkStore,
  readBackupAge,
  recordFailing,
  recordReport,
  recordWorking,
  tryLatestBackup,
} from './run-backups.ts'

const VIP = '48453-vacant-vip-20'

const backup: BackupConfig = { to: '/no-folder', recipient: undefined, key: undefined, keepDays: 14 }
const store = withStore()
beforeEach(() => store.sql`delete from backup_checks`)

const ctx = (changed: Partial<BackupConfig> = {}) => ({
  ...store.ctx,
  config: { ...store.ctx.config, backup: { ...backup, ...changed } },
})

const attention = async (context: TestApp['ctx'] = ctx()): Promise<AttentionPart | undefined> =>
  (await readAttention(context)).find(({ kind }) => kind === 'backups')

const isTicked = async (context: TestApp['ctx'] = ctx()) =>
  (await readSetup(context)).steps.find(({ name }) => name === 'backup')?.isDone

test('a backup or a trial that is late is in the attention list', async () => {
  await recordWorking(store.database, 'backup', store.clock.now())
  expect(await attention()).toMatchObject({ count: 0 })
  store.clock.advance(days(9))
  const late = await attention()
  const withoutKey = await attention(ctx({ recipient: 'age1q' }))
  await recordWorking(store.database, 'backup', store.clock.now())
  await recordWorking(store.database, 'trial', store.clock.now())
  expect(late?.items.map(({ id }) => id)).toEqual(['backup', 'trial'])
  expect(
    withoutKey?.items.map(({ id }) => id),
    'the store cannot try what it cannot read',
  ).toEqual(['backup'])
  expect(await attention()).toMatchObject({ count: 0 })
})

test('the setup ticks a backup that was restored, and takes that back when it fails or gets old', async () => {
  await recordWorking(store.database, 'backup', store.clock.now())
  const onlyMade = await isTicked()
  await recordWorking(store.database, 'trial', store.clock.now())
  const tried = await isTicked()
  await recordFailing(store.ctx, 'trial', 'is damaged')
  const failed = await isTicked()
  await recordWorking(store.database, 'trial', store.clock.now())
  store.clock.advance(days(9))
  expect([onlyMade, tried, failed, await isTicked()]).toEqual([false, true, false, false])
})

test('a failed backup or trial is recorded with its reason, and a trial that is not due is not made', async () => {
  // The program reads the environment of this test, which names no destination.
  await expect(backUpHourly(ctx())).rejects.toThrow('backup.ts failed')
  expect(await attention()).toMatchObject({ items: [{ id: 'backup', note: expect.stringContaining('Set BACKUP_TO') }] })
  await tryLatestBackup(ctx())
  await recordWorking(store.database, 'backup', store.clock.now())
  expect(await attention(), 'nothing to try before the first backup').toMatchObject({ count: 0 })
  await expect(tryLatestBackup(ctx())).rejects.toThrow('backup.ts failed')
  expect(await attention()).toMatchObject({ items: [{ id: 'trial', note: expect.stringContaining('Set BACKUP_TO') }] })
  await recordWorking(store.database, 'trial', store.clock.now())
  await tryLatestBackup(ctx())
  expect(await attention()).toMatchObject({ count: 0 })
})

test('the check of a restored store finds nothing in a good one, and names what does not add up', async () => {
  await store.setStock(VIP, 5)
  const { body: order } = await aBuyer(store).buy(VIP)
  expect(await checkStore(store.database)).toEqual([])
  await store.sql`update packages set available = available + 1 where package_id = ${VIP}`
  await store.sql`update orders set total_cents = total_cents + 1 where order_id = ${order.id}`
  expect(await checkStore(store.database)).toEqual([
    `the stock of ${VIP} does not add up (1 in all).`,
    `the total of ${order.id} does not add up (1 in all).`,
  ])
})

const own = (archive?: object) => ownDatabase(store.ctx, archive)

test('a report of pgBackRest or WAL-G says when the last backup was made, and a wrong one changes nothing', async () => {
  const { made, good, failing, walG, wrong } = await reportsOf(store.ctx, hours(1))
  for (const text of wrong) await expect(recordReport(own(), text), text).rejects.toThrow(/^(This|The latest)/)
  expect([await attention(own()), await readBackupAge(own(), 'backup')]).toMatchObject([{ count: 0 }, {}])
  expect(await recordReport(own(), good)).toBe(`The latest backup is from ${made.toISOString()}.`)
  expect(await readBackupAge(own(), 'backup')).toEqual({ database: expect.closeTo(3_600, -1) })
  await recordReport(own(), failing)
  expect(await attention(own())).toMatchObject({ items: [{ id: 'backup', note: 'pgBackRest says: ok.' }] })
  await recordReport(own(), walG)
  expect(await attention(own())).toMatchObject({ count: 0 })
  store.clock.advance(hours(26))
  expect(await attention(own())).toMatchObject({ items: [{ id: 'backup', at: made.toISOString() }] })
})

test('archiving that fails or stands still is in the attention list', async () => {
  const at = store.clock.now()
  const archive = { succeeded_at: at, failing_since: null, problem: 'It fails.' }
  expect(await attention(own(archive))).toMatchObject({ count: 0 })
  expect(await attention(own({ ...archive, failing_since: at }))).toMatchObject({ items: [{ note: 'It fails.' }] })
  store.clock.advance(minutes(16))
  expect(await attention(own(archive))).toMatchObject({ items: [{ id: 'archive' }] })
  expect(await readBackupAge(own(archive), 'archive')).toEqual({ database: expect.closeTo(16 * 60, -1) })
})

test('a restored copy that adds up ticks the setup for a month, and the store itself is no copy', async () => {
  await expect(checkCopy(store.ctx, store.database)).rejects.toThrow('the store’s own database')
  const { ownerUrl } = await aTestDatabase()
  const check = () => atDatabase(ownerUrl, (copy) => checkCopy(store.ctx, copy))
  expect(await check()).toContain('The restored store adds up: 0 orders')
  const ticked = await isTicked(own())
  store.clock.advance(days(36))
  expect([ticked, await isTicked(own())]).toEqual([true, false])
  const aPackage = `insert into packages (package_id, fips, lead_type, tier, size, available) values ('p', '48453', 'vacant', 'vip', 20, 1)`
  await execute(ownerUrl, aPackage)
  await expect(check()).rejects.toThrow('the stock of p does not add up')
  expect(await attention(own())).toMatchObject({ items: [{ id: 'trial' }] })
})
