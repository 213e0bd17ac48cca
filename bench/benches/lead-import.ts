import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { LEAD_FILE_PART_BYTES, type LeadImport } from '#contract/admin/lead-files.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { migrate } from '#server/platform/migrate.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { type ExpectedCounts, LEAD_FILE_HEADER, makeLeadFile } from '#testing/make-lead-file.ts'
import { addMembers } from '#testing/members.ts'
import { Connection } from '../lab/connection.ts'
import { copyIn } from '../lab/copy-in.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { logIn } from '../lab/log-in.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, processorAtMost, type Row, whole } from '../lab/row.ts'
import { drainBackground } from '../lab/stock.ts'
import type { StoreNode } from '../lab/store-node.ts'
import { meterWork } from '../lab/work-meter.ts'

const ADMIN = {
  email: 'leads@bench.example',
  password: 'bench-parcel-oak-72',
  username: 'Bench',
  role: 'admin',
} as const
const PATH = '/api/admin/lead-imports'
/** In the county that most leads are in. */
const BUYERS_PACKAGE = 'vacant-standard-20'
const LEADS = 1_000_000
const COUNTIES = 100
/** Of the store and PostgreSQL together: docs/decisions/0036-lead-files-in-steps.md. */
const PROCESSOR_SECONDS_BAR = 50
const MEMORY_MB_BAR = 300
const HOLD_WAITS_BAR_MS = 300
const LOOK_EVERY_MS = 200
/** Often enough to meet each part that is applied, seldom enough to leave the processor to the import. */
const HOLD_EVERY_MS = 20

/**
 * Makes a file of leads without defects, as bytes, with what an import must find in it.
 *
 * @returns `largest` the county that most of them are in, as its FIPS code
 */
async function makeFile(): Promise<{ bytes: Buffer; expected: ExpectedCounts; largest: string }> {
  const counties = (await readAtlasCounties()).filter(({ state }) => state === 'Texas' || state === 'Ohio')
  const today = storeDayOf(new Date(), USUAL_STORE_ZONE)
  const maker = makeLeadFile({ rows: LEADS, seed: 1, today, counties: counties.slice(0, COUNTIES), hasDefects: false })
  const parts: Buffer[] = []
  for (;;) {
    const part = maker.next()
    if (part.done) return { bytes: Buffer.concat(parts), expected: part.value, largest: counties[0]?.fips ?? '' }
    parts.push(Buffer.from(part.value))
  }
}

/** Does what an administrator's browser does with a file, without showing it. */
class Importer {
  readonly #node: StoreNode
  readonly #cookie: string
  mostMegabytes = 0

  constructor(node: StoreNode, cookie: string) {
    this.#node = node
    this.#cookie = cookie
  }

  async send(bytes: Buffer): Promise<string> {
    const { id } = await this.#ask<LeadImport>('POST', PATH, {
      source: 'Bench',
      fileName: 'leads.csv',
      fileBytes: bytes.length,
    })
    for (let from = 0, part = 0; from < bytes.length; from += LEAD_FILE_PART_BYTES, part += 1) {
      await this.#ask('PUT', `${PATH}/${id}/parts/${part}`, bytes.subarray(from, from + LEAD_FILE_PART_BYTES))
      if (part % 20 === 0) await this.#weigh()
    }
    return id
  }

  async check(id: string): Promise<LeadImport> {
    const { mapping } = await this.#ask<{ mapping: object }>('POST', `${PATH}/${id}/open`)
    await this.#ask('POST', `${PATH}/${id}/check`, { mapping })
    return this.#whenItIs(id, 'ready')
  }

  async apply(id: string): Promise<LeadImport> {
    await this.#ask('POST', `${PATH}/${id}/apply`)
    return this.#whenItIs(id, 'applied')
  }

  async #whenItIs(id: string, state: LeadImport['state']): Promise<LeadImport> {
    for (;;) {
      const one = await this.#ask<LeadImport>('GET', `${PATH}/${id}`)
      await this.#weigh()
      if (one.state === state) return one
      if (one.problem) throw new Error(`the import stopped: ${one.problem}`)
      await setTimeout(LOOK_EVERY_MS)
    }
  }

  async #weigh(): Promise<void> {
    const megabytes = (await this.#node.metric('process_resident_memory_bytes')) / 2 ** 20
    this.mostMegabytes = Math.max(this.mostMegabytes, megabytes)
  }

  async #ask<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const isFile = Buffer.isBuffer(body)
    const type = isFile ? 'application/octet-stream' : 'application/json'
    const reply = await fetch(this.#node.url + path, {
      method,
      headers: { cookie: this.#cookie, ...(body && { 'content-type': type }) },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return reply.json() as Promise<Reply>
  }
}

/**
 * Holds a package and gives it back, again and again, until told to stop.
 *
 * @returns the longest reply time in milliseconds, how many holds were granted, and how many calls failed
 */
async function buyMeanwhile(url: string, packageId: string, signal: AbortSignal) {
  const connection = await Connection.open(url)
  const seen = { longestMs: 0, holds: 0, failures: 0 }
  let cookie = ''
  const ask = async (act: 'reserve' | 'release'): Promise<boolean> => {
    const began = performance.now()
    const headers = `content-type: application/json\r\n${cookie && `cookie: ${cookie}\r\n`}`
    const reply = await connection.send('PUT', `/api/packages/${packageId}/${act}`, headers, '{"quantity":1}')
    seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
    cookie ||= /set-cookie: ([^;]+)/i.exec(reply.head)?.[1] ?? ''
    // Until its first leads are there, the package is out of stock.
    if (reply.status !== 200 && reply.status !== 409) seen.failures += 1
    return reply.status === 200
  }
  while (!signal.aborted) {
    if (await ask('reserve')) {
      seen.holds += 1
      await ask('release')
    }
    await setTimeout(HOLD_EVERY_MS)
  }
  connection.close()
  return seen
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const began = performance.now()
  const result = await work()
  return { seconds: (performance.now() - began) / 1_000, result }
}

