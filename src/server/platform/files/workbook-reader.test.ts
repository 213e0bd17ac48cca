import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { runsOf } from '#testing/lane.ts'
import { Bounds, FileProblem } from './unpack.ts'
import { writeWorkbook } from './workbook.ts'
import { openWorkbook } from './workbook-reader.ts'

/** The rows of all sheets that are not hidden. */
async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const bounds = new Bounds(64 * 2 ** 20)
  bounds.packed = bytes.length
  const rows: string[][] = []
  for (const sheet of await openWorkbook(Buffer.from(bytes), bounds))
    for await (const more of sheet.rows()) rows.push(...more)
  return rows
}

const WORKBOOK = '<workbook><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>'
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="…/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'

const PARTS = { 'xl/workbook.xml': strToU8(WORKBOOK), 'xl/_rels/workbook.xml.rels': strToU8(RELATIONS) }

/** As other programs write them: the sheet comes before the texts that its cells share. */
const workbook = (sheet: string, more: Record<string, string> = {}) =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...PARTS,
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
  })

test('a workbook that the store wrote is read as it was', async () => {
  const rows = [
    ['Address', 'ZIP', 'Note'],
    ['12 Oak St & Sons <1>', 78_701, null],
    ['=2+2', '+1 512', 'said “no”\nand left'],
    [null, null, 'last'],
  ]

  expect(await rowsOf(writeWorkbook('Leads', rows))).toEqual([
    ['Address', 'ZIP', 'Note'],
    ['12 Oak St & Sons <1>', '78701'],
    ['=2+2', '+1 512', 'said “no”\nand left'],
    ['', '', 'last'],
  ])
})

test('a workbook with shared texts, prefixes, gaps, numbers and formulas is read as a person sees it', async () => {
  const sheet = `<?xml version="1.0"?><!-- > --><x:worksheet><x:sheetData>
      <x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t='s'><x:v>1</x:v></x:c></x:row>
      <x:row r="2"/>
      <x:row r="3"><x:c r="A3"><x:v>5.12555E+9</x:v></x:c><x:c r="B3" s="2"/><x:c t="str"><x:f>A1&amp;"&gt;"</x:f><x:v>a&#62;b</x:v></x:c><x:c r="E3" t="e"><x:v>#N/A</x:v></x:c></x:row>
      <x:row r="4"><x:c r="A4" t="s"><x:v>99</x:v></x:c><x:c r="B4" t="b"><x:v>1</x:v></x:c><x:c r="C4" t="inlineStr"><x:is><x:r><x:t>a</x:t></x:r><x:r><x:t>b</x:t></x:r></x:is></x:c></x:row>
      <x:row r="7"><x:c r="A7"><x:v>79754.0</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  const strings =
    '<sst><si><t xml:space="preserve">Property </t></si><si><r><t>Ph</t></r><r><t>one</t></r><rPh><t>no</t></rPh></si></sst>'

  expect(await rowsOf(workbook(sheet, { 'xl/sharedStrings.xml': strings }))).toEqual([
    ['Property ', '', 'Phone'],
    [],
    ['5125550000', '', 'a>b'],
    ['', 'TRUE', 'ab'],
    [],
    [],
    ['79754'],
  ])
})

test('a workbook is read without its hidden sheets', async () => {
  const bytes = workbook('<worksheet><row><c><v>1</v></c></row></worksheet>', {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/other.xml"/></Relationships>',
    'xl/worksheets/other.xml': '<worksheet><row><c><v>2</v></c></row></worksheet>',
  })

  expect(await rowsOf(bytes)).toEqual([['2']])
})

test.each([
  ['a ZIP whose zeros are its format', '00000', '2134', '02134'],
  ['a ZIP of nine digits', '00000\\-0000', '787011234', '78701-1234'],
  ['a day', 'm/d/yyyy;@', '46354', '2026-11-28'],
  ['a day and a time', 'yyyy\\-mm\\-dd hh:mm', '46354.604166666664', '2026-11-28T14:30:00'],
  ['a time', '[$-409]h:mm AM/PM', '0.5', '12:00:00'],
  ['a percent', '0%', '0.07', '7%'],
  ['dollars', '"Sold: "$#,##0.00', '1234.5600000000001', '1234.56'],
  ['a date before all days', 'yyyy', '-1', '-1'],
])('a workbook shows %s', async (_, code, value, shown) => {
  const bytes = workbook(`<worksheet><row><c s="1"><v>${value}</v></c></row></worksheet>`, {
    'xl/_rels/workbook.xml.rels': RELATIONS.replace(
      '</R',
      '<Relationship Type="x/styles" Target="/xl/styles.xml"/></R',
    ),
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts>
        <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
  })

  expect(await rowsOf(bytes)).toEqual([[shown]])
})

test('a workbook with thousands of texts and rows keeps each in its place', async () => {
  const count = runsOf(70_000)
  const numbers = Array.from({ length: count }, (_, index) => index)
  const strings = numbers.map((index) => `<si><t>Straße ${index}</t></si>`).join('')
  const rows = numbers.map((index) => `<row><c t="s"><v>${count - 1 - index}</v></c></row>`).join('')

  const read = await rowsOf(
    workbook(`<worksheet>${rows}</worksheet>`, { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
  )

  expect(read).toHaveLength(count)
  expect([read[0], read[count - 1]]).toEqual([[`Straße ${count - 1}`], ['Straße 0']])
})

test.each<[string, Uint8Array]>([
  ['is cut off', writeWorkbook('Leads', [['Address'], ['1 Main St']]).subarray(0, 700)],
  ['has another document’s type', workbook('<!DOCTYPE a [<!ENTITY b "c">]><worksheet><row/></worksheet>')],
  ['has a tag without an end', workbook(`<worksheet><row a="${'x'.repeat(300_000)}`)],
  ['is not UTF-8', zipSync({ ...PARTS, 'xl/worksheets/sheet1.xml': Uint8Array.of(0x3c, 0xff, 0xfe) })],
  ['names a sheet that is not there', workbook('x', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' })],
  ['is a zip of nothing', zipSync({})],
  ['has a cell beyond all columns', workbook('<worksheet><row><c r="ZZZ1"><v>1</v></c></row></worksheet>')],
  ['is a bomb', workbook(`<worksheet>${' '.repeat(8 * 2 ** 20)}</worksheet>`)],
])('a workbook that %s is refused', async (_, bytes) => {
  await expect(rowsOf(bytes)).rejects.toThrow(FileProblem)
})
