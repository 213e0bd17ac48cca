/** Who logged in, who did not, and what the audit log has of it. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findMembersOf } from '#server/features/members/accounts.ts'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { ADMIN, createTestApp, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { isWritten, recordAccess, writeRecordedAccess } from './record-access.ts'

const WRONG = 'not-the-password-99'
const store = withStore({ env: { TRUST_PROXY: '1', RATE_LIMITS: 'on' } })
let repId: string
beforeAll(async () => {
  store.clock.freeze()
  repId = (await (await aRep(store)).call('GET', '/api/me')).body.id
})
let began: Date
beforeEach(async () => {
  await store.sql`truncate login_attempts`
  await store.runTimers()
  // Entries stay, so each test checks only those since its start.
  store.clock.advance(minutes(20))
  began = store.clock.now()
})
afterEach(() => vi.restoreAllMocks())
const logIn = (email: string, password: string, from = '203.0.113.7', node = store) =>
  new Client(node).call('POST', '/api/login', { email, password }, { 'x-forwarded-for': from })
const written = async () =>
  await store.sql`select member_id, action, subject, before, after, note from audit_entries where at >= ${began} order by at, action, subject`

/** What the log has once the timers ran. */
const entries = async () => {
  await store.runTimers()
  return written()
}

/** Events of one moment have no order. */
const actions = async () =>
  (await entries()).map(({ action, member_id }) => `${action} ${member_id ?? 'nobody'}`).sort()
const timesOf = ({ after }: { after: { times_within_15_minutes?: number } }) => after.times_within_15_minutes ?? 1

describe('the audit log records', () => {
  test('a login and a logout before their reply, with account and network', async () => {
    await (await aRep(store)).call('POST', '/api/logout')
    const after = { network: expect.stringMatching(/^[\w-]{12}$/) }
    const entry = { member_id: repId, subject: 'The store', before: null, note: null, after }
    expect(await written()).toEqual([
      { ...entry, action: 'logged_in' },
      { ...entry, action: 'logged_out' },
    ])
  })

  test('failures at an account, at a removed one and at none, and never what was typed', async () => {
    const gone = { email: 'gone@example.com', password: 'canal-birch-19', username: 'Gone', role: 'sales' }
    const admin = await anAdmin(store)
    await admin.call('POST', '/api/profile/proof', { password: ADMIN.password })
    const { body: removed } = await admin.call('POST', '/api/admin/users', gone)
    await admin.call('DELETE', `/api/admin/users/${removed.id}`, {})
    store.clock.advance(minutes(1))
    began = store.clock.now()
    await logIn('Rep@Example.com', WRONG)
    await logIn('gone@example.com', WRONG)
    await logIn('nobody@example.com', WRONG)

    expect(await actions()).toEqual(
      [`login_failed ${repId}`, `login_failed ${removed.id}`, 'login_failed nobody'].sort(),
    )
    expect(JSON.stringify(await written())).not.toMatch(/@|example|nobody|not-the-password/)
  })

  test('what the throttle refuses', async () => {
    for (let times = 0; times < 11; times += 1) await logIn(REP.email, WRONG)
    expect((await actions()).at(-1)).toBe(`login_throttled ${repId}`)
  })

  test('a wrong password in a session', async () => {
    await (await aRep(store)).call('POST', '/api/profile/proof', { password: WRONG })
    expect(await actions()).toEqual([`logged_in ${repId}`, `proof_failed ${repId}`])
  })

  test('each call a rep may not make, by its pattern, but none of visitors', async () => {
    const rep = await aRep(store)
    for (const path of ['/api/admin/audit?limit=1', '/api/admin/users/usr_0123456789abcdefghjkmn/commission'])
      await rep.call('GET', path)
    await new Client(store).call('GET', '/api/admin/audit')
    const refused = (await entries()).filter(({ action }) => action === 'access_refused')
    expect(refused).toMatchObject([
      { member_id: repId, action: 'access_refused', subject: 'GET /api/admin/audit' },
      { member_id: repId, action: 'access_refused', subject: 'GET /api/admin/users/:userId/commission' },
    ])
  })

  test('one network under one name, and two under two', async () => {
    for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.8', '2001:db8:1:2::1', '2001:db8:1:2::2'])
      await logIn('nobody@example.com', WRONG, from)
    const inOrder = (await entries()).sort((a, b) => timesOf(a) - timesOf(b))
    const [first, again, other, sixth, sameHouse] = inOrder.map(({ after }) => after.network)
    expect(again).toBe(first)
    expect(sameHouse).toBe(sixth)
    expect(new Set([first, other, sixth]).size).toBe(3)
  })
})