/** Runs work and measures the processor time that the store and PostgreSQL spend on it, in words. */
async function metered<Result>(pool: pg.Pool, node: StoreNode, work: () => Promise<Result>) {
  const stop = await meterWork(pool, [node])
  const done = await timed(work)
  const spent = await stop()
  const seconds = oneDecimal(done.seconds)
  const words = `${seconds} s (processor: store ${oneDecimal(spent.store)} s, PostgreSQL ${oneDecimal(spent.postgres)} s)`
  return { ...done, words, processor: spent.store + spent.postgres }
}

/**
 * Lets the database alone write what the import wrote, into copies of the same tables with their indexes and checks,
 * already parsed.
 */
async function writeAgain(pool: pg.Pool): Promise<void> {
  for (const table of ['leads', 'lead_details']) {
    await pool.query(`create table again_${table} (like ${table} including all)`)
    const { rows } = await pool.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names = rows[0]?.names ?? ''
    await pool.query(`insert into again_${table} (${names}) overriding system value select ${names} from ${table}`)
  }
}

/**
 * Imports a file of a million leads into a store that has none, from its first byte to the last lead on sale, against a
 * bare COPY of it.
 */
export async function leadImport(lab: Laboratory, { speed }: BenchOptions): Promise<Row[]> {
  await lab.stopNode()
  // Other benches fill their own pools; a store that already has leads is not what we measure.
  const { url, pool } = await lab.createDatabase('leads_imported')
  await migrate(url)
  const node = await lab.startNode({ DATABASE_URL: url })
  await addMembers(url, [ADMIN])
  const connection = await Connection.open(node.url)
  const importer = new Importer(node, await logIn(connection, ADMIN))
  connection.close()
  const { bytes, expected, largest } = await makeFile()
  const columns = LEAD_FILE_HEADER.split(',').map((_name, at) => `c${at} text`)
  await pool.query(`create table bare_leads (${columns.join(', ')})`)
  const bare = async () => {
    const client = await pool.connect()
    await client.query('truncate bare_leads')
    const { seconds } = await timed(() => copyIn(client, 'copy bare_leads from stdin (format csv, header)', bytes))
    client.release()
    return seconds
  }
  const before = await bare()
  const sent = await metered(pool, node, () => importer.send(bytes))
  const checked = await metered(pool, node, () => importer.check(sent.result))
  if (checked.result.preview?.newLeads !== expected.newLeads)
    throw new Error(`the check found ${JSON.stringify(checked.result.preview)}`)
  const stop = new AbortController()
  const buying = buyMeanwhile(node.url, `${largest}-${BUYERS_PACKAGE}`, stop.signal)
  const applied = await metered(pool, node, () => importer.apply(sent.result))
  stop.abort()
  const buyer = await buying
  if (buyer.holds === 0 || buyer.failures > 0) throw new Error(`beside the import: ${JSON.stringify(buyer)}`)
  if (applied.result.outcome?.newLeads !== expected.newLeads)
    throw new Error(`applied: ${JSON.stringify(applied.result.outcome)}`)
  const copy = (before + (await bare())) / 2
  const again = await timed(() => writeAgain(pool))
  await pool.query('drop table bare_leads, again_leads, again_lead_details')
  await drainBackground(pool)
  await node.stop()
  const faults = await findLeadFaults(pool)
  if (faults.length > 0) throw new Error(`Leads do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  const total = sent.seconds + checked.seconds + applied.seconds
  const processor = sent.processor + checked.processor + applied.processor
  const steps = `sent in ${sent.words}, checked in ${checked.words}, put on sale in ${applied.words}`
  return [
    {
      what: `a file of ${whole(LEADS)} leads (${whole(bytes.length / 1e6)} MB) in ${COUNTIES} counties: ${steps}`,
      measured: `${oneDecimal(total)} s`,
      limit: `${oneDecimal(copy)} s bare COPY of the same bytes into a table without an index`,
      ratio: `${oneDecimal(total / copy)} ×`,
      bar: '',
      isPassed: null,
    },
    {
      what: 'the same against the database alone writing the same leads, parsed and checked already, with their indexes',
      measured: `${oneDecimal(total)} s`,
      limit: `${oneDecimal(again.seconds)} s insert … select into copies of the tables`,
      ratio: `${oneDecimal(total / again.seconds)} ×`,
      bar: '',
      isPassed: null,
    },
    {
      what: 'processor of it, of the store and PostgreSQL together',
      measured: `${oneDecimal(processor)} s`,
      ...processorAtMost(processor, PROCESSOR_SECONDS_BAR, speed, 's'),
    },
    {
      what: 'the most resident memory of the app process meanwhile',
      measured: `${whole(importer.mostMegabytes)} MB`,
      limit: '',
      ratio: '',
      bar: `< ${MEMORY_MB_BAR} MB`,
      isPassed: importer.mostMegabytes < MEMORY_MB_BAR,
    },
    {
      what: `the longest that a buyer of the largest county waits for a hold while its pools are applied, of ${whole(buyer.holds)} holds`,
      measured: `${whole(buyer.longestMs)} ms`,
      limit: '',
      ratio: '',
      ...processorAtMost(buyer.longestMs, HOLD_WAITS_BAR_MS, speed),
    },
  ]
}
