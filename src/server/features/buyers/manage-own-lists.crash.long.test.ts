/** A list is there whole or not at all, whatever dies while it is sent. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { aBuyer, type Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { addOwnList, ownListsOf, sendListFile } from '#testing/own-lists.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { readOwnListFile } from './manage-own-lists.ts'

const FILE = `Phone\n${Array.from({ length: 10_050 }, (_, index) => 5_125_550_100 + index * 7).join('\n')}\n`

const store = withStore({}, (opened) => opened.setStock(VIP, 9))
let desk: Client
beforeAll(async () => {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  desk = await aDesk(store, buyer.contactInfo.email)
})

const keysLeft = async () => await store.sql`select list_no, count(*)::int as keys from own_list_keys group by 1`

/** Kills the connection that writes a list, when all its keys are written and only the list itself is missing. */
async function killTheWriter(sending: Promise<unknown>): Promise<void> {
  const client = await store.testDatabase.pool.connect()
  try {
    await client.query('begin; lock table own_lists in share mode')
    const isWaiting = async () =>
      (
        await client.query(
          `select pg_terminate_backend(pid) from pg_locks where relation = 'own_lists'::regclass and not granted`,
        )
      ).rowCount
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1)
    await client.query('rollback')
  } finally {
    client.release()
  }
  await sending
}

test('a node that dies while it writes leaves nothing, and sending the same again makes the list', async () => {
  const attempt = { attemptId: 'attempt-0001' }
  const dying = addOwnList(desk, FILE, attempt)
  await killTheWriter(dying)
  expect((await dying).status).toBe(503)
  expect(await ownListsOf(desk)).toEqual([])
  expect(await keysLeft()).toEqual([])
  const { body } = await addOwnList(desk, FILE, attempt)
  expect(body.list).toMatchObject({ addresses: 0, phones: body.check.phones })
  expect(body.check.phones).toBeGreaterThan(10_000)
})

test('one that dies while it replaces a list leaves the old one', async () => {
  const [before] = await ownListsOf(desk)
  const keys = await keysLeft()
  const dying = sendListFile(desk, `/api/desk/own-lists/${before?.id}/rows?mode=replace`, 'Phone\n7375550100\n')
  await killTheWriter(dying)
  expect((await dying).status).toBe(503)
  expect(await ownListsOf(desk)).toEqual([before])
  expect(await keysLeft()).toEqual(keys)
  expect(await store.sql`select * from own_list_remains`).toEqual([])
})

test('a sender who is gone leaves nothing and keeps no one from sending', async () => {
  const cutOff = Readable.from(
    (async function* () {
      yield Buffer.from('Phone\n5125550100\n')
      throw new Error('the connection was lost')
    })(),
  )

  const options = { buyerKey: 'someone', isKept: true }
  await expect(readOwnListFile(store.ctx, cutOff, options)).rejects.toThrow('the connection was lost')
  const whole = Readable.from([Buffer.from('Phone\n5125550100\n')])
  expect((await readOwnListFile(store.ctx, whole, options)).check.phones).toBe(1)
})

test('a file that is too large is refused as such', async () => {
  const rows = await addOwnList(desk, `Phone\n${'5125550100\n'.repeat(1_000_001)}`)
  const blank = await addOwnList(desk, `Phone\n5125550100\n${'\n'.repeat(1_000_001)}`)
  const unpacked = await addOwnList(desk, gzipSync(`Phone\n${`${' '.repeat(8_000)}\n`.repeat(2_000)}`))
  const sent = await addOwnList(desk, Buffer.alloc(64 * 1024 * 1024 + 1, 'Phone\n'))

  expect([rows, blank, unpacked, sent].map(({ status }) => status)).toEqual([413, 413, 413, 413])
  expect(rows.body.message).toMatch(/more than 1,000,000 rows/)
  expect(blank.body.message).toMatch(/more than 1,000,000 rows, blank ones included/)
  expect(unpacked.body.message).toMatch(/100 times larger/)
  expect(sent.body.message).toMatch(/64 MB/)
  expect(await ownListsOf(desk)).toHaveLength(1)
}, 60_000)
