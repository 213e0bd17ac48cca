/** The commands on a store of their own, as its owner and its jobs run them. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aDataDir, start } from '#testing/embedded-postgres.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { makeKey } from './platform/backup/seal.ts'
import { migrateEmbedded } from './platform/postgres/start-embedded-postgres.ts'

test('a backup is made, tried beside the store and restored with a mark; a trial finds stock that does not add up', async () => {
  const dataDir = await aDataDir()
  const { key, recipient } = await makeKey()
  const backups = join(dataDir, 'backups')
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    BACKUP_TO: backups,
    BACKUP_KEY: key,
    BACKUP_RECIPIENT: recipient,
  }
  const run = async (program: string, ...args: string[]) => {
    const path = fileURLToPath(new URL(program, import.meta.url))
    return (await promisify(execFile)(process.execPath, [path, ...args], { env })).stderr
  }
  const checksOf = (url: string) => execute(url, 'select kind, problem from backup_checks order by kind')
  const postgres = await start(dataDir)
  await migrateEmbedded(postgres)

  expect(await run('backup.ts')).toMatch(/^The backup leadyard-\d+-\w+[.]\d+Z[.]tar[.]zst[.]age is in /m)
  expect(await run('backup.ts', '--try')).toMatch(/^The backup leadyard-.* works[.]$/m)
  expect(await checksOf(postgres.ownerUrl)).toEqual(['backup', 'trial'].map((kind) => ({ kind, problem: null })))
  await execute(
    postgres.ownerUrl,
    `insert into packages (package_id, fips, lead_type, tier, size, available) values ('p', '48453', 'vacant', 'vip', 20, 1)`,
  )
  await run('backup.ts')
  await expect(run('backup.ts', '--try')).rejects.toThrow('The restored store does not add up: the stock of p')
  expect(await readdir(dataDir)).not.toContain('backup-trial')

  const into = join(dataDir, 'restored')
  const [first = ''] = (await readdir(backups)).toSorted()
  const said = await run('restore.ts', '--into', into, '--backup', first)
  const { restoredTo } = JSON.parse(await readFile(join(into, 'restored.json'), 'utf8'))
  const restored = await start(into)
  expect(await execute(restored.ownerUrl, 'select from packages')).toEqual([])
  expect(said).toContain(`the store as it was at ${restoredTo}`)
})
