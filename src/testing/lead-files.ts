/** An administrator who imports lead files into a store, and what became of the leads. */

import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { proposeMapping } from '#server/features/imports/header.ts'
import { sampleColumns } from '#server/features/imports/understand-columns.ts'
import { anAdmin, Client, type Reply } from './builders.ts'
import { Imports } from './imports.ts'
import { findLeadFaults, findShownFaults } from './lead-faults.ts'
import { type ExpectedCounts, LEAD_FILE_HEADER, makeLeadFile, zipsOf } from './make-lead-file.ts'
import type { TestApp } from './test-app.ts'

/** The mapping for files that `makeLeadFile` makes. */
export const MADE_MAPPING = proposeMapping(sampleColumns(LEAD_FILE_HEADER.split(','), []), undefined).mapping

export class LeadFiles extends Imports {
  constructor(store: TestApp, admin: Client) {
    super(store, admin, 'leads')
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
      today: storeDayOf(this.store.clock.now(), this.store.ctx.config.timeZone),
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

  /** Maps the columns and lets the job read the file. */
  override check = (importId: string, mapping: object = MADE_MAPPING): Promise<Reply['body']> =>
    this.take(importId, 'check', { mapping })

  bringRows = (rows: readonly LeadFileRow[], options?: { source?: string; mapping?: object }): Promise<Reply['body']> =>
    this.bring(leadFile(this, rows), options)

  /** A day of the store, this many days ago. */
  dayBefore(ageDays: number): string {
    return addDays(storeDayOf(this.store.clock.now(), this.store.ctx.config.timeZone), -ageDays)
  }

  /** Everything that a dry run must not change. */
  async fingerprint(): Promise<object> {
    return this.store.row`select (select md5(string_agg(p::text, ',' order by package_id)) from packages p) as packages,
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
      row.zip ?? (row.fips ? (zipsOf(row.fips)[0] ?? '') : '78701'),
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
