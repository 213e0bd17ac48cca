/** Buyers upload lists of leads that they have already: what is recognized, kept and refused. */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { proposeMapping } from '#server/features/imports/header.ts'
import { sampleColumns } from '#server/features/imports/understand-columns.ts'
import { propertyKeyOf } from '#server/features/stock/normalize-address.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { days } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { aBuyer, anAdmin, Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { Imports } from '#testing/imports.ts'
import { addOwnList, OWN_LIST_FILE as FILE, ownListsOf } from '#testing/own-lists.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { OwnListReader } from './own-list-reader.ts'

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

  test('is checked and then kept as fingerprints and as nothing else', async () => {
    const imports = new Imports(store, desk, 'ownList')
    const checked = await imports.bring(FILE)
    const preview = { usableRows: 2, addresses: 2, phones: 2, refused: { nothing: 1, zip: 1, address: 1 } }
    expect(checked).toMatchObject({ state: 'ready', rowsRead: 5, createdBy: 'You', preview })
    expect(await ownListsOf(desk)).toEqual([])
    const applied = await imports.apply(checked.id, { name: '  From\tmy CRM ' })

    expect(applied).toMatchObject({ state: 'applied', source: 'From my CRM' })
    const [list] = await ownListsOf(desk)
    expect(list).toMatchObject({ id: checked.id, name: 'From my CRM', addresses: 2, phones: 2 })
    const keys = (await keysOf(list?.id)).map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(keys).toContain(propertyKeyOf(store.ctx, '12 N MAIN ST|78701'))
    expect(keys).toContain(propertyKeyOf(store.ctx, '14 OAK AVE UNIT 4|78701'))
    expect(JSON.stringify(await store.sql`select * from own_lists`)).not.toMatch(/Main|5550100|Doe/)
    expect(await store.sql`select from import_file_parts`).toEqual([])
    expect(await imports.partitions()).toEqual([])
  })

  test('without a usable row, or a column to read, is refused with a clear word and changes nothing', async () => {
    const before = await countKeys()
    expect((await addOwnList(desk, 'Phone,Note\n12,a\n911,b\n')).problem).toMatch(/None of the rows/)
    expect((await addOwnList(desk, 'Name,Email\nJane,j@example.com\n')).message).toMatch(/columns for address and ZIP/)
    expect(await ownListsOf(desk)).toEqual([])
    expect(await countKeys()).toBe(before)
  })
})

