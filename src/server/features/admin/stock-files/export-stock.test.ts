/** An export that went through a spreadsheet and back, in each form that Excel saves. */
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { VIP, withStockFiles } from '#testing/stock-files.ts'
import { withStore } from '#testing/with-store.ts'

/** Stands for the county in New Mexico, which a test's store lacks. */
const RENAME = `update counties set name = 'Doña Ana' where fips = '10001'`
const store = withStore({}, async (opened) => void (await opened.rows(RENAME)))
const files = withStockFiles(store)
const [FULL, UNLIMITED] = ['10001-vacant-vip-20', '10001-vacant-vip-30'] as const

/** The export's cells as Excel writes them after it read what looks like numbers: `299.00` is `299`. */
async function openInExcel(): Promise<string[][]> {
  await store.setStock(FULL, 20)
  await store.setStock(UNLIMITED, 1_000)
  const { body } = await files.admin.call('GET', '/api/admin/stock.csv?state=Delaware')
  return csvRows(Buffer.from(body)).map((row) => row.map((cell) => cell.replace(/^(\d+)\.0+$/, '$1')))
}

const quote = (cell: string): string => (/[",;]/.test(cell) ? `"${cell}"` : cell)
const save = (rows: string[][], { separator = ',', lineEnd = '\r\n' } = {}): string =>
  rows.map((row) => row.map(quote).join(separator) + lineEnd).join('')
/** Without `exported_available`, so every count is compared; `available` is the eighth column. */
const counts = (rows: string[][], change: (count: string) => string) =>
  rows.map((row, at) => row.slice(0, 8).map((cell, column) => (at > 0 && column === 7 ? change(cell) : cell)))

test.each<[form: string, save: (rows: string[][]) => string | Buffer]>([
  ['CSV UTF-8', (rows) => `\uFEFF${save(rows)}`],
  ['CSV UTF-8 without a mark, with the line ends of a Macintosh', (rows) => save(rows, { lineEnd: '\r' })],
  ['CSV', (rows) => Buffer.from(save(rows), 'latin1')],
  ['CSV (Macintosh)', (rows) => Buffer.from(save(rows, { lineEnd: '\r' }).replaceAll('ñ', '\x96'), 'latin1')],
  ['CSV (MS-DOS)', (rows) => Buffer.from(save(rows).replaceAll('ñ', '\xA4'), 'latin1')],
  ['CSV in Europe', (rows) => Buffer.from(save(rows, { separator: ';' }), 'latin1')],
  ['Unicode text', (rows) => Buffer.from(`\uFEFF${save(rows, { separator: '\t' })}`, 'utf16le')],
  ['thousands separators', (rows) => save(counts(rows, (count) => Number(count).toLocaleString('en-US')))],
  ['decimals', (rows) => save(counts(rows, (count) => `${count}.0`))],
  ['trailing empty columns and rows', (rows) => `${save(rows.map((row) => [...row, '', '']))},,\r\n,,,,,,,,,,\r\n`],
  ['a name that another program mangled', (rows) => save(rows).replaceAll('Doña', 'DoÃ±a')],
])('an export saved as %s changes nothing when it is imported again', async (_, saved) => {
  const rows = await openInExcel()
  expect(rows).toContainEqual([UNLIMITED, 'Delaware', 'Doña Ana', 'vacant', 'vip', '30', '399', '1000', '1000'])
  const checked = await files.bring(saved(rows))
  expect(checked).toMatchObject({
    state: 'ready',
    refusedRows: 0,
    preview: { named: 3 * 48, changed: 0, leftAlone: 0 },
  })
})

test('no cell of an export is text that Excel takes for a number, a date or a formula', async () => {
  const { body } = await files.admin.call('GET', '/api/admin/stock.csv')
  const cells = new Set(csvRows(Buffer.from(body)).flatMap((row) => row.slice(0, 5)))
  const month = 'jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec'
  const changed = new RegExp(
    `^[\\s=+@-]|^[\\d.,:/ -]+(e\\d+)?$|^(\\d+[ /-])?(${month})([a-z]*[ /-]?\\d+)?$|^true$`,
    'i',
  )
  expect([...cells].filter((cell) => changed.test(cell))).toEqual([])
})

test('an export has all packages in the shop’s order, with the columns an import needs', async () => {
  await store.setStock(VIP, 2500)
  const reply = await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')
  const lines: string[] = reply.body.trimEnd().split('\r\n')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="stock-texas-\d{4}-\d\d-\d\d\.csv"$/)
  expect(lines[0]).toBe('\uFEFFpackage_id,state,county,lead_type,tier,size,price,available,exported_available')
  expect(lines).toHaveLength(254 * 48 + 1)
  expect(lines[1]).toBe('48001-vacant-vip-20,Texas,Anderson,vacant,vip,20,299.00,0,0')
  expect(lines).toContain('48453-vacant-vip-20,Texas,Travis,vacant,vip,20,299.00,2500,2500')
  expect((await files.admin.call('GET', '/api/admin/stock.csv?state=Atlantis')).body.code).toBe('unknown_state')
})
