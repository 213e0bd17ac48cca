/** What stock files may contain, what is said about refused ones, and what an export contains. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSED_ROWS_MAX, STOCK_FILE_BYTES_MAX, STOCK_FILE_ROWS_MAX } from '#contract/admin/stock-files.ts'
import { anAdmin, aRep } from '#testing/builders.ts'
import { PREMIER, StockFiles, VIP } from '#testing/stock-files.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let files: StockFiles
beforeAll(async () => {
  store = await createTestApp()
  files = new StockFiles(store, await anAdmin(store))
})
afterAll(() => store.close())
beforeEach(() => files.reset())

describe('a stock file', () => {
  test.each([
    ['Windows line ends', `package_id,available\r\n${VIP},25\r\n`],
    ['a byte order mark', `\uFEFFpackage_id,available\n${VIP},25\n`],
    [
      'quotes, embedded line ends and columns in another order',
      `note,"available","package_id"\n"a ""b"",\r\nc",25,"${VIP}"\n`,
    ],
    ['empty lines at the end', `package_id,available\n${VIP},25\n\n,\n\r\n`],
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

  test('reports the columns that it does not use', async () => {
    const { body } = await files.check(`package_id,available,Remark,price\n${VIP},25,soon,1.00\n`)

    expect(body.ignoredColumns).toEqual(['Remark'])
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'package_id,available\r\n', 'The file has a header and no rows.'],
    ['no header', `${VIP},25\n`, 'The first row must be a header'],
    ['no column of counts', `package_id,count\n${VIP},25\n`, 'no column “available”'],
    ['no column of packages', 'county,available\nTravis,25\n', 'no column “package_id”'],
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
    ['UTF-16, the bytes the other way', Buffer.from('feff0070', 'hex'), 'The file is in UTF-16'],
    ['Latin-1', Buffer.from(`package_id,available,n\n${VIP},25,\xe9\n`, 'latin1'), 'not text in UTF-8'],
    ['zero characters', `package_id,available\n${VIP},2\0\n`, 'characters that no text has'],
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

  test.each([
    ['a million rows', `${VIP},5\n`.repeat(1_000_000)],
    ['a row and then blank ones', `${VIP},5\n${',\n\n'.repeat(STOCK_FILE_ROWS_MAX / 2)}`],
  ])('of %s is refused and leaves nothing behind', async (_what, rows) => {
    const before = await files.leftRows()
    const reply = await files.check(`package_id,available\n${rows}`)

    expect(reply.body.message).toContain(`more than ${STOCK_FILE_ROWS_MAX.toLocaleString('en-US')} rows`)
    expect(await files.leftRows()).toBe(before)
  })

  test('of 30 MB is refused, naming the limit', async () => {
    const row = `${VIP},5,${'x'.repeat(900)}\n`
    const reply = await files.check(`package_id,available,note\n${row.repeat(Math.ceil((30 * 2 ** 20) / row.length))}`)

    expect(reply).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(reply.body.message).toContain(`${STOCK_FILE_BYTES_MAX / 2 ** 20} MB`)
  })

  test('that is not sent as CSV is refused', async () => {
    const reply = await files.send(await files.announce(), '{}', { 'content-type': 'application/json' })

    expect(reply).toMatchObject({ status: 415, body: { message: 'Send the file as text/csv (content-type).' } })
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

  test(`are listed up to ${REFUSED_ROWS_MAX}, with how many there are`, async () => {
    const { body } = await files.check(`package_id,available\n${`${VIP},x\n`.repeat(REFUSED_ROWS_MAX + 500)}`)
    const report = await files.admin.call('GET', `/api/admin/stock-imports/${body.id}/refused.csv`)

    expect(body.refusedRows).toBe(REFUSED_ROWS_MAX + 500)
    expect(report.body.split('\r\n')).toHaveLength(REFUSED_ROWS_MAX + 3)
    expect(report.body).toContain('1500 rows were refused; the first 1000 are listed here.')
  })
})

describe('an export of stock', () => {
  test('has all packages in the shop’s order, with the columns an import needs', async () => {
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

  test('is refused to a rep, like every step of an import', async () => {
    const rep = await aRep(store)
    const importId = await files.announce()
    const headers = { 'content-type': 'text/csv', cookie: rep.cookie }
    const sent = await store.app.server.inject({
      method: 'PUT',
      url: `/api/admin/stock-imports/${importId}/file`,
      payload: `package_id,available\n${VIP},0\n`,
      headers,
    })
    const asked = [
      await rep.call('GET', '/api/admin/stock.csv'),
      await rep.call('POST', '/api/admin/stock-imports', { fileName: 'a.csv', fileBytes: 1 }),
      await rep.call('GET', '/api/admin/stock-imports'),
      await rep.call('GET', `/api/admin/stock-imports/${importId}`),
      await rep.call('POST', `/api/admin/stock-imports/${importId}/check`),
      await rep.call('POST', `/api/admin/stock-imports/${importId}/apply`),
      await rep.call('GET', `/api/admin/stock-imports/${importId}/refused.csv`),
    ]

    expect([sent.statusCode, ...asked.map(({ status }) => status)]).toEqual(Array(8).fill(403))
    expect(await files.stock(VIP)).toEqual([10])
  })
})
