import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogAudit } from '#proof/audit-published-log.ts'
import { utf8 } from '#proof/bytes.ts'
import { verifyFigures, writeFiguresEntry } from '#proof/figures-entry.ts'
import { readPolicy } from '#proof/policy.ts'
import { readBundle } from '#proof/tiles.ts'
import { Client } from '#testing/builders.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { unzipTexts } from '#testing/unzip.ts'

let folder: string
let store: TestApp
let other: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-figures-'))
  const env = { LOG_KEYS_FILE: join(folder, 'log-keys.json') }
  store = await createTestApp({ env })
  other = await createTestApp({ env, beside: store })
  await store.setStock('48453-vacant-vip-20', 40)
})
afterAll(async () => {
  await other.close()
  await store.close()
  await rm(folder, { recursive: true })
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const call = (path: string) => new Client(store).call('GET', path)
const publish = () => runScheduled(store, 'publish-log')

async function download(day: string): Promise<Buffer> {
  const reply = await store.app.server.inject(`/api/trust/${day}/proof`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.rawPayload
}

/** What a stranger finds who reads all entries that were published. */
async function audit(): Promise<LogAudit> {
  const { body } = await store.app.server.inject('/log/checkpoint')
  const [origin = '', size = ''] = body.split('\n')
  const { rawPayload } = await store.app.server.inject(`/log/tile/entries/000.p/${size}`)
  const log = new LogAudit(origin)
  for (const entry of readBundle(rawPayload) ?? []) log.add(entry)
  return log
}

test('the figures of a day are said once by two nodes at once, although the first try died in the middle', async () => {
  // As if the node were killed while it says them: nothing is left of the figures either.
  await query('alter table log_statements rename to log_statements_away')
  await expect(runScheduled(store, 'make-figures')).rejects.toThrow('log_statements')
  await query('alter table log_statements_away rename to log_statements')
  expect(await query('select day from public_figures')).toEqual([])
  await Promise.all([runScheduled(store, 'make-figures'), runScheduled(other, 'make-figures')])
  await runScheduled(other, 'make-figures')
  const said = await query(`select text from log_statements where kind like 'figures %'`)
  const [{ day, checksum }] = await query('select day, checksum from public_figures')
  expect(said).toEqual([{ text: writeFiguresEntry({ day, checksum }) }])
})

test('they wait until the log is published, after its keys; then anyone can prove them', async () => {
  const { body: before } = await call('/api/trust')
  const { day } = before.figures
  expect(before.proof).toBe('waiting')
  expect((await call(`/api/trust/${day}/proof`)).status).toBe(409)
  await publish()
  expect((await call('/api/trust')).body.proof).toBe('ready')

  const files = unzipTexts(await download(day))
  const read = (name: string) => files.get(name) ?? ''
  const proven = verifyFigures(utf8(read('figures.json')), read('figures.tlog-proof'), readPolicy(read('policy.txt')))

  expect(proven).toMatchObject({ day, checksum: before.checksum })
  expect(proven.index).toBeGreaterThan(0)
  expect(JSON.parse(read('figures.json'))).toEqual(before.figures)
  expect((await audit()).faults).toEqual([])
})

test('figures that someone says again by hand for a day that was told are found by whoever reads the log', async () => {
  const [{ day }] = await query('select day from public_figures order by day limit 1')
  const text = writeFiguresEntry({ day, checksum: 'ab'.repeat(32) })
  await query(`insert into log_statements (kind, text) values ('forged', $1)`, [text])
  await publish()
  expect((await audit()).faults).toEqual([expect.stringContaining(`has figures of ${day} after those of`)])
})

test('a day that was counted while the store kept no log has no proof, and says so', async () => {
  await query(
    `insert into public_figures (day, figures, checksum, made_at) select '2001-01-01', figures, checksum, made_at from public_figures limit 1`,
  )
  expect((await call('/api/trust?day=2001-01-01')).body.proof).toBe('none')
  expect((await call('/api/trust/2001-01-01/proof')).status).toBe(404)
  expect((await call('/api/trust/2001-01-02/proof')).status).toBe(404)
})
