/** The log of delivered leads: what buyers get, who must agree, and what the store refuses to sign. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LogAudit } from '#proof/audit-log.ts'
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import { formatVerifierKey, type VerifierKey } from '#proof/note.ts'
import { readPolicy } from '#proof/policy.ts'
import { formatTilePath, readBundle, widthOfTile } from '#proof/tiles.ts'
import { verifyCheckpoint } from '#proof/verify-log.ts'
import { hours } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimLeads } from '#testing/claims.ts'
import { aBackedPackage, aDelivery, csvRows, download } from '#testing/deliveries.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { unzipTexts } from '#testing/unzip.ts'
import { startWitness, type TestWitness } from '#testing/witness.ts'
import { readLogKeys } from './log-keys.ts'

let folder: string
let store: TestApp
let witnesses: TestWitness[]
let logKey: VerifierKey | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-log-'))
  const trusted = () => (logKey ? [logKey] : [])
  witnesses = await Promise.all(['one', 'two'].map((name) => startWitness(`witness.example/${name}`, trusted)))
  const policy = join(folder, 'policy')
  const lines = witnesses.map(({ key, url }, at) => `witness w${at} ${key} ${url}\n`)
  await writeFile(policy, `${lines.join('')}group both any w0 w1\nquorum both\n`)
  store = await createTestApp({ env: { LOG_KEYS_FILE: keysPath(), LOG_POLICY_FILE: policy } })
})
afterAll(async () => {
  await store.close()
  await Promise.all(witnesses.map((witness) => witness.close()))
  await rm(folder, { recursive: true })
})

const keysPath = () => join(folder, 'log-keys.json')
const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const findLog = async () => (await query('select * from logs'))[0]
const proofsPath = (token: string, line = 1) => `/api/deliveries/${token}/${line}/proofs`
const countProofs = async (token: string) => (await new Client(store).call('GET', proofsPath(token))).body

/** Publishes what waits: as the minute would. The witnesses learn the log's key, as its operator tells them. */
async function publish(): Promise<void> {
  logKey = (await readLogKeys(keysPath()))?.verifier ?? null
  await runScheduled(store, 'publish-log')
}

/** A delivery whose leads are in the published log. */
async function aProvenDelivery(options: Parameters<typeof aBackedPackage>[1] = {}) {
  const delivery = await aDelivery(store, await aBackedPackage(store, options))
  await publish()
  return delivery
}

/** Downloads the proofs of a package and checks every one, as a stranger would. */
async function verifyAll(token: string): Promise<{ places: string[]; proven: ProvenLead[] }> {
  const { status, bytes } = await download(store, proofsPath(token))
  expect(status, bytes.toString()).toBe(200)
  const files = unzipTexts(bytes)
  const read = (name: string) => files.get(name) ?? ''
  const policy = readPolicy(read('policy.txt'))
  const labelKeys = verifyLabelKeys(read('keys.tlog-proof'), policy)
  const places = [...files.keys()].filter((name) => /^\d+/.test(name))
  return { places, proven: places.map((name) => verifyLeadProof(read(name), { policy, labelKeys })) }
}

