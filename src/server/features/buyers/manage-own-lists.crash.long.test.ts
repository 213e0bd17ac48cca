/** A list is there whole or not at all, whatever dies while it is saved. */
import { beforeAll, expect, test } from 'vitest'
import { aBuyer, type Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { Imports } from '#testing/imports.ts'
import { addOwnList, ownListsOf } from '#testing/own-lists.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const FILE = `Phone,Note\n${Array.from({ length: 10_050 }, (_, index) => `${5_125_550_100 + index * 7},x`).join('\n')}\n`

const store = withStore({}, (opened) => opened.setStock(VIP, 9))
let desk: Client
beforeAll(async () => {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  desk = await aDesk(store, buyer.contactInfo.email)
})

const keysLeft = async () => await store.sql`select list_no, count(*)::int as keys from own_list_keys group by 1`

/** Kills the connection that writes a list, when all its keys are written and only the list itself is missing. */
async function killTheWriter(saving: Promise<unknown>): Promise<void> {
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
  await saving
}

test('a node that dies while it saves leaves nothing, and the job saves the list when it comes again', async () => {
  const imports = new Imports(store, desk, 'ownList')
  const { id } = await imports.bring(FILE)
  const path = `/api/desk/imports/${id}/apply`
  await desk.call('POST', path, { name: 'Mine' })
  await killTheWriter(store.runJobs().catch(() => undefined))
  expect([await ownListsOf(desk), await keysLeft()]).toEqual([[], []])
  await store.sql`update graphile_worker._private_jobs set run_at = now(), last_error = null`
  await store.runJobs()
  const [list] = await ownListsOf(desk)
  expect(list).toMatchObject({ id, addresses: 0, phones: 10_050 })
  const again = await addOwnList(desk, 'Phone,Note\n7375550100,x\n', { replaces: id })
  expect(await ownListsOf(desk)).toMatchObject([{ id: again.id, phones: 1 }])
})
