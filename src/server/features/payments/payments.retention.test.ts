import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let otherNode: TestApp
beforeAll(async () => {
  store = await createTestApp()
  otherNode = await createTestApp({ beside: store })
})
afterAll(async () => {
  await otherNode.close()
  await store.close()
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

/** Adds events `evt_<name>1…` that came this many days ago. */
const addEvents = (name: string, event: { ageDays: number; isHandled: boolean; count?: number }) =>
  query(
    `insert into webhook_events (event_id, type, subject, received_at, handled_at)
     select $1 || n, 'payment_intent.succeeded', '{}', $2::timestamptz, case when $3 then $2::timestamptz end
     from generate_series(1, $4::int) n`,
    [`evt_${name}`, new Date(store.clock.now().getTime() - days(event.ageDays)), event.isHandled, event.count ?? 1],
  )

const forgetEvents = (node = store) => runScheduled(node, 'forget-old-rows')

test('an event is deleted after 90 days unless it is unhandled', async () => {
  await addEvents('old', { ageDays: 91, isHandled: true })
  await addEvents('young', { ageDays: 89, isHandled: true })
  await addEvents('unhandled', { ageDays: 400, isHandled: false })

  await forgetEvents()
  await forgetEvents()

  const left = await query('select event_id from webhook_events order by event_id')
  expect(left).toEqual([{ event_id: 'evt_unhandled1' }, { event_id: 'evt_young1' }])
})

test('a large backlog is deleted in several short statements', async () => {
  await addEvents('bulk', { ageDays: 100, isHandled: true, count: 2_500 })
  const before = store.database.statementCount()

  await forgetEvents()

  expect(store.database.statementCount() - before).toBe(3)
  expect(await query(`select event_id from webhook_events where event_id like 'evt_bulk%'`)).toEqual([])
})

test('two nodes that delete at once do not get in each other’s way', async () => {
  await addEvents('many', { ageDays: 100, isHandled: true, count: 4_000 })

  await Promise.all([forgetEvents(), forgetEvents(otherNode)])
  await forgetEvents()

  expect(await query(`select event_id from webhook_events where event_id like 'evt_many%'`)).toEqual([])
})
