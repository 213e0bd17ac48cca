/** An embedded database with notes in it, its backups, and what restores make of them. */
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Manifest } from '#server/platform/backup/names.ts'
import { openFolder } from '#server/platform/backup/open-destination.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { makeKey } from '#server/platform/backup/seal.ts'
import { shipWal } from '#server/platform/backup/ship-wal.ts'
import { takeBackup } from '#server/platform/backup/take-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { settings } from './embedded-postgres.ts'
import { aFolder } from './folders.ts'
import { execute } from './postgres-cluster.ts'

interface BackedUp {
  folder: string
  postgres: EmbeddedPostgres
  key: string
  recipients: string[]
  manifest: Manifest
  /** Between the first note after the backup and the second. */
  between: Date
  /** After the second, with nothing later in the log. */
  end: Date
}

/** Starts a database whose log is archived. */
export const startArchived = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, settings, isArchived: true, log: () => undefined })

export async function notesOf(url: string): Promise<unknown[]> {
  return (await execute(url, 'select text from notes order by text')).map(({ text }) => text)
}

/** Gives all tests of a file a backup of one note, and the log of two more. */
export function withBackups() {
  const folder = aFolder()
  const its = { folder } as BackedUp
  const inside = (name: string) => join(folder, name)
  const backups = () => openFolder(inside('backups'))
  const source = () => ({ ...its.postgres, dataDir: inside('store') })
  const say = (text: string) => execute(its.postgres.ownerUrl, `insert into notes values ('${text}')`)
  /** A time between two changes. Dates know only whole milliseconds, so it lies a millisecond after the change before. */
  const aMoment = async () => {
    const sql = `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as moment, pg_sleep(0.002)`
    return (await execute(its.postgres.ownerUrl, sql))[0]?.moment as Date
  }
  /** Has PostgreSQL archive what it wrote. */
  const closeSegment = async () => {
    const [row] = await execute(its.postgres.ownerUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
    const isArchived = async () => (await readdir(its.postgres.archiveDir)).includes(String(row?.file))
    await vi.waitUntil(isArchived, { timeout: 60_000 })
  }
  beforeAll(async () => {
    // As root, PostgreSQL's user has to get in.
    await chmod(folder, 0o711)
    const { key, recipient } = await makeKey()
    Object.assign(its, { key, recipients: [recipient], postgres: await startArchived(inside('store')) })
    await execute(its.postgres.ownerUrl, `create table notes as select 'before the backup' as text`)
    its.manifest = await takeBackup(source(), backups(), its.recipients)
    await say('first')
    its.between = await aMoment()
    await say('second')
    its.end = await aMoment()
    await closeSegment()
    await shipWal(its.postgres.archiveDir, backups(), its.recipients)
  })
  afterAll(() => its.postgres.stop())
  return {
    its,
    inside,
    backups,
    source,
    say,
    aMoment,
    closeSegment,
    restore: (to: Date | 'latest', into: string, options: { key?: string; isTrial?: boolean; from?: string } = {}) =>
      restoreBackup(openFolder(inside(options.from ?? 'backups')), {
        ...{ to, into: inside(into), key: its.key, isTrial: true, log: () => undefined },
        ...options,
      }),
  }
}