describe('lists', () => {
  beforeEach(openDesk)

  test('saved several times at once become one', async () => {
    const imports = new Imports(store, desk, 'ownList')
    const { id } = await imports.bring(FILE)
    await Promise.all(Array.from({ length: 6 }, () => imports.apply(id, { name: 'Mine' })))
    expect((await imports.apply(id, { name: 'Other' })).state).toBe('applied')
    expect(await ownListsOf(desk)).toMatchObject([{ id, name: 'Mine' }])
  })

  test('are at most five, on two nodes at once too', async () => {
    const { id } = await addOwnList(desk, FILE)
    await store.sql`insert into own_lists select (jsonb_populate_record(l, jsonb_build_object('list_id', 'own_' || lpad(n::text, 22, '0'), 'attempt_id', n, 'list_no', l.list_no + 900 + n))).*
       from own_lists l, generate_series(1, 3) n where list_id = ${id}`
    const twin = await createTestApp({ beside: store })
    const replies = await Promise.all([addOwnList(desk, FILE), addOwnList(desk.at(twin), FILE)])
    await twin.close()

    // The other one was ended by it, waits for it, or finds no room.
    expect(replies.filter(({ state }) => state === 'applied')).toHaveLength(1)
    expect(await ownListsOf(desk)).toHaveLength(5)
  })

  test('take the place of another; what that had keeps its time', async () => {
    const { id } = await addOwnList(desk, FILE)
    const before = await keysOf(id)
    store.clock.advance(days(1))
    // The second one's fingerprint was another before, and counts once.
    const file = 'Address,ZIP\n12 N Main St,78701\n9300 TX-71,78701\n'
    const next = await addOwnList(desk, file, { replaces: id })

    expect(await ownListsOf(desk)).toMatchObject([{ id: next.id, addresses: 2, phones: 0 }])
    const kept = (await keysOf(next.id)).find(({ key }) => key === propertyKeyOf(store.ctx, '12 N MAIN ST|78701'))
    expect(kept?.added_at).toEqual(before[0]?.added_at)
    expect((await addOwnList(desk, file, { replaces: id })).code).toBe('own_list_unknown')
  })

  test('end when their buyer removes them, and their fingerprints with the next run', async () => {
    const { id } = await addOwnList(desk, FILE)
    const remove = () => desk.call('DELETE', `/api/desk/own-lists/${id}`)
    expect((await remove()).status).toBe(200)
    expect(await ownListsOf(desk)).toEqual([])
    expect((await remove()).body.code).toBe('own_list_unknown')
    await runScheduled(store, 'forget-old-rows')
    const [{ no: listNo }] = await store.sql`select max(list_no) as no from own_list_keys`
    expect(await store.sql`select list_no from own_lists where list_no = ${listNo}`).toHaveLength(1)
    expect(await store.sql`select * from own_list_remains`).toEqual([])
  })

  test('are forgotten a year after their last change', async () => {
    await addOwnList(desk, FILE)
    const [list] = await ownListsOf(desk)
    expect(Date.parse(list?.keptUntil) - Date.parse(list?.changedAt)).toBe(days(365))
    await store.pass(days(366), 'forget-old-rows')
    expect(await store.sql`select * from own_lists`).toEqual([])
    expect(await countKeys()).toBe(0)
    expect(await store.sql`select * from own_list_remains`).toEqual([])
  })

  test('of another buyer do not exist, nor do their imports or those of administrators', async () => {
    const imports = new Imports(store, desk, 'ownList')
    const { id, mapping } = await imports.bring(FILE)
    const admin = await anAdmin(store)
    const stock = await new Imports(store, admin, 'stock').announce(10)
    const other = await aDeskOfBuyer()
    const tries = await Promise.all([
      other.call('GET', `/api/desk/imports/${id}`),
      other.call('POST', `/api/desk/imports/${id}/open`),
      other.call('POST', `/api/desk/imports/${id}/check`, { mapping }),
      other.call('POST', `/api/desk/imports/${id}/apply`, { name: 'Mine' }),
      other.call('GET', `/api/desk/imports/${id}/refused.csv`),
      other.upload('PUT', `/api/desk/imports/${id}/parts/0`, 'x'),
      desk.call('GET', `/api/desk/imports/${stock}`),
      admin.call('GET', `/api/admin/imports/${id}`),
      admin.call('POST', `/api/admin/imports/${id}/open`),
      admin.call('POST', `/api/admin/imports/${id}/check`, { mapping }),
      admin.call('POST', `/api/admin/imports/${id}/apply`),
      admin.call('GET', `/api/admin/imports/${id}/refused.csv`),
      admin.upload('PUT', `/api/admin/imports/${id}/parts/0`, 'x'),
    ])
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(tries.map(() => [404, 'import_unknown']))
    await imports.apply(id, { name: 'Mine' })
    expect((await other.call('DELETE', `/api/desk/own-lists/${id}`)).body.code).toBe('own_list_unknown')
    expect(await addOwnList(other, FILE, { replaces: id })).toMatchObject({ code: 'own_list_unknown' })
    const closed = new Client(store)
    expect((await closed.call('GET', `/api/desk/imports/${id}`)).body.code).toBe('desk_closed')
    expect((await closed.call('GET', '/api/desk/own-lists')).body.code).toBe('desk_closed')
    expect(await ownListsOf(desk)).toHaveLength(1)
  })

  test('change at most twenty times a day', async () => {
    const { id } = await addOwnList(desk, FILE)
    const [{ buyer_key: buyerKey }] = await store.sql`select buyer_key from own_lists where list_id = ${id}`
    const budget = { kind: 'own-list-change', parts: [buyerKey], max: 20, windowMs: days(1) }
    for (let more = 0; more < 18; more += 1) await countAttempts(store.ctx, [budget])
    expect((await addOwnList(desk, FILE)).state).toBe('applied')
    expect((await addOwnList(desk, FILE)).code).toBe('own_list_throttled')
    store.clock.advance(days(1.01))
    expect((await addOwnList(desk, FILE)).state).toBe('applied')
  })
})

