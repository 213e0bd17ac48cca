/** An administrator who imports lead files into a store, and what became of the leads. */

import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { LEAD_FILE_PART_BYTES } from '#contract/admin/lead-files.ts'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { proposeMapping } from '#server/features/admin/lead-files/header.ts'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { sampleColumns } from '#server/features/imports/understand-columns.ts'
import { anAdmin, Client, type Reply } from './builders.ts'
import { findLeadFaults, findShownFaults } from './lead-faults.ts'
import { type ExpectedCounts, LEAD_FILE_HEADER, makeLeadFile } from './make-lead-file.ts'
import type { TestApp } from './test-app.ts'

/** The mapping for files that `makeLeadFile` makes. */
export const MADE_MAPPING = proposeMapping(sampleColumns(LEAD_FILE_HEADER.split(','), []), undefined).mapping

export class LeadFiles {
  readonly #store: TestApp
  admin: Client

  constructor(store: TestApp, admin: Client) {
    this.#store = store
    this.admin = admin
  }

  /** A generated file for Texas, for the store's current date. */
  async make(options: {
    rows: number
    seed?: number
    hasDefects?: boolean
    counties?: readonly string[]
  }): Promise<{ text: string; expected: ExpectedCounts }> {
    const texas = (await readAtlasCounties()).filter(
      ({ state, name }) => state === 'Texas' && (options.counties?.includes(name) ?? true),
    )
    const maker = makeLeadFile({
      rows: options.rows,
      seed: options.seed ?? 1,
      today: storeDayOf(this.#store.clock.now(), this.#store.ctx.config.timeZone),
      counties: texas.slice(0, 12),
      hasDefects: options.hasDefects ?? false,
    })
    let text = ''
    for (;;) {
      const part = maker.next()
      if (part.done) return { text, expected: part.value }
      text += part.value
    }
  }

  async announce(fileBytes: number, source = 'County records'): Promise<string> {
    const reply = await this.admin.call('POST', '/api/admin/lead-imports', { source, fileName: 'leads.csv', fileBytes })
    return reply.body.id
  }

  sendPart(importId: string, partNumber: number, bytes: Buffer, cookie = this.admin.cookie): Promise<Reply> {
    const url = `/api/admin/lead-imports/${importId}/parts/${partNumber}`
    return this.admin.send('PUT', url, bytes, { 'content-type': 'application/octet-stream', cookie })
  }

  /** Creates an import and sends all parts of its file. */
  async send(file: string | Buffer, source?: string): Promise<string> {
    const bytes = Buffer.from(file)
    const importId = await this.announce(bytes.length, source)
    for (let part = 0; part * LEAD_FILE_PART_BYTES < bytes.length; part += 1) {
      const piece = bytes.subarray(part * LEAD_FILE_PART_BYTES, (part + 1) * LEAD_FILE_PART_BYTES)
      await this.sendPart(importId, part, piece)
    }
    return importId
  }

  open = (importId: string): Promise<Reply> => this.admin.call('POST', `/api/admin/lead-imports/${importId}/open`)

  /** Maps the columns and lets the job read the file. */
  check = (importId: string, mapping: object = MADE_MAPPING): Promise<Reply['body']> =>
    this.#do(importId, 'check', { mapping })

  /** Applies it to the end. */
  apply = (importId: string): Promise<Reply['body']> => this.#do(importId, 'apply')

  undo = (importId: string): Promise<Reply['body']> => this.#do(importId, 'undo')

  async #do(importId: string, step: 'check' | 'apply' | 'undo', body?: object): Promise<Reply['body']> {
    const begun = await this.admin.call('POST', `/api/admin/lead-imports/${importId}/${step}`, body)
    if (begun.status !== 200) return begun.body
    await this.#run()
    return this.read(importId)
  }

