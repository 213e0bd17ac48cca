import { describe, expect, test } from 'vitest'
import { workbookOf } from '#testing/workbook-rows.ts'
import { openTable } from './table-reader.ts'
import { Bounds, FileProblem } from './unpack.ts'
import { writeWorkbook, zipFiles } from './workbook.ts'

async function open(file: string | Uint8Array) {
  const bounds = new Bounds(64 * 2 ** 20)
  const bytes = Buffer.from(file)
  bounds.packed = bytes.length
  const parts = async function* () {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
  }
  const { rows, ...table } = await openTable(parts(), bounds)
  const read: string[][] = []
  const at: string[] = []
  for await (const batch of rows()) {
    read.push(...batch.rows)
    at.push(...batch.rows.map((_, index) => `${batch.sheet}:${batch.firstRowNumber + index}`))
  }
  return { ...table, rows: read, at }
}

const inOld = (text: string) => Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from(text, 'utf16le')])

test.each([
  [
    'semicolons',
    'Name;Address;ZIP\nAnn;12 A St, Unit 4, Austin, TX;78701\nBo;14 A St, Unit 5, Austin, TX;78702\n',
    ';',
  ],
  ['tabs', 'Name\tAddress\tZIP\nAnn\t12 Main St; rear\t78701\n', '\t'],
  ['bars', 'Name|Address|ZIP\n"Ann, Bo|Co"|12 Main St|78701\n', '|'],
  ['commas', 'Name,"Address;City;State;ZIP"\nAnn,"12 Main St;Austin;TX;78701"\n', ','],
  ['a line that says so', 'sep=;\r\nName,ZIP;Address\r\nAnn,78701;12 Main St\r\n', ';'],
  ['a single column', 'Phone\n5125550100\n', ','],
])('the separator is found: %s', async (_, text, separator) => {
  const table = await open(text)
  expect(table).toMatchObject({ separator })
  expect(table.rows[0]).toHaveLength(table.header.length)
})

describe('the header', () => {
  const rows = 'Owner,Address,ZIP,Tax 2024 2025,cf_1048576\nAnn,12 Main St,78701,3,\nBo,,78702,,x\n'
  test.each([
    ['at the top', '', 1],
    ['under a title', 'List: Travis vacant\n', 2],
    ['under titles and blank rows, with commas', '\nExport of,11/28/2026,,,\n,,,,\n"Travis, vacant",,,,\n', 5],
  ])('%s is found, and rows keep their numbers', async (_, titles, headerRow) => {
    const table = await open(titles + rows)
    expect(table).toMatchObject({ at: [`0:${headerRow + 1}`, `0:${headerRow + 2}`] })
    expect(table.header).toEqual(['Owner', 'Address', 'ZIP', 'Tax 2024 2025', 'cf_1048576'])
  })

  test.each([
    ['is missing', 'Ann,12 Main St,78701\nBo,14 Main St,78702\n'],
    ['is missing, and the first row is short', 'Ann,,\nBo,14 Main St,78702\nCo,16 Main St,78703\n'],
    ['names fewer columns than a row has', 'Address\n"12 Main St",Austin,TX 78701\n'],
  ])('that %s is the first row', async (_, text) => {
    expect((await open(text)).at[0]).toBe('0:2')
  })
})

test('a workbook is read like text, and all its sheets with the header of the largest', async () => {
  const header = ['Owner', 'Address', 'ZIP']
  const table = await open(
    workbookOf({
      About: [['Exported by', 'Ann']],
      May: [['Vacant in May'], [], header, ['Ann', '12 Main St', '78701'], ['Bo', '14 Main St', '78702']],
      June: ['owner ,ADDRESS,ZIP', 'Co,16 Main St,78703'].map((row) => row.split(',')),
      Codes: ['Code,Word', 'V,vacant'].map((row) => row.split(',')),
    }),
  )
  expect(table).toMatchObject({ header, separator: null, at: ['1:4', '1:5', '2:2'] })
  expect(table.rows.map(([owner]) => owner)).toEqual(['Ann', 'Bo', 'Co'])
  const sheets = table.sheets.map(({ name, rows, isRead }) => `${name} ${rows} ${isRead}`)
  expect(sheets).toEqual(['About 0 false', 'May 2 true', 'June 1 true', 'Codes 1 false'])
})

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'The file is empty.'],
  ['blank rows', '\n,,\n\n', 'The file is empty.'],
  ['an empty sheet', writeWorkbook('Leads', []), 'The workbook is empty.'],
  ['a PDF', '%PDF-1.7\n', 'This is a PDF, not a list.'],
  ['a web page', '\ufeff\n<!DOCTYPE html><html>', 'This is a web page'],
  ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), 'This is a picture'],
  ['JSON', '[{"address": "12 Main St"}]', 'This is a JSON file'],
  ['an old workbook', inOld('..Workbook'), '(XLS)'],
  ['a password', inOld('EncryptedPackage'), 'password'],
  ['another zip', zipFiles(new Map([['list.csv', 'a,b\n']])), 'This is a ZIP archive'],
  ['a document', zipFiles(new Map([['word/document.xml', '<a/>']])), 'This is a document'],
  ['half a workbook', writeWorkbook('Leads', [['Address']]).subarray(0, 700), 'only a part of it'],
])('a file with %s is refused with the true reason', async (_, file, message) => {
  await expect(open(file)).rejects.toThrow(FileProblem)
  await expect(open(file)).rejects.toThrow(message)
})

test('a long note in a column and hundreds of columns are no reason to refuse', async () => {
  const names = Array.from({ length: 500 }, (_, at) => `Column ${at}`)
  const table = await open(`${names.join(',')}\n"${'long '.repeat(19_999)}"\n`)
  expect([table.header.length, table.rows[0]?.[0]?.length]).toEqual([500, 99_995])
})