const ctx = { secrets: FIXED_SECRETS }
const ZIPS = await loadZipCounties()

/** The fingerprints of a file's rows, and why others have none. */
function read(text: string) {
  const csv = new CsvReader()
  const [columns = [], ...rows] = [...csv.push(text), ...csv.end()]
  const { mapping } = proposeMapping(sampleColumns(columns, rows), undefined)
  const reader = new OwnListReader(ctx, ZIPS, { uploadNo: 1, mapping, columns })
  const keys = { f: new Set<string>(), t: new Set<string>() }
  const refused: string[] = []
  for (const cells of rows) {
    const reason = reader.read(cells)
    if (reason !== null) refused.push(reason)
    for (const [, kind, key = ''] of reader.line.matchAll(/^1\t([ft])\t(.*)$/gm)) keys[kind as 'f' | 't'].add(key)
  }
  return { addresses: [...keys.f].toSorted(), phones: [...keys.t].toSorted(), refused }
}

test('an address whose ZIP is not in its state is not believed', () => {
  const file = 'Address,City,State,ZIP\n1 Main St,Austin,TX,78701\n2 Main St,Austin,NV,78701\n3 Main St,X,,78701\n'
  const { addresses, refused } = read(file)
  expect([addresses.length, refused]).toEqual([2, ['state']])
})

test('addresses become fingerprints of the same form as those of leads, however they are written', () => {
  const { addresses, phones, refused } = read(FILE)
  const other = read(
    'Address,Phones\n"12 N. Main St, Austin, TX 78701","512-555-0100; +1 737 555 0101"\n"14 Oak Avenue, Unit 4, Austin, TX 78701-1234",\n',
  )
  const known = ['12 N MAIN ST|78701', '14 OAK AVE UNIT 4|78701'].map((one) => propertyKeyOf(ctx, one))
  expect(addresses).toEqual(known.toSorted())
  expect(refused).toEqual(['nothing', 'zip', 'address'])
  expect([other.addresses, other.phones]).toEqual([addresses, phones])
})

test.each(['dialer', 'follow-up-boss', 'gohighlevel', 'hubspot', 'plain', 'podio', 'resimpli', 'salesforce'])(
  'our own file for %s brings back every address and phone',
  (name) => {
    const text = readFileSync(new URL(`../delivery/preset-files/${name}.csv`, import.meta.url), 'utf8')
    const numbers = text.match(/512-?555-?\d{4}/g)?.map((number) => number.replaceAll('-', ''))
    const counts = { addresses: new Set(text.match(/\d (?:Elm|Peña) St/g)).size, phones: new Set(numbers).size }
    const { addresses, phones } = read(text)
    expect({ addresses: addresses.length, phones: phones.length }).toEqual(counts)
  },
)

test('hostile cells are read as far as they are addresses', () => {
  const cells = ['=HYPERLINK("http://x","1 Main St")', '__proto__', '<script>1</script>', '\u202e1 Main St']
  const lines = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Austin,78701,"${'9'.repeat(5_000)}"`)
  const { phones, refused } = read(`Address,City,ZIP,Phone\n${lines.join('\n')}\n1,2,3,4,5\n`)
  expect(phones).toEqual([])
  expect(refused).toContain('cells')
})