describe('the leads of a delivery', () => {
  test('are in the log with their slots, and their proofs verify', async () => {
    const { token, order, email } = await aProvenDelivery()

    expect(await countProofs(token)).toEqual({ ready: 25, waiting: 0, cap: 1 })
    const { proven } = await verifyAll(token)

    expect(proven).toHaveLength(25)
    expect(new Set(proven.map(({ index }) => index)).size).toBe(25)
    for (const { extra, checkpoint } of proven) {
      expect(extra).toMatchObject({ slot: 1, cap: 1, generation: 0, orderLine: `${order.reference}-1`, buyer: email })
      expect(checkpoint.witnessed.map(({ name }) => name)).toEqual(['w0', 'w1'])
    }
  })

  test('are proven row by row: what a proof covers is what the file says', async () => {
    const { token } = await aProvenDelivery()
    const [header = [], ...rows] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)

    const { places, proven } = await verifyAll(token)

    for (const [at, { extra }] of proven.entries()) {
      const row = rows[Number.parseInt(places[at] ?? '', 10) - 1] ?? []
      const cells = header.flatMap((column, index) => (row[index] ? [[column, row[index]]] : []))
      expect(extra.row).toEqual(cells)
    }
  })

  test('are the same entries when they are delivered again', async () => {
    const { order } = await aProvenDelivery()
    const { size } = await findLog()
    const admin = await anAdmin(store)
    const attemptId = crypto.randomUUID()
    const sent = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId })
    await publish()

    expect(sent.status).toBe(200)
    expect((await findLog()).size).toBe(size)
  })

  test('have no proof for anyone else', async () => {
    expect((await download(store, proofsPath('guessed'))).status).toBe(404)
    const { token } = await aProvenDelivery()
    expect((await download(store, proofsPath(token, 2))).status).toBe(404)
    expect((await new Client(store).call('GET', proofsPath('guessed'))).status).toBe(404)
  })

  test('that replace claimed ones are in the log too', async () => {
    const { token, order, leadIds } = await aDownload(store)
    const [bad = ''] = leadIds
    await claimLeads(store, token, [bad])
    await answerClaims(await anAdmin(store), order.id, [bad])
    await store.runJobs()
    await publish()

    expect(await query('select from log_leads where order_id = $1 and log_index is not null', [order.id])).toHaveLength(
      26,
    )
    expect((await verifyAll(token)).proven).toHaveLength(25)
  })

  test('lose their proof with the lead’s data, and what remains is as before', async () => {
    const { token, order } = await aProvenDelivery()
    const { places } = await verifyAll(token)
    await query(`delete from lead_details where lead_id = (select min(lead_id) from order_leads where order_id = $1)`, [
      order.id,
    ])
    await runScheduled(store, 'forget-old-rows')

    expect(await query('select from log_leads where order_id = $1 and proof is null', [order.id])).toHaveLength(1)
    const left = await verifyAll(token)
    expect(left.proven).toHaveLength(24)
    expect(places).toEqual(expect.arrayContaining(left.places))
  })
})

test('a second sale of a slot, forced into the database by hand, is found by anyone who reads the log', async () => {
  const auditPublished = async () => {
    const { body } = await store.app.server.inject({ method: 'GET', url: '/log/checkpoint' })
    const { origin, size } = verifyCheckpoint(
      body,
      readPolicy(`log ${logKey && formatVerifierKey(logKey)}\nquorum none`),
    )
    const log = new LogAudit(origin)
    for (let number = 0; number * 256 < size; number += 1) {
      const width = widthOfTile(0, number, size)
      const url = `/log/tile/entries/${formatTilePath(number, width)}`
      const { rawPayload } = await store.app.server.inject({ method: 'GET', url })
      for (const entry of readBundle(rawPayload) ?? []) log.add(entry)
    }
    log.end()
    return log
  }
  const { order } = await aProvenDelivery()
  expect((await auditPublished()).faults).toEqual([])

  const [forged] = await query(
    `insert into log_leads (order_id, lead_id, line_number, generation, year, slot, cap, commitment, recorded_at, details)
     select 'ord_forged', p.lead_id, 1, generation, year, slot, cap, sha256('another buyer'), now(),
       jsonb_build_object('address', '1 ELM ST|78001') from log_leads p where order_id = $1 order by lead_id limit 1
     returning lead_id`,
    [order.id],
  )
  await query(
    `update log_leads l set details = jsonb_build_object('address', (convert_from(decode(split_part(split_part(p.proof, E'\n', 2), ' ', 2), 'base64'), 'utf8')::jsonb)->>'address')
     from log_leads p where l.order_id = 'ord_forged' and p.order_id = $1 and p.lead_id = $2`,
    [order.id, forged.lead_id],
  )
  await publish()

  expect((await auditPublished()).faults).toEqual([
    expect.stringContaining('sells slot 1 again'),
    expect.stringContaining('sells slot 1 again'),
  ])
})

