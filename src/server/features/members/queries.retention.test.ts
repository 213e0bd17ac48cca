import { expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aRep, Client } from '#testing/builders.ts'
import { runScheduled, statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ATTEMPTS_PER_ACCOUNT_MAX } from './throttle.ts'

const store = withStore()

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const forgetSignIns = () => runScheduled(store, 'forget-old-rows')

test('deletes an expired session and keeps one in use', async () => {
  const left = await aRep(store)
  store.clock.advance(days(6))
  const inUse = await aRep(store)
  store.clock.advance(days(1) + minutes(1))
  await forgetSignIns()
  await forgetSignIns()
  expect(await query('select session_id from sessions')).toHaveLength(1)
  expect((await inUse.call('GET', '/api/me')).status).toBe(200)
  expect((await left.call('GET', '/api/me')).status).toBe(401)
})

test('keeps login attempts while their window lasts and deletes them afterward', async () => {
  await query('delete from login_attempts')
  const guess = () => new Client(store).logIn({ email: REP.email, password: 'a wrong guess' })
  for (let count = 1; count <= ATTEMPTS_PER_ACCOUNT_MAX; count += 1) await guess()
  await forgetSignIns()
  const within = await guess()
  store.clock.advance(minutes(16))
  await forgetSignIns()

  expect(within.status).toBe(429)
  expect(await query('select key from login_attempts')).toEqual([])
  expect((await new Client(store).logIn(REP)).status).toBe(200)
})

test('deletes a mailed link once it has expired, not before', async () => {
  await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
  await store.runJobs()
  store.clock.advance(minutes(29))
  await forgetSignIns()
  const [link] = await query('select verification_id from verifications')
  store.clock.advance(minutes(2))
  await forgetSignIns()
  expect(link).toBeDefined()
  expect(await query('select verification_id from verifications')).toEqual([])
})

test('deletes a large backlog in several short statements', async () => {
  const idle = await statementsOfForgetting(store)
  await query(
    `insert into login_attempts (key, attempts, expires_at) select 'account:' || n, 1, $1 from generate_series(1, 2500) n`,
    [new Date(store.clock.now().getTime() - minutes(1))],
  )
  // Three for the attempts instead of one.
  expect((await statementsOfForgetting(store)) - idle).toBe(2)
  expect(await query(`select key from login_attempts where key ~ '^account:\\d+$'`)).toEqual([])
})
