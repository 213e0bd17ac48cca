/** Lists as other programs and counties write them, with invented people: each becomes the leads that it is about. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, LEAD_FIELD_NAMES, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { findProblemsOf } from '#contract/imports/mapping.ts'
import { proposeMapping, readHeader } from '#server/features/imports/header.ts'
import { KnownCounties } from '#server/features/imports/known-counties.ts'
import { mayForbidCalls, sampleColumns } from '#server/features/imports/understand-columns.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { runsOf } from '#testing/lane.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader, ROW_COLUMNS } from './read-lead-row.ts'

const fileOf = (name: string) => readFileSync(new URL(`layouts/${name}`, import.meta.url), 'utf8')
const EXPECTED: Record<string, object[]> = JSON.parse(fileOf('expected.json'))
type Words = 'calls' | 'asks' | 'consents' | 'secondAddresses'
const WORDS: Record<Words, [string, string, string, number][]> = JSON.parse(fileOf('words.json'))
const ZIPS = await loadZipCounties()
const COUNTIES = Object.entries({ Travis: '48453', Loving: '48301' })

/** Understands and reads a list of vacant houses. @param said what a person says about its columns */
function read(text: string, said: LeadMapping = {}) {
  const csv = new CsvReader()
  const [header = [], ...rows] = [...csv.push(text), ...csv.end()].filter((cells) => cells.some((cell) => cell.trim()))
  const columns = readHeader(header)
  const sampled = sampleColumns(columns, rows)
  const { mapping: proposed, choices } = proposeMapping(sampled, undefined)
  const hasCounty = proposed.county !== undefined || proposed.fips !== undefined
  const forAll = { leadType: { fixed: 'vacant' }, acquiredAt: { fixed: '2026-03-19' } }
  const mapping = { ...proposed, ...forAll, ...(hasCounty ? {} : { countyByZip: { fixed: 'Yes' } }), ...said }
  expect(findProblemsOf('leads', mapping, columns)).toEqual({})
  const reader = new LeadRowReader({
    ...{ mapping, columns, uploadNo: 1, source: 'List', secret: 'x'.repeat(64), today: '2026-03-20' },
    zips: ZIPS,
    counties: new KnownCounties(COUNTIES.map(([name, fips]) => ({ fips, state: 'Texas', name }))),
    acquired: new AcquiredReader(new Date('2026-03-20T12:00:00Z'), 'America/New_York'),
    phones: new PhoneReader(),
  })
  const lines: string[] = []
  const hasConsent = proposed.consent !== undefined
  const leads = rows.map((cells, index) => {
    const reason = reader.read(cells, index + 2)
    if (reason) return { reason }
    const values = reader.line.trimEnd().split('\t')
    lines.push(reader.line)
    const value = (column: string) => values[ROW_COLUMNS.split(', ').indexOf(column)] ?? ''
    const listed = (column: string) => value(column).match(/[^{},"]+/g) ?? []
    return {
      ...{ address: value('address'), city: value('city'), zip: value('zip'), owners: listed('owner_names') },
      ...(hasCounty ? { fips: String(Math.floor(reader.placeNo / 4)) } : {}),
      mailing: value('mailing_address') === '\\N' ? null : value('mailing_address'),
      phones: JSON.parse(value('phones')).map((one: LeadPhone) => [one.number.slice(2), one.isDoNotCall]),
      emails: listed('emails'),
      ...(value('is_do_not_call') === 't' ? { isDoNotCall: true } : {}),
      ...(hasConsent ? { consent: value('consent') === '\\N' ? null : value('consent') } : {}),
    }
  })
  const decided = LEAD_FIELD_NAMES.flatMap((field) => columnsOf(proposed, field))
  const asked = sampled.filter((one) => mayForbidCalls(one) && !decided.includes(one.name)).map(({ name }) => name)
  return { leads, lines, choices, asked, marks: reader.leftOut.marks }
}

test.each(Object.entries(EXPECTED))('%s', (name, expected) => {
  expect(read(fileOf(`${name}.csv`))).toMatchObject({ leads: expected, asked: [] })
})

test.each(['dialer', 'follow-up-boss', 'gohighlevel', 'hubspot', 'plain', 'podio', 'resimpli', 'salesforce'])(
  'our own file for %s brings back every house and phone, but for an owner that is a formula',
  (name) => {
    const text = fileOf(`../../../delivery/preset-files/${name}.csv`).replace(/^[^\n]*Peña[^\n]*\n/m, '')
    const found = JSON.stringify(read(text).leads)
    const all = [...(text.match(/(?<=^|,|")\d Elm St/gm) ?? []), ...(text.match(/512-?555-?\d{4}/g) ?? [])]
    expect(all.filter((one) => !found.includes(one.replaceAll('-', '')))).toEqual([])
  },
)

const HOUSE = 'Address,City,State,Zip,County,Owner'
const rowOf = (...cells: string[]) => `12 Main St,Austin,TX,78701,Travis,Ann Oak,${cells.join(',')}\n`

/** What becomes of a list of one house whose last column says something about calling. */
function saidOf(column: string, cell: string, said?: LeadMapping) {
  const { leads, marks, asked } = read(`${HOUSE},Phone 1,${column}\n${rowOf('5125550101', `"${cell}"`)}`, said)
  const [lead] = leads
  const isCallable = lead !== undefined && 'phones' in lead && !lead.isDoNotCall && lead.phones[0][1] === false
  return { isCallable, words: (marks ?? []).map(({ word }) => word), asked }
}

test.each(WORDS.calls)(
  'until a person says otherwise, “%s: %s” allows calls: %s',
  (column, cell, isCallable, words) => {
    expect(saidOf(column, cell)).toMatchObject({ isCallable, words })
    expect(saidOf(column, cell, { callable: { fixed: cell } })).toMatchObject({ isCallable: true, words: [] })
  },
)

test.each(WORDS.asks)('a person has to say what %s: %s means', (column, cell) => {
  expect(saidOf(column, cell).asked).toEqual([column])
  expect(saidOf(column, cell, { setAside: { column } })).toMatchObject({ isCallable: true })
})

test('where a person says that “yes” may be called, “no” may not', () => {
  const said = { doNotCall: { column: 'OK to call' }, callable: { fixed: 'yes' } }
  expect(saidOf('OK to call', 'Yes', said)).toMatchObject({ isCallable: true })
  expect(saidOf('OK to call', 'No', said)).toMatchObject({ isCallable: false, words: ['No'] })
})

test.each(WORDS.consents)('“Opt In: %s” counts as the consent %j', (cell, consent) => {
  expect(read(`${HOUSE},Opt In\n${rowOf(cell)}`).leads).toMatchObject([{ consent }])
})

test.each(WORDS.secondAddresses)('a second address column with %s', (_, column, cell, choices) => {
  const list = read(`${HOUSE},${column}\n${rowOf(cell)}`)
  expect(list.choices.length).toBe(choices)
  expect(list.leads).toMatchObject([{ address: cell === 'Apt 4' ? '12 Main St, Apt 4' : '12 Main St' }])
})

test.each([
  ['Address,City,State,Zip', ['Address (2)', 'City (2)', 'Zip (2)']],
  ['Address 2,City 2,State 2,Zip 2', ['Address 2', 'City 2', 'Zip 2']],
])('of two whole sets of the same names, each is a choice with its own city and ZIP: %s', (names, second) => {
  const { choices } = read(`${HOUSE},${names}\n${rowOf('9 Mesa St', 'Austin', 'TX', '78702')}`)
  const columns = choices.flatMap((one) =>
    (['address', 'city', 'zip'] as const).flatMap((field) => columnsOf(one, field)),
  )
  expect(columns).toEqual(['Address', 'City', 'Zip', ...second])
})

test('a middle name belongs to the whole name, and a second owner may be a company', () => {
  const header = `${HOUSE.replace(',Owner', '')},First Name,MI,Last Name,Owner 2 Company`
  const { leads } = read(`${header}\n12 Main St,Austin,TX,78701,Travis,Ann,B.,Oak,Oak Hill LLC\n`)
  expect(leads).toMatchObject([{ owners: ['Ann B. Oak', 'Oak Hill LLC'] }])
})

const WRITERS: readonly ((words: string[]) => string)[] = [
  (words) => words.join(' '),
  (words) => words.join('_').toLowerCase(),
  (words) => words.join(''),
  (words) => words.join('-').toUpperCase(),
  (words) => words.join('').toUpperCase(),
  (words) => words.join('').replace(/^./, (letter) => letter.toLowerCase()),
]
/** What becomes of each row, whatever its number and the order of its phones and emails. */
const sortedLines = (text: string) =>
  read(text).lines.map((line) =>
    line
      .replace(/\t\d+/, '')
      .split('\t')
      .map((value) => (/^[[{]/.test(value) ? value.match(/\{[^{}]*:[^{}]*\}|[^{}[\],"]+/g)?.sort() : value)),
  )

test('a list is the same leads in any order of columns, and however it writes names, quotes, blank rows and ends', () => {
  const [names = [], ...rows] = new CsvReader().push(fileOf('everything.csv'))
  const expected = sortedLines(fileOf('everything.csv'))
  expect(new Set(expected.map(String)).size).toBe(12)
  const order = fc.shuffledSubarray([...names.keys()], { minLength: names.length })
  const writers = fc.array(fc.constantFrom(...WRITERS), { minLength: 1, maxLength: 7 })
  const ends = fc.constantFrom('\n', ',\n', ',,\n', '\n\n', ',\n,,\n', '\r\n')
  fc.assert(
    fc.property(order, writers, fc.boolean(), ends, (order, writers, isQuoted, end) => {
      const write = (name: string, at: number) => writers[at % writers.length]?.(name.split(' ')) ?? name
      const lineOf = (cells: readonly string[]) =>
        order.map((at) => (isQuoted || cells[at]?.includes(',') ? `"${cells[at]}"` : cells[at])).join(',') + end
      expect(sortedLines([names.map(write), ...rows].map(lineOf).join(''))).toEqual(expected)
    }),
    { numRuns: runsOf(500) },
  )
})
