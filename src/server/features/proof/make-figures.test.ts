/** The public figures against ledgers made by hand: what is counted, when, that a day is told once, and its proof. */
import { beforeEach, describe, expect, test } from 'vitest'
import { LogAudit } from '#proof/audit-published-log.ts'
import { utf8 } from '#proof/bytes.ts'
import { verifyFigures, writeFiguresEntry } from '#proof/entries.ts'
import { readBundle } from '#proof/merkle-tree.ts'
import { readPolicy } from '#proof/policy.ts'
import { days } from '#server/platform/clock.ts'
import { Client } from '#testing/builders.ts'
import { aBackedPackage, aDelivery, csvRows } from '#testing/deliveries.ts'
import { aLogStore } from '#testing/log-store.ts'
import { askToLeaveAlone, giveAddresses, keyAt, leaveStock } from '#testing/opt-outs.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import type { TestApp } from '#testing/test-app.ts'
import { unzipTexts } from '#testing/unzip.ts'
import { withStore } from '#testing/with-store.ts'
import { countClaims, countDeliveries, countOptOuts, countStock } from './make-figures.ts'

const log = await aLogStore()
const { store } = log
const other = withStore({ env: { LOG_KEYS_FILE: log.keysPath }, beside: store }, () => store.setStock(COUNTED, 40))

const { query } = log
const call = (path: string) => new Client(store).call('GET', path)
const fetchFile = (path: string) => store.app.server.inject(path)
const makeOn = (node: TestApp) => runScheduled(node, 'make-figures')

/** A package whose units are counted. */
const COUNTED = '48453-vacant-vip-20'
/** November 15, noon in New York: the last month that is over is October. */
const MOMENT = { now: new Date('2040-11-15T17:00:00Z'), timeZone: 'America/New_York' }

/** What a stranger finds who reads all entries that were published. */
async function audit(): Promise<LogAudit> {
  const { body } = await fetchFile('/log/checkpoint')
  const [origin = '', size = ''] = body.split('\n')
  const { rawPayload } = await fetchFile(`/log/tile/entries/000.p/${size}`)
  const read = new LogAudit(origin)
  for (const entry of readBundle(rawPayload) ?? []) read.add(entry)
  return read
}

test('the figures of a day are made and said once by two nodes at once, although the first try died in the middle', async () => {
  // As if the node were killed while it says them: nothing is left of the figures either.
  await query('alter table log_statements rename to log_statements_away')
  await expect(makeOn(store)).rejects.toThrow('log_statements')
  await query('alter table log_statements_away rename to log_statements')
  expect(await query('select day from public_figures')).toEqual([])
  await Promise.all([makeOn(store), makeOn(other)])
  await makeOn(other)
  const said = await query(`select text from log_statements where kind like 'figures %'`)
  const [{ day, checksum }] = await query('select day, checksum from public_figures')
  expect(said).toEqual([{ text: writeFiguresEntry({ day, checksum }) }])
})

