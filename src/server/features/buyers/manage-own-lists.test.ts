/** Buyers upload lists of leads that they have already: what is recognized, kept and refused. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { OWN_LIST_ROWS_MAX } from '#contract/buyers/own-lists.ts'
import { FileProblem } from '#server/features/imports/unpack.ts'
import { propertyKeyOf } from '#server/features/stock/normalize-address.ts'
import { days } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { writeWorkbook } from '#server/platform/files/workbook.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import {
  addOwnList,
  OWN_LIST_FILE as FILE,
  OWN_LIST_HEADER as HEADER,
  ownListsOf,
  sendListFile,
} from '#testing/own-lists.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { OwnListReader } from './own-list-reader.ts'

const CHECK = '/api/desk/own-lists/check'
const store = withStore({}, (opened) => opened.setStock(VIP, 900))
let desk: Client

/** The desk of someone who bought a package. */
async function aDeskOfBuyer(): Promise<Client> {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  return aDesk(store, buyer.contactInfo.email)
}

const openDesk = async () => {
  desk = await aDeskOfBuyer()
}
const keysOf = (listId: string) =>
  store.sql`select key, added_at from own_list_keys join own_lists using (list_no) where list_id = ${listId} order by key`
const countKeys = async () => Number((await store.sql`select count(*) as keys from own_list_keys`)[0]?.keys)

