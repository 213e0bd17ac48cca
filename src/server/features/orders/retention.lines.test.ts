import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

async function addedLine(): Promise<{ buyer: Buyer; holdId: string }> {
  const buyer = aBuyer(store)
  const { holdId } = (await buyer.reserve(VIP)).body
  await buyer.call('POST', '/api/cart', { packageId: VIP, deliveryMethod: 'sms', holdId })
  return { buyer, holdId }
}

const lineOf = (holdId: string) => query('select * from cart_lines where hold_id = $1', [holdId])

const forgetLines = () => runScheduled(store, 'forget-old-rows')

test('a line is deleted 30 days after it was added, and not before', async () => {
  const { holdId } = await addedLine()
  store.clock.advance(days(29))
  await store.runTimers()
  await forgetLines()
  const young = await lineOf(holdId)

  store.clock.advance(days(2))
  await forgetLines()
  await forgetLines()

  expect(young).toMatchObject([{ delivery_method: 'sms' }])
  expect(await lineOf(holdId)).toEqual([])
})

test('a line whose hold is live stays in the cart, however old it is', async () => {
  const { buyer, holdId } = await addedLine()
  await query('update cart_lines set added_at = $2 where hold_id = $1', [
    holdId,
    new Date(store.clock.now().getTime() - days(40)),
  ])

  await forgetLines()

  expect((await buyer.call('GET', '/api/cart')).body.lines).toMatchObject([{ holdId, deliveryMethod: 'sms' }])
})

test('a large backlog is processed in several short statements', async () => {
  await query(
    `insert into cart_lines (hold_id, delivery_method, added_at)
     select 'hld_bulk' || n, 'email', $1 from generate_series(1, 2500) n`,
    [new Date(store.clock.now().getTime() - days(40))],
  )
  const before = store.database.statementCount()

  await forgetLines()

  expect(store.database.statementCount() - before).toBe(3)
  expect(await query(`select hold_id from cart_lines where hold_id like 'hld_bulk%'`)).toEqual([])
})