test('they wait until the log is published, after its keys; then anyone can prove them', async () => {
  const { body: before } = await call('/api/trust')
  const { day } = before.figures
  expect(before.proof).toBe('waiting')
  expect((await call(`/api/trust/${day}/proof`)).status).toBe(409)
  // Makes the log's keys, which its witnesses learn next.
  await store.runJobs()
  await log.publish()
  expect((await call('/api/trust')).body.proof).toBe('ready')

  const { rawPayload } = await fetchFile(`/api/trust/${day}/proof`)
  const files = unzipTexts(rawPayload)
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
  await log.publish()
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

test('stock adds up from four ledgers, for packages with a count and for leads', async () => {
  await new Client(store).reserve(COUNTED)
  const packageId = await aBackedPackage(store, { leads: 60 })
  await aDelivery(store, packageId)
  await new Client(store).reserve(packageId)
  const rows = await store.database.run(countStock)
  expect(rows).toContainEqual({ state: 'Texas', kind: 'packages', placed: 40, available: 39, held: 1, sold: 0 })
  expect(rows).toContainEqual({ state: 'Texas', kind: 'leads', placed: 60, available: 10, held: 25, sold: 25 })
})

test('deliveries are in time or late by their first sending, in the month they were due', async () => {
  const { order } = await aDelivery(store, await aBackedPackage(store))
  const [own] = await query('select * from deliveries where order_id = $1', [order.id])
  const add = (line: number, changes: object) => {
    const row = { ...own, order_id: order.id, line_number: line, hold_id: `hand-${line}`, ...changes }
    return query('insert into deliveries select * from json_populate_record(null::deliveries, $1)', [row])
  }
  await query(
    `insert into order_lines select (json_populate_record(l, json_build_object('line_number', n, 'hold_id', null, 'outcome', 'refunded'))).*
     from order_lines l, generate_series(2, 9) n where l.order_id = $1 and l.line_number = 1`,
    [order.id],
  )
  const due = { due_at: '2040-10-10T12:00:00Z', cancelled_at: null, delivered_at: null, sent_at: null }
  await add(2, { ...due, sent_at: '2040-10-10T12:00:00Z' })
  await add(3, { ...due, sent_at: '2040-10-10T12:00:01Z' })
  await add(4, { ...due, state: 'delivered', delivered_at: '2040-10-09T12:00:00Z' })
  await add(5, { ...due, state: 'failed', problem: 'no address' })
  await add(6, { ...due, state: 'cancelled', cancelled_at: '2040-10-10T11:00:00Z' })
  await add(7, { ...due, state: 'cancelled', cancelled_at: '2040-10-11T11:00:00Z' })
  // The last moments of October and of September in New York.
  await add(8, { ...due, due_at: '2040-11-01T03:59:59Z', sent_at: '2040-10-31T00:00:00Z' })
  await add(9, { ...due, due_at: '2040-11-01T04:00:00Z', sent_at: '2040-10-31T00:00:00Z' })
  for (const [line, cents, at] of [
    [2, 1_000, '2040-10-11T12:00:00Z'],
    [3, 250, '2040-10-11T12:00:00Z'],
    [4, 99, '2040-11-01T04:00:00Z'],
  ])
    await query(
      `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, made_at)
       values ($1, 'someone', $2, 'late', $3, $4, $5)`,
      [`late.${order.id}.${line}`, cents, order.id, line, at],
    )

  expect(await store.database.run(countDeliveries, MOMENT)).toEqual([
    { month: '2040-10', state: 'Texas', due: 6, in_time: 3, credits: 2, credit_cents: 1_250 },
  ])
  const later = await store.database.run(countDeliveries, { ...MOMENT, now: new Date('2040-12-01T05:00:00Z') })
  expect(later.map(({ month, credits }) => `${month}: ${credits}`)).toEqual(['2040-11: 1', '2040-10: 2'])
  const yearLater = { ...MOMENT, now: new Date('2041-11-15T17:00:00Z') }
  expect((await store.database.run(countDeliveries, yearLater)).every(({ month }) => month >= '2040-11')).toBe(true)
})

test('claims count in the month of their answer, by reason', async () => {
  const add = (lead: number, reason: string, state: string, answeredAt: string | null) =>
    query(
      `insert into claims (order_id, lead_id, line_number, reason, state, claimed_at, due_at, answered_at, news_id)
       values ('ord_hand', $1, 1, $2, $3, '2040-09-30T12:00:00Z', '2040-10-02T12:00:00Z', $4, 'news')`,
      [lead, reason, state, answeredAt],
    )
  await add(1, 'wrong_number', 'granted', '2040-10-01T12:00:00Z')
  await add(2, 'wrong_number', 'denied', '2040-10-01T12:00:00Z')
  await add(3, 'wrong_number', 'granted', '2040-09-30T12:00:00Z')
  await add(4, 'not_owner', 'denied', '2040-10-01T12:00:00Z')
  await add(5, 'not_owner', 'open', null)
  await add(6, 'not_owner', 'granted', '2040-11-02T12:00:00Z')

  expect(await store.database.run(countClaims, MOMENT)).toEqual([
    { month: '2040-10', reason: 'not_owner', answered: 1, granted: 0 },
    { month: '2040-10', reason: 'wrong_number', answered: 2, granted: 1 },
    { month: '2040-09', reason: 'wrong_number', answered: 1, granted: 1 },
  ])
})

test('opt-outs count when their leads are out of stock, with the median and the 95th percentile', async () => {
  await query(
    `insert into suppressions (property_key, suppressed_at, cause, withdrawn_at)
       select gen_random_uuid(), '2040-10-20T12:00:00Z', 'owner', '2040-10-20T12:00:00Z'::timestamptz + n * interval '1 hour'
       from generate_series(1, 21) n`,
  )
  // Not out yet, and out before the store wrote down when.
  await query(
    `insert into suppressions (property_key, suppressed_at, cause, withdraw_at)
       values (gen_random_uuid(), '2040-10-20T12:00:00Z', 'owner', '2050-10-20T12:00:00Z'), (gen_random_uuid(), '2040-10-20T12:00:00Z', 'owner', null)`,
  )

  expect(await store.database.run(countOptOuts, MOMENT)).toEqual([
    { month: '2040-10', honored: 21, median_seconds: 11 * 3_600, percentile_95_seconds: 20 * 3_600 },
  ])
})

test('opt-outs are noted once, when the store takes the leads out', async () => {
  await giveAddresses(store, [1])
  await askToLeaveAlone(store, 1)
  await leaveStock(store)
  await store.runJobs()
  const sql = 'select withdrawn_at from suppressions where property_key = $1 and withdrawn_at is not null'
  const noted = () => query(sql, [keyAt(store, 1)])
  const first = await noted()
  expect(first).toHaveLength(1)

  store.clock.advance(days(1))
  await leaveStock(store)
  await store.runJobs()

  expect(await noted()).toEqual(first)
})

describe('the figures of a day', () => {
  beforeEach(() => query('truncate public_figures'))

  test('stay while the day lasts', async () => {
    await makeOn(store)
    const first = (await call('/api/trust')).body
    await store.setStock(COUNTED, 70)
    await makeOn(other)
    expect((await call('/api/trust')).body).toEqual(first)
    expect(first.figures.stock).toContainEqual(
      expect.objectContaining({ state: 'Texas', kind: 'packages', placed: null, available: 39, addsUp: true }),
    )
    await expect(query('update public_figures set figures = figures')).rejects.toThrow('append only')
  })

  test('are a file with that checksum, and rows as CSV that say the same', async () => {
    await makeOn(store)
    const { figures, checksum } = (await call('/api/trust')).body
    const file = await fetchFile(`/api/trust/${figures.day}/file`)
    const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(file.rawPayload))

    expect(Buffer.from(digest).toString('hex')).toBe(checksum)
    expect(JSON.parse(file.body)).toEqual(figures)
    const { stock, deliveries, claims, optOuts } = figures
    for (const [part, rows] of Object.entries({ stock, deliveries, claims, 'opt-outs': optOuts })) {
      const { rawPayload } = await fetchFile(`/api/trust/${figures.day}/${part}/csv`)
      expect(csvRows(rawPayload), part).toHaveLength(rows.length + 1)
    }
  })
})
