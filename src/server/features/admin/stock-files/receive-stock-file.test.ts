/** What stock files may contain, what is said about refused ones, and what an export contains. */
import { beforeEach, describe, expect, test } from 'vitest'
import { PREMIER, VIP, withStockFiles } from '#testing/stock-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withStockFiles(store)
beforeEach(() => files.reset())

describe('a stock file', () => {
  test.each([
    ['Windows line ends', `package_id,available\r\n${VIP},25\r\n`],
    ['a byte order mark', `\uFEFFpackage_id,available\n${VIP},25\n`],
    [
      'quotes, embedded line ends and columns in another order',
      `note,"available","package_id"\n"a ""b"",\r\nc",25,"${VIP}"\n`,
    ],
    ['names in place of the id', 'State,County,Lead Type,Tier,Size,Available\nTexas,travis,Vacant Houses,VIP,20,25\n'],
    [
      'a county code whose zero a spreadsheet dropped',
      `fips,lead_type,tier,size,available\n48453,vacant,vip,20,25.0\n`,
    ],
  ])('with %s is read', async (_, file) => {
    const { body } = await files.check(file)
    expect(body.preview).toMatchObject({ named: 1, changed: 1 })
    await files.apply(body.id)
    expect(await files.stock(VIP)).toEqual([25])
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'package_id,available\r\n', 'The file has a header and no rows.'],
    ['no header', `${VIP},25\n`, 'The first row must be a header'],
    ['no column of counts', `package_id,count\n${VIP},25\n`, 'no column “available”'],
    [
      'a column twice',
      `package_id,available,Available\n${VIP},25,26\n`,
      'The column “available” is in the file twice.',
    ],
    ['semicolons', `package_id;available\n${VIP};25\n`, 'Save the file as CSV with commas.'],
    [
      'a quote that is never closed',
      `package_id,available\n"${VIP},25\n`,
      'The quote that opens in row 2 is never closed.',
    ],
    ['UTF-16', Buffer.from(`\uFEFFpackage_id,available\n${VIP},25\n`, 'utf16le'), 'The file is in UTF-16'],
    ['Latin-1', Buffer.from(`package_id,available,n\n${VIP},25,\xe9\n`, 'latin1'), 'not text in UTF-8'],
    ['a workbook', Buffer.from('PK\x03\x04'), 'This is a workbook'],
  ])('with %s is refused as a whole, and the import keeps the reason', async (_, file, message) => {
    const before = await files.fingerprint()
    const reply = await files.check(file)
    expect(reply).toMatchObject({ status: 400, body: { code: 'stock_file_refused' } })
    expect(reply.body.message).toContain(message)
    expect(await files.fingerprint()).toEqual(before)
    const [kept] = (await files.admin.call('GET', '/api/admin/stock-imports?limit=1')).body
    expect(kept).toMatchObject({ state: 'refused', problem: reply.body.message })
    expect((await files.apply(kept.id)).body.code).toBe('stock_import_not_ready')
  })
})

describe('invalid rows', () => {
  const CASES = [
    ['package_missing', ',5'],
    ['package_unknown', '48453-vacant-vip-21,5'],
    ['package_unknown', '99999-vacant-vip-20,5'],
    ['count_missing', `${VIP}, `],
    ['count_not_number', `${VIP},many`],
    ['count_not_number', `${VIP},NaN`],
    ['count_not_number', `${VIP},1e308`],
    ['count_fraction', `${VIP},2.5`],
    ['count_negative', `${VIP},-3`],
    ['count_too_high', `${VIP},1000001`],
    ['cells', `${VIP},5,6`],
  ] as const

  test('are reported with their numbers and reasons, and the whole file is refused', async () => {
    const before = await files.fingerprint()
    const { body } = await files.check(
      `package_id,available\n${PREMIER},77\n${CASES.map(([, row]) => `${row}\n`).join('')}`,
    )
    expect(body).toMatchObject({ state: 'refused', preview: null, refusedRows: CASES.length })
    expect(body.refused.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual(
      CASES.map(([reason], index) => [index + 3, reason]),
    )
    expect((await files.apply(body.id)).body.code).toBe('stock_import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
    const report = await files.admin.call('GET', `/api/admin/stock-imports/${body.id}/refused.csv`)
    expect(report.headers['content-disposition']).toMatch(/^attachment; filename="refused-rows-sti_\w+\.csv"$/)
    expect(report.body).toContain('row,reason,line\r\n3,"This row names no package:')
  })

  test('include rows that contradict an earlier row, but not repeats', async () => {
    const { body } = await files.check(
      `package_id,available\n${VIP},5\n${PREMIER},6\n${VIP},5\n${PREMIER},7\n${PREMIER},6\n`,
    )
    expect(body.refused).toEqual([{ row: 5, reason: 'package_twice', line: `${PREMIER}: 7, but row 3 says 6` }])
    const fine = await files.check(`package_id,available\n${VIP},5\n${VIP},5\n`)
    expect(fine.body.preview).toMatchObject({ named: 1, repeated: 1 })
  })

  test('include rows whose columns were sorted separately', async () => {
    const { body } = await files.check(
      `package_id,state,county,lead_type,tier,size,available\n${VIP},Texas,Travis,vacant,vip,30,5\n`,
    )
    expect(body.refused[0].reason).toBe('package_contradicted')
  })
})

test('an export of stock has all packages in the shop’s order, with the columns an import needs', async () => {
  await store.setStock(VIP, 2500)
  const reply = await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')
  const lines: string[] = reply.body.trimEnd().split('\r\n')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="stock-texas-\d{4}-\d\d-\d\d\.csv"$/)
  expect(lines[0]).toBe('package_id,state,county,lead_type,tier,size,price,available,exported_available')
  expect(lines).toHaveLength(254 * 48 + 1)
  expect(lines[1]).toBe('48001-vacant-vip-20,Texas,Anderson,vacant,vip,20,299.00,0,0')
  expect(lines).toContain('48453-vacant-vip-20,Texas,Travis,vacant,vip,20,299.00,2500,2500')
  expect((await files.admin.call('GET', '/api/admin/stock.csv?state=Atlantis')).body.code).toBe('unknown_state')
})
