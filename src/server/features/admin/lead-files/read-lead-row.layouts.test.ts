/** Lists as other programs and counties write them, with invented people: each becomes the leads that it is about. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findProblemsOf } from '#contract/imports/mapping.ts'
import { proposeMapping, readHeader } from '#server/features/imports/header.ts'
import { KnownCounties } from '#server/features/imports/known-counties.ts'
import { sampleColumns } from '#server/features/imports/understand-columns.ts'
import type { LeadPhone } from '#server/features/stock/tables.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader, ROW_COLUMNS } from './read-lead-row.ts'

const fileOf = (name: string) => readFileSync(new URL(`layouts/${name}`, import.meta.url), 'utf8')
const EXPECTED: Record<string, object[]> = JSON.parse(fileOf('expected.json'))
const COUNTIES = Object.entries({ Travis: '48453', Loving: '48301' })

/** The leads of a list of vacant houses; `fips` only if the list names counties. */
function leadsIn(text: string) {
  const [header = [], ...rows] = new CsvReader().push(text)
  const columns = readHeader(header)
  const { mapping: proposed } = proposeMapping(sampleColumns(columns, rows), undefined)
  const hasCounty = proposed.county !== undefined || proposed.fips !== undefined
  const forAll = { leadType: { fixed: 'vacant' }, acquiredAt: { fixed: '2026-03-19' } }
  const mapping = { ...proposed, ...forAll, ...(hasCounty ? {} : { fips: { fixed: '48453' } }) }
  expect(findProblemsOf('leads', mapping, columns)).toEqual({})
  const reader = new LeadRowReader({
    ...{ mapping, columns, uploadNo: 1, source: 'List', secret: 'x'.repeat(64), today: '2026-03-20' },
    counties: new KnownCounties(COUNTIES.map(([name, fips]) => ({ fips, state: 'Texas', name }))),
    acquired: new AcquiredReader(new Date('2026-03-20T12:00:00Z'), 'America/New_York'),
    phones: new PhoneReader(),
  })
  return rows.map((cells, index) => {
    const reason = reader.read(cells, index + 2)
    if (reason) return { reason }
    const values = reader.line.trimEnd().split('\t')
    const value = (column: string) => values[ROW_COLUMNS.split(', ').indexOf(column)] ?? ''
    const listed = (column: string) => value(column).match(/[^{},"]+/g) ?? []
    return {
      ...{ address: value('address'), city: value('city'), zip: value('zip'), owners: listed('owner_names') },
      ...(hasCounty ? { fips: String(Math.floor(reader.placeNo / 4)) } : {}),
      mailing: value('mailing_address') === '\\N' ? null : value('mailing_address'),
      phones: JSON.parse(value('phones')).map((one: LeadPhone) => [one.number.slice(2), one.isDoNotCall]),
      emails: listed('emails'),
    }
  })
}

test.each(Object.entries(EXPECTED))('%s', (name, expected) => {
  expect(leadsIn(fileOf(`${name}.csv`))).toEqual(expected)
})