test('anyone reads the log in the form of the field, and only what is published', async () => {
  const reply = await store.app.server.inject({ method: 'GET', url: '/log/checkpoint' })
  expect(reply.headers['content-type']).toContain('text/plain')
  const policy = readPolicy(`log ${logKey && formatVerifierKey(logKey)}\nquorum none`)
  const { size } = verifyCheckpoint(reply.body, policy)
  const tile = async (path: string) => {
    const { statusCode, rawPayload } = await store.app.server.inject({ method: 'GET', url: `/log/tile/${path}` })
    return [statusCode, rawPayload.length]
  }

  expect(size).toBeGreaterThan(256)
  expect(await tile('0/000')).toEqual([200, 256 * 32])
  expect(await tile('1/000.p/1')).toEqual([200, 32])
  expect((await tile('entries/000'))[0]).toBe(200)
  expect(await tile(`0/${String(Math.floor(size / 256)).padStart(3, '0')}.p/${size % 256}`)).toEqual([
    200,
    (size % 256) * 32,
  ])
  for (const path of ['0/999', '0/0', '0/000.p/256', '0/x000/000', '64/000', 'entries/000.p/0', '1/000'])
    expect((await tile(path))[0], path).toBe(404)
})

describe('a checkpoint', () => {
  test('is published while one of two witnesses is down, and waits while both are', async () => {
    const [one, two] = witnesses as [TestWitness, TestWitness]
    one.isDown = true
    const { token } = await aProvenDelivery()
    expect((await verifyAll(token)).proven[0]?.checkpoint.witnessed.map(({ name }) => name)).toEqual(['w1'])

    two.isDown = true
    const waiting = await aProvenDelivery()
    expect(await countProofs(waiting.token)).toEqual({ ready: 0, waiting: 25, cap: 1 })
    expect((await download(store, proofsPath(waiting.token))).status).toBe(409)
    expect((await findLog()).problem).toContain('too few')

    one.isDown = false
    two.isDown = false
    await publish()
    expect((await findLog()).problem).toBeNull()
    // The one that was down for longer gets a proof from where it was.
    const [first] = (await verifyAll(waiting.token)).proven
    expect(first?.checkpoint.witnessed.map(({ name }) => name)).toEqual(['w0', 'w1'])
  })

  test('is published anew every hour, and not in between', async () => {
    await aProvenDelivery()
    const before = await findLog()
    await publish()
    expect((await findLog()).published_at).toEqual(before.published_at)

    store.clock.advance(hours(1))
    await publish()
    expect((await findLog()).published_at).not.toEqual(before.published_at)
    expect((await findLog()).published_size).toBe(before.published_size)
  })

  test('is not signed by a store whose database is an older copy', async () => {
    await aProvenDelivery()
    const TABLES = ['logs', 'log_bundles', 'log_tiles', 'log_leads', 'log_statements', 'log_witnesses']
    for (const table of TABLES) await query(`create table kept_${table} as select * from ${table}`)
    await aProvenDelivery()
    const published = await findLog()

    for (const table of TABLES) {
      const columns = (await query('select column_name from information_schema.columns where table_name = $1', [table]))
        .map(({ column_name }) => column_name)
        .join(', ')
      await query(`delete from ${table}`)
      await query(`insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`)
    }
    const other = await aDelivery(store, await aBackedPackage(store))
    await publish()

    const log = await findLog()
    expect(log.problem).toContain('not a continuation')
    expect(log.published).not.toBe(published.published)
    expect(await countProofs(other.token)).toMatchObject({ ready: 0, waiting: 25 })
    for (const { seen } of witnesses) expect(seen.get(log.origin)?.size).toBe(Number(published.size))
  })
})