  /** Takes a file from its first byte to its dry run. */
  async bring(file: string | Buffer, options: { source?: string; mapping?: object } = {}): Promise<Reply['body']> {
    const importId = await this.send(file, options.source)
    const opened = await this.open(importId)
    if (opened.status !== 200) return { ...opened.body, id: importId }
    return this.check(importId, options.mapping ?? opened.body.mapping)
  }

  bringRows = (rows: readonly LeadFileRow[], options?: { source?: string; mapping?: object }): Promise<Reply['body']> =>
    this.bring(leadFile(this, rows), options)

  async read(importId: string): Promise<Reply['body']> {
    return (await this.admin.call('GET', `/api/admin/lead-imports/${importId}`)).body
  }

  /** Runs waiting jobs. @throws Error with what a job of this store failed with */
  async #run(): Promise<void> {
    await this.#store.runJobs()
    const rows = await this.#store
      .sql`select task_identifier, last_error from graphile_worker.jobs where last_error is not null`
    if (rows.length > 0) throw new Error(`${rows[0].task_identifier} failed: ${rows[0].last_error}`)
  }

  /** A day of the store, this many days ago. */
  dayBefore(ageDays: number): string {
    return addDays(storeDayOf(this.#store.clock.now(), this.#store.ctx.config.timeZone), -ageDays)
  }

  /** The imports that still have rows of their files. */
  async partitions(): Promise<string[]> {
    const rows = await this.#store
      .sql`select import_id from lead_imports where exists (select from pg_class where relname = 'lead_import_rows_' || upload_no)`
    return rows.map(({ import_id }) => import_id)
  }

  /** Everything that a dry run must not change. */
  async fingerprint(): Promise<object> {
    return this.#store
      .row`select (select md5(string_agg(p::text, ',' order by package_id)) from packages p) as packages,
         (select md5(string_agg(l::text, ',' order by lead_id)) from leads l) as leads,
         (select md5(string_agg(d::text, ',' order by lead_id)) from lead_details d) as details,
         (select md5(string_agg(p::text, ',' order by pool_id)) from lead_pools p) as pools`
  }
}

/** A row of a small file; the defaults are a vacant house in Travis, acquired yesterday. */
export interface LeadFileRow {
  address: string
  zip?: string
  fips?: string
  type?: string
  /** Days before today in the store. */
  ageDays?: number
  owner?: string
  phone?: string
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A small file whose columns are recognized by name. */
export function leadFile(files: LeadFiles, rows: readonly LeadFileRow[]): string {
  const lines = rows.map((row) =>
    [
      quoted(row.address),
      'Austin',
      row.zip ?? '78701',
      row.fips ?? '48453',
      row.type ?? 'vacant',
      files.dayBefore(row.ageDays ?? 1),
      quoted(row.owner ?? 'Jane Doe'),
      row.phone ?? '',
    ].join(','),
  )
  return `Address,City,Zip,FIPS,Lead Type,Acquired,Owner,Phone\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Gives all tests of a file an administrator with lead files. */
export function withLeadFiles(store: TestApp): LeadFiles {
  const files = new LeadFiles(store, new Client(store))
  beforeAll(async () => {
    files.admin = await anAdmin(store)
  })
  return files
}

/** Gives each test of a file a county of its own. After it, leads and stock must have no faults. */
export function withOwnCounties(store: TestApp, files: LeadFiles) {
  let county = 48_001
  beforeEach(() => {
    county += 2
  })
  afterEach(async () => {
    expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
    expect(await findShownFaults(store.testDatabase.pool)).toEqual([])
  })
  return {
    fips: () => String(county),
    packageAt: (tier: string, leadType = 'vacant') => `${county}-${leadType}-${tier}-20`,
    /** Rows in the test's county, each for its own house; enough for a package. */
    houses: (row: Partial<LeadFileRow> = {}, count = 25): LeadFileRow[] =>
      Array.from({ length: count }, (_, index) => {
        return { address: `${index + 1} Ash ${county} St`, fips: String(county), ...row }
      }),
    importRows: async (rows: readonly LeadFileRow[]) => files.apply((await files.bringRows(rows)).id),
  }
}