describe('a file', () => {
  beforeEach(openDesk)

  test('is checked, of which nothing is kept, and then kept as fingerprints and as nothing else', async () => {
    const checked = await sendListFile(desk, CHECK, FILE)
    expect([checked.status, checked.body.rows, await ownListsOf(desk)]).toEqual([200, 5, []])
    const { status, body } = await addOwnList(desk, FILE, { name: '  From\tmy CRM ' })

    expect(status).toBe(200)
    expect(body.list).toMatchObject({ name: 'From my CRM', addresses: 2, phones: 2 })
    expect(await ownListsOf(desk)).toEqual([body.list])
    const keys = (await keysOf(body.list.id)).map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(keys).toContain(propertyKeyOf(store.ctx, '12 N MAIN ST|78701'))
    expect(keys).toContain(propertyKeyOf(store.ctx, '14 OAK AVE UNIT 4|78701'))
    expect(JSON.stringify(await store.sql`select * from own_lists`)).not.toMatch(/Main|5550100|Doe/)
  })

  test('as compressed CSV with a byte order mark and Windows line ends, or as a workbook, gives the same', async () => {
    const first = await addOwnList(desk, FILE)
    const packed = await addOwnList(desk, gzipSync(`\ufeff${FILE.replaceAll('\n', '\r\n')}`))
    const sheet = await addOwnList(
      desk,
      writeWorkbook('Leads', [
        ['Street', 'City', 'Zip Code', 'Cell Phone'],
        ['12 North Main Street', 'Austin', 78_701, 5_125_550_100],
        ['14 Oak Ave #4', null, '78701', '+1 737 555 0101'],
      ]),
    )

    const keys = async ({ body }: typeof first) => (await keysOf(body.list.id)).map(({ key }) => key)
    expect(await keys(packed)).toEqual(await keys(first))
    expect(await keys(sheet)).toEqual(await keys(first))
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    ['that is an XLS file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /XLS/],
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
})

describe('lists', () => {
  beforeEach(openDesk)

  test('sent several times at once become one, and each other is told to wait', async () => {
    const attempt = { attemptId: 'attempt-4711' }
    const replies = await Promise.all(Array.from({ length: 6 }, () => addOwnList(desk, FILE, attempt)))
    const again = await addOwnList(desk, FILE, attempt)
    const codes = replies.map(({ status, body }) => (status === 200 ? 'added' : body.code))
    expect(codes.toSorted()).toEqual(['added', ...Array(5).fill('own_list_busy')])
    expect(await ownListsOf(desk)).toEqual([again.body.list])
  })

  test('are at most five, on two nodes at once too', async () => {
    const { body } = await addOwnList(desk, FILE)
    await store.sql`insert into own_lists select (jsonb_populate_record(l, jsonb_build_object('list_id', 'own_' || lpad(n::text, 22, '0'), 'attempt_id', n, 'list_no', l.list_no + 900 + n))).*
       from own_lists l, generate_series(1, 3) n where list_id = ${body.list.id}`
    const twin = await createTestApp({ beside: store })
    const replies = await Promise.all([addOwnList(desk, FILE), addOwnList(desk.at(twin), FILE)])
    await twin.close()

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.map(({ body: reply }) => reply.code)).toContain('own_lists_full')
    expect(await ownListsOf(desk)).toHaveLength(5)
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
    const [{ no: listNo }] = await store.sql`select max(list_no) as no from own_list_keys`
    expect(await store.sql`select list_no from own_lists where list_no = ${listNo}`).toHaveLength(1)
    expect(await store.sql`select * from own_list_remains`).toEqual([])
  })

  test('are forgotten a year after their last change', async () => {
    const { body } = await addOwnList(desk, FILE)
    expect(Date.parse(body.list.keptUntil) - Date.parse(body.list.changedAt)).toBe(days(365))
    store.clock.advance(days(366))
    await runScheduled(store, 'forget-old-rows')
    expect(await store.sql`select * from own_lists`).toEqual([])
    expect(await countKeys()).toBe(0)
    expect(await store.sql`select * from own_list_remains`).toEqual([])
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
    const [{ buyer_key: buyerKey }] = await store.sql`select buyer_key from own_lists where list_id = ${body.list.id}`
    const budget = { kind: 'own-list-change', parts: [buyerKey], max: 20, windowMs: days(1) }
    for (let more = 0; more < 18; more += 1) await countAttempts(store.ctx, [budget])
    expect((await append()).status).toBe(200)
    expect((await append()).body.code).toBe('own_list_throttled')
    store.clock.advance(days(1.01))
    expect((await append()).status).toBe(200)
  })
})

const ctx = { secrets: FIXED_SECRETS }

function read(text: string) {
  const csv = new CsvReader()
  const reader = new OwnListReader(ctx)
  for (const cells of [...csv.push(text), ...csv.end()]) reader.take(cells)
  return reader.end()
}

/** The fingerprints of a part of a list, as text. */
const keysIn = (bytes: Buffer) => bytes.toString('hex').match(/.{32}/g) ?? []

test('a file is checked: columns, usable rows, and why others are not', () => {
  const { check } = read(FILE)
  expect(check.columns.map(({ meaning }) => meaning)).toEqual([
    ...['address', 'city', 'state', 'zip', null],
    ...['phone', null, 'phone'],
  ])
  expect(check).toMatchObject({ rows: 5, usableRows: 2, addresses: 2, phones: 2 })
  expect(check.problems).toEqual(
    expect.arrayContaining(['nothing', 'zip', 'address'].map((reason) => ({ reason, rows: 1 }))),
  )
})

test('addresses become fingerprints of the same form as those of leads, however they are written', () => {
  const { addresses, phones } = read(FILE)
  const other = read(
    'Address,Phones\n"12 N. Main St, Austin, TX 78701","512-555-0100; +1 737 555 0101"\n"14 Oak Avenue, Unit 4, Austin, TX 78701-1234",\n',
  )
  const known = ['12 N MAIN ST|78701', '14 OAK AVE UNIT 4|78701'].map((one) => propertyKeyOf(ctx, one))
  expect(keysIn(addresses).toSorted()).toEqual(known.map((key) => key.replaceAll('-', '')).toSorted())
  expect([other.addresses, other.phones]).toEqual([addresses, phones])
})

test.each(['dialer', 'follow-up-boss', 'gohighlevel', 'hubspot', 'plain', 'podio', 'resimpli', 'salesforce'])(
  'our own file for %s brings back every address and phone',
  (name) => {
    const text = readFileSync(new URL(`../delivery/preset-files/${name}.csv`, import.meta.url), 'utf8')
    const numbers = text.match(/512-?555-?\d{4}/g)?.map((number) => number.replaceAll('-', ''))
    const counts = { addresses: new Set(text.match(/\d (?:Elm|Peña) St/g)).size, phones: new Set(numbers).size }
    expect(read(text).check).toMatchObject(counts)
  },
)

test.each([
  ['without a column that is recognized', 'Name,Email\nJane,jane@example.com\n', /No column was recognized/],
  ['without a header', '5125550100\n5125550101\n', /No column was recognized/],
  ['that is empty', '', /empty/],
  ['with nothing but a header', HEADER, /no rows/],
  ['with other separators', 'Address;City;ZIP\n1 Main St;Austin;78701\n', /separated by something else/],
])('a file %s is refused', (_what, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('blank rows count for the limit of rows', () => {
  const reader = new OwnListReader(ctx)
  const blank = ['']
  for (let row = 0; row <= OWN_LIST_ROWS_MAX; row += 1) reader.take(blank)
  expect(() => reader.take(blank)).toThrow(FileProblem)
})

test('hostile cells are read as far as they are addresses, and nothing of them comes back', () => {
  const cells = ['=HYPERLINK("http://x","1 Main St")', '__proto__', '<script>1</script>', '\u202e1 Main St']
  const lines = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Austin,78701,"${'9'.repeat(5_000)}"`)
  const { check } = read(`Address,City,ZIP,Phone\n${lines.join('\n')}\n1,2,3,4,5\n`)
  expect(check).toMatchObject({ rows: 5, phones: 0 })
  expect(check.problems).toContainEqual({ reason: 'cells', rows: 1 })
  expect(JSON.stringify(check)).not.toMatch(/script|HYPERLINK/)
})
