/** Buyers upload lists of leads that they have already: what is recognized, kept and refused. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { propertyKeyOf } from '#server/features/stock/fingerprints.ts'
import { days } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { writeWorkbook } from '#server/platform/workbook.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { addOwnList, ownListsOf, sendListFile } from '#testing/own-lists.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const CHECK = '/api/desk/own-lists/check'
const HEADER = 'Property Address,City,State,ZIP,Owner,Phone,Phone 1 Type,Mobile\n'
const FILE = `${HEADER}12 North Main Street,Austin,TX,78701,"Doe, Jane",(512) 555-0100,mobile,
14 Oak Ave Apt 4,Austin,TX,78701-1234,Sam,,landline,737.555.0101
,Austin,TX,78701,Nobody,,,
9 Elm St,Austin,TX,none,Al,,,
Main Street,Austin,TX,78702,Bo,,,
`

let store: TestApp
let desk: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
/** The desk of someone who bought a package. */
async function aDeskOfBuyer(): Promise<Client> {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  return aDesk(store, buyer.contactInfo.email)
}
beforeEach(async () => {
  desk = await aDeskOfBuyer()
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const keysOf = (listId: string) =>
  query('select key, added_at from own_list_keys join own_lists using (list_no) where list_id = $1 order by key', [
    listId,
  ])
const countKeys = async () => Number((await query('select count(*) as keys from own_list_keys'))[0]?.keys)

describe('a file', () => {
  test('is checked: columns, usable rows, and why others are not; nothing of it is kept', async () => {
    const { status, body } = await sendListFile(desk, CHECK, FILE)

    expect(status).toBe(200)
    expect(body.columns.map(({ meaning }: { meaning: string | null }) => meaning)).toEqual([
      'address',
      'city',
      null,
      'zip',
      null,
      'phone',
      null,
      'phone',
    ])
    expect(body).toMatchObject({ rows: 5, usableRows: 2, addresses: 2, phones: 2 })
    expect(body.problems).toEqual(
      expect.arrayContaining([
        { reason: 'nothing', rows: 1 },
        { reason: 'zip', rows: 1 },
        { reason: 'address', rows: 1 },
      ]),
    )
    expect(await ownListsOf(desk)).toEqual([])
    expect(await countKeys()).toBe(0)
  })

  test('is kept as fingerprints of the same form as those of leads, and as nothing else', async () => {
    const { status, body } = await addOwnList(desk, FILE, { name: '  From\tmy CRM ' })

    expect(status).toBe(200)
    expect(body.list).toMatchObject({ name: 'From my CRM', addresses: 2, phones: 2 })
    expect(await ownListsOf(desk)).toEqual([body.list])
    const keys = (await keysOf(body.list.id)).map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(keys).toContain(propertyKeyOf(store.ctx, '12 N MAIN ST|78701'))
    expect(keys).toContain(propertyKeyOf(store.ctx, '14 OAK AVE UNIT 4|78701'))
    expect(JSON.stringify(await query('select * from own_lists'))).not.toMatch(/Main|5550100|Doe/)
  })

  test.each<[string, (text: string) => string | Uint8Array]>([
    ['compressed CSV', (text) => gzipSync(text)],
    ['CSV with a byte order mark and Windows line ends', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    [
      'a workbook',
      () =>
        writeWorkbook('Leads', [
          ['Street', 'City', 'Zip Code', 'Cell Phone'],
          ['12 North Main Street', 'Austin', 78_701, 5_125_550_100],
          ['14 Oak Ave #4', null, '78701', '+1 737 555 0101'],
          [],
        ]),
    ],
    [
      'whole addresses in one column, and phones in one cell',
      () =>
        'Address,Phones\n"12 N. Main St, Austin, TX 78701","512-555-0100; 737-555-0101"\n"14 Oak Avenue, Unit 4, Austin, TX 78701-1234",',
    ],
  ])('as %s gives the same', async (...row) => {
    const [, make] = row
    const first = await addOwnList(desk, FILE)

    const { status, body } = await addOwnList(desk, make(FILE))

    expect([status, body.list?.addresses, body.list?.phones], JSON.stringify(body)).toEqual([200, 2, 2])
    const keys = async (listId: string) => (await keysOf(listId)).map(({ key }) => key)
    expect(await keys(body.list.id)).toEqual(await keys(first.body.list.id))
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    ['without a column that is recognized', 'Name,Email\nJane,jane@example.com\n', /No column was recognized/],
    ['without a header', '5125550100\n5125550101\n', /No column was recognized/],
    ['that is empty', '', /empty/],
    ['with nothing but a header', HEADER, /no rows/],
    ['with other separators', 'Address;City;ZIP\n1 Main St;Austin;78701\n', /separated by something else/],
    ['with a quote that is never closed', 'Phone\n"5125550100\n', /never closed/],
    ['in UTF-16', Buffer.from('\ufeffPhone\n5125550100\n', 'utf16le'), /UTF-16/],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0, 0]), /not text in UTF-8/],
    ['that is an XLS file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /XLS/],
    ['that is a zip of something else', Buffer.from('PK\u0003\u0004 nonsense'), /not a workbook|damaged/],
    ['whose compression is damaged', gzipSync(FILE).subarray(0, 60), /damaged/],
    ['without a usable row', 'Phone\n12\n911\n', /None of the rows/],
  ])('%s is refused with a clear word and changes nothing', async (...row) => {
    const [, file, message] = row
    const before = await countKeys()

    const { status, body } = await addOwnList(desk, file)

    expect([status, body.code]).toEqual([400, 'own_list_refused'])
    expect(body.message).toMatch(message)
    expect(await ownListsOf(desk)).toEqual([])
    expect(await countKeys()).toBe(before)
  })

  test('with hostile cells is read as far as it is addresses, and nothing of them comes back', async () => {
    const cells = ['=HYPERLINK("http://x","1 Main St")', '__proto__', '<script>1</script>', '\u202e1 Main St']
    const lines = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Austin,78701,"${'9'.repeat(5_000)}"`)

    const { status, body } = await sendListFile(desk, CHECK, `Address,City,ZIP,Phone\n${lines.join('\n')}\n1,2\n`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 5, phones: 0 })
    expect(body.problems).toContainEqual({ reason: 'cells', rows: 1 })
    expect(JSON.stringify(body)).not.toMatch(/script|HYPERLINK/)
  })

  test('that is too large is refused as such', async () => {
    const rows = await addOwnList(desk, `Phone\n${'5125550100\n'.repeat(1_000_001)}`)
    const blank = await addOwnList(desk, `Phone\n5125550100\n${'\n'.repeat(1_000_001)}`)
    const unpacked = await addOwnList(desk, gzipSync(`Phone\n${`${' '.repeat(8_000)}\n`.repeat(2_000)}`))
    const sent = await addOwnList(desk, Buffer.alloc(64 * 1024 * 1024 + 1, 'Phone\n'))

    expect([rows, blank, unpacked, sent].map(({ status }) => status)).toEqual([413, 413, 413, 413])
    expect(rows.body.message).toMatch(/more than 1,000,000 rows/)
    expect(blank.body.message).toMatch(/more than 1,000,000 rows, blank ones included/)
    expect(unpacked.body.message).toMatch(/100 times larger/)
    expect(sent.body.message).toMatch(/64 MB/)
    expect(await ownListsOf(desk)).toEqual([])
  }, 60_000)

  test('of another media type is not read', async () => {
    const { status, body } = await sendListFile(desk, CHECK, FILE, 'text/csv')

    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('lists', () => {
  test('are made once by an attempt, also when it is sent again', async () => {
    const first = await addOwnList(desk, FILE, { attemptId: 'attempt-4711' })
    const again = await addOwnList(desk, FILE, { attemptId: 'attempt-4711' })

    expect(again.body.list).toEqual(first.body.list)
    expect(await ownListsOf(desk)).toHaveLength(1)
  })

  test('sent fifty times at once become one, and each other is told to wait', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => addOwnList(desk, FILE)))

    const codes = replies.map(({ status, body }) => (status === 200 ? 'added' : body.code))
    expect(codes.filter((code) => code === 'added')).toHaveLength(1)
    expect(codes.filter((code) => code === 'own_list_busy')).toHaveLength(49)
    expect(await ownListsOf(desk)).toHaveLength(1)
  })

  test('are at most five, on two nodes at once too', async () => {
    const twin = await createTestApp({ beside: store })
    try {
      const there = desk.at(twin)
      for (let index = 0; index < 3; index += 1) await Promise.all([addOwnList(desk, FILE), addOwnList(there, FILE)])

      expect(await ownListsOf(desk)).toHaveLength(5)
      const more = await addOwnList(desk, FILE)
      expect([more.status, more.body.code]).toEqual([409, 'own_lists_full'])
    } finally {
      await twin.close()
    }
  })

  test('take more rows, or others; what they had before keeps its time', async () => {
    const { body } = await addOwnList(desk, FILE)
    const { id } = body.list
    const before = await keysOf(id)
    store.clock.advance(days(1))
    const rows = (mode: string, file: string) => sendListFile(desk, `/api/desk/own-lists/${id}/rows?mode=${mode}`, file)

    const appended = await rows('append', `${FILE}77 New Rd,Austin,TX,78701,,,,\n`)
    const repeated = await rows('append', `${FILE}77 New Rd,Austin,TX,78701,,,,\n`)
    const afterwards = await keysOf(id)
    const replaced = await rows('replace', 'Address,ZIP\n12 N Main St,78701\n78 New Rd,78701\n')
    const refused = await rows('replace', 'Name\nJane\n')

    expect(appended.body.list).toMatchObject({ addresses: 3, phones: 2 })
    expect(repeated.body.list).toMatchObject({ addresses: 3, phones: 2 })
    expect(afterwards).toEqual(expect.arrayContaining(before))
    expect(replaced.body.list).toMatchObject({ id, addresses: 2, phones: 0 })
    expect(refused.status).toBe(400)
    const now = await keysOf(id)
    expect(now).toHaveLength(2)
    const kept = now.find(({ key }) => key === propertyKeyOf(store.ctx, '12 N MAIN ST|78701'))
    expect(kept?.added_at).toEqual(before[0]?.added_at)
  })

  test('end when their buyer removes them, and their fingerprints with the next run', async () => {
    const { body } = await addOwnList(desk, FILE)
    const remove = () => desk.call('DELETE', `/api/desk/own-lists/${body.list.id}`)

    expect((await remove()).status).toBe(200)
    expect(await ownListsOf(desk)).toEqual([])
    expect((await remove()).body.code).toBe('own_list_unknown')
    await runScheduled(store, 'forget-old-rows')

    const [{ no: listNo }] = await query('select max(list_no) as no from own_list_keys')
    expect(await query('select list_no from own_lists where list_no = $1', [listNo])).toHaveLength(1)
    expect(await query('select * from own_list_remains')).toEqual([])
  })

  test('are forgotten a year after their last change', async () => {
    const { body } = await addOwnList(desk, FILE)
    expect(Date.parse(body.list.keptUntil) - Date.parse(body.list.changedAt)).toBe(days(365))

    store.clock.advance(days(366))
    await runScheduled(store, 'forget-old-rows')

    expect(await query('select * from own_lists')).toEqual([])
    expect(await countKeys()).toBe(0)
    expect(await query('select * from own_list_remains')).toEqual([])
  })

  test('of another buyer do not exist', async () => {
    const { body } = await addOwnList(desk, FILE)
    const { id } = body.list
    const other = await aDeskOfBuyer()
    const closed = new Client(store)

    const tries = [
      await other.call('DELETE', `/api/desk/own-lists/${id}`),
      await sendListFile(other, `/api/desk/own-lists/${id}/rows?mode=append`, FILE),
      await sendListFile(other, `/api/desk/own-lists/${id}/rows?mode=replace`, FILE),
    ]

    expect(tries.map(({ status, body: reply }) => [status, reply.code])).toEqual(
      tries.map(() => [404, 'own_list_unknown']),
    )
    expect(await ownListsOf(other)).toEqual([])
    expect((await addOwnList(closed, FILE)).body.code).toBe('desk_closed')
    expect((await closed.call('GET', '/api/desk/own-lists')).body.code).toBe('desk_closed')
    expect(await ownListsOf(desk)).toHaveLength(1)
  })

  test('change at most twenty times a day', async () => {
    const { body } = await addOwnList(desk, FILE)
    const append = () => sendListFile(desk, `/api/desk/own-lists/${body.list.id}/rows?mode=append`, FILE)
    const [{ buyer_key: buyerKey }] = await query('select buyer_key from own_lists where list_id = $1', [body.list.id])
    const budget = { kind: 'own-list-change', parts: [buyerKey], max: 20, windowMs: days(1) }
    for (let more = 0; more < 18; more += 1) await countAttempts(store.ctx, [budget])

    expect((await append()).status).toBe(200)
    expect((await append()).body.code).toBe('own_list_throttled')
    store.clock.advance(days(1.01))
    expect((await append()).status).toBe(200)
  })
})