test('a flood of guesses leaves few entries, which count it, whether or not there is an account', async () => {
  for (const email of [REP.email, 'nobody@example.com'])
    for (let times = 0; times < 30; times += 1) await logIn(email, WRONG)
  const rows = await entries()
  for (const memberId of [repId, null])
    for (const kind of ['login_failed', 'login_throttled']) {
      const times = rows.filter(({ action, member_id }) => action === kind && member_id === memberId).map(timesOf)
      expect(times.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
})

test('logging a failure takes the same statements whether or not the account exists', async () => {
  const cost = async (email: string) => {
    await logIn(email, WRONG)
    const before = store.database.statementCount()
    await writeRecordedAccess(store.ctx, findMembersOf)
    return store.database.statementCount() - before
  }
  expect(await cost(REP.email)).toBe(await cost('nobody@example.com'))
})

describe('while the log cannot be written', () => {
  const failWith = (code: string) =>
    vi.spyOn(store.database, 'transaction').mockRejectedValueOnce(Object.assign(new Error('no'), { code }))
  const logError = () => vi.spyOn(store.ctx.log, 'error')

  test('a member can still log in, and the entry is written later', async () => {
    failWith('ECONNREFUSED')
    const error = logError()
    const reply = await logIn(REP.email, REP.password)

    expect(reply.status).toBe(200)
    expect(await written()).toEqual([])
    expect(await actions()).toEqual([`logged_in ${repId}`])
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ entries: 1 }),
      'entries of the audit log could not be written',
    )
  })

  test('a permanent error is reported and not retried forever', async () => {
    await logIn('nobody@example.com', WRONG)
    failWith('22021')
    const error = logError()
    await writeRecordedAccess(store.ctx, findMembersOf)
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ entries: 1 }),
      'entries of the audit log could not be written',
    )
    expect(await actions()).toEqual([])
  })
})

test('a stopping node writes what it has queued', async () => {
  const node = await createTestApp({ beside: store })
  await logIn('nobody@example.com', WRONG, '203.0.113.7', node)
  expect(await written()).toEqual([])
  await node.close()
  expect((await written()).map(({ action }) => action)).toEqual(['login_failed'])
})

test('the queue is bounded, and dropped events are counted', async () => {
  const error = vi.spyOn(store.ctx.log, 'error')
  const request = { ...store.ctx, address: '203.0.113.7' }
  for (let times = 0; times < 10_003; times += 1)
    recordAccess(request, { action: 'access_refused', account: { userId: repId }, call: 'GET /api/admin/audit' })
  const times = (await entries()).map(timesOf).sort((a, b) => a - b)
  expect(error).toHaveBeenCalledExactlyOnceWith({ leftOut: 3 }, 'entries of the audit log were left out')
  expect(times).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1_000, 10_000])
})

/** Which of so many events in a row get an entry; `networkOf` says from which network each one came. */
function writtenOf(events: number, networkOf: (event: number) => number): number[] {
  const ofNetwork = new Map<number, number>()
  return Array.from({ length: events }, (_, index) => index + 1).filter((event) => {
    const network = networkOf(event)
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
    return isWritten(ofNetwork.get(network) ?? 0, event)
  })
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('repeats from one network are logged ten times, then at each power of ten', () => {
  expect(writtenOf(12_000, () => 1)).toEqual([...upTo(10), 100, 1_000, 10_000])
})

test('events from ever new networks are logged a hundred times, then at each power of ten', () => {
  expect(writtenOf(12_000, (event) => event)).toEqual([...upTo(100), 1_000, 10_000])
})

test('one noisy network does not hide the next', () => {
  expect(writtenOf(60, (event) => (event <= 50 ? 1 : 2))).toEqual([...upTo(10), ...upTo(60).slice(50)])
})
