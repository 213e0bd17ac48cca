import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { Client, type Reply } from '#testing/builders.ts'
import { mailedTokens } from '#testing/mailed-link.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { MAILS_PER_ADDRESS_MAX, MAILS_PER_RECIPIENT_MAX } from './throttle.ts'

const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
beforeEach(async () => {
  await query('truncate login_attempts, sessions, verifications')
  await query('update users set disabled_at = null')
})

let passwords = 0
/** A password that no other test sets. */
const aPassword = () => {
  passwords += 1
  return `granite-otter-${passwords}58`
}
const request = (email: string, node = store) => new Client(node).call('POST', '/api/password-reset', { email })
const reset = (token: string, newPassword: string) =>
  new Client(store).call('PUT', '/api/password-reset', { token, newPassword })
const tally = (replies: Reply[]) => replies.map(outcomeOf).filter((one) => one === 'in').length
const tokens = () => mailedTokens(store, REP.email, '/reset-password')
const aLink = async () => {
  await request(REP.email)
  const [token = ''] = await tokens()
  return token
}
const logIn = async (password: string) => (await new Client(store).logIn({ ...REP, password })).status

describe('a password reset by email', () => {
  test('sets the password once and ends every session', async () => {
    const first = aPassword()
    await reset(await aLink(), first)
    const signedIn = new Client(store)
    await signedIn.logIn({ ...REP, password: first })
    const token = await aLink()
    const password = aPassword()
    const reply = await reset(token, password)
    const replayed = await reset(token, aPassword())

    expect([outcomeOf(reply), outcomeOf(replayed)]).toEqual(['in', 'mail_link_invalid'])
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect((await signedIn.call('GET', '/api/me')).status).toBe(401)
    expect([await logIn(first), await logIn(password)]).toEqual([401, 200])
  })

  test('works once out of many simultaneous tries, with one link or several', async () => {
    await request(REP.email)
    await request(REP.email)
    const links = await tokens()
    const [first = '', second = ''] = links
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, count) => reset(count % 3 ? first : second, `violet-anchor-${count}31`)),
    )

    expect(first).not.toBe(second)
    expect(tally(replies)).toBe(1)
    const winner = replies.findIndex(({ status }) => status === 200)
    expect(await logIn(`violet-anchor-${winner}31`)).toBe(200)
  })

  test('lifts the lock on its address, so the owner can sign in with the new password', async () => {
    const guess = () => new Client(store).logIn({ ...REP, password: 'a guess' })
    for (let guesses = 0; guesses < 40; guesses += 1) await guess()
    expect((await guess()).body.code).toBe('login_throttled')
    const password = aPassword()
    await reset(await aLink(), password)
    expect(await logIn(password)).toBe(200)
  })

  test('expires after thirty minutes', async () => {
    const token = await aLink()
    store.clock.advance(minutes(30))
    expect(outcomeOf(await reset(token, aPassword()))).toBe('mail_link_invalid')
  })

  test('keeps its link valid if the new password is refused', async () => {
    const token = await aLink()
    expect(outcomeOf(await reset(token, 'Leadyard2026'))).toBe('password_guessable')
    expect(outcomeOf(await reset(token, aPassword()))).toBe('in')
  })

  test('requested by a stranger does not end the owner’s link', async () => {
    const owners = await aLink()
    await request(REP.email)
    await store.runJobs()
    expect(outcomeOf(await reset(owners, aPassword()))).toBe('in')
  })

  test('cannot be rebuilt from what the database stores', async () => {
    const token = await aLink()

    const { rows } = await query('select * from verifications')
    const messages = await query('select * from messages')
    const jobs = await query('select payload from graphile_worker._private_jobs')
    const [id = '', secret = ''] = token.split('.')
    const kept = JSON.stringify([rows, messages.rows, jobs.rows])
    expect(kept).toContain(id)
    expect(kept).not.toContain(secret)
    for (const guess of [rows[0].value, rows[0].tokens[0], id])
      expect(outcomeOf(await reset(`${id}.${guess}`, aPassword()))).toBe('mail_link_invalid')
    expect(outcomeOf(await reset(token, aPassword()))).toBe('in')
  })

  test('links only to the public address, whatever host the request names', async () => {
    const evil = new Client(store)
    await evil.call('POST', '/api/password-reset', { email: REP.email }, { host: 'evil.example' })
    await store.runJobs()
    const [mail] = await store.mailsTo(REP.email)
    expect(mail?.text).toContain('http://store.test/reset-password?token=')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  test('does not work for a member who has been disabled since', async () => {
    const token = await aLink()
    await query('update users set disabled_at = $1 where email = $2', [store.clock.now(), REP.email])
    expect(outcomeOf(await reset(token, aPassword()))).toBe('mail_link_invalid')
  })

  test('does not work once the member’s address has changed', async () => {
    const token = await aLink()
    await query(`update users set email = 'rob.new@example.com' where email = $1`, [REP.email])
    expect(outcomeOf(await reset(token, aPassword()))).toBe('mail_link_invalid')
    await query(`update users set email = $1 where email = 'rob.new@example.com'`, [REP.email])
  })
})

describe('requesting a password reset', () => {
  test('gets the same answer after the same number of statements for every address', async () => {
    await query(`update users set disabled_at = $1 where email = 'admin@example.com'`, [store.clock.now()])
    const ask = async (email: string) => {
      const before = store.database.statementCount()
      const { status, body } = await request(email)
      return { status, body, statements: store.database.statementCount() - before }
    }
    const answers = []
    for (const email of [REP.email, 'nobody@example.com', 'admin@example.com', 'x']) answers.push(await ask(email))

    expect(answers).toEqual(answers.map(() => ({ status: 200, body: expect.any(Object), statements: 2 })))
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1)
    await store.runJobs()
    expect(await store.mailsTo('nobody@example.com')).toEqual([])
    expect(await store.mailsTo('admin@example.com')).toEqual([])
  })

  test('is refused after five times per address, known or not, and allowed again after an hour', async () => {
    for (const email of [REP.email, 'nobody@example.com']) {
      const replies: Reply[] = []
      for (let count = 0; count <= MAILS_PER_RECIPIENT_MAX; count += 1) replies.push(await request(email))
      expect(tally(replies)).toBe(MAILS_PER_RECIPIENT_MAX)
      expect(replies.at(-1)?.body.code).toBe('login_throttled')
    }
    store.clock.advance(hours(1))
    expect(outcomeOf(await request(REP.email))).toBe('in')
  })

  test('is refused after twenty times per network address if rate limits are on', async () => {
    const node = await createTestApp({ beside: store, env: { RATE_LIMITS: 'on' } })
    const replies: Reply[] = []
    for (let count = 0; count < MAILS_PER_ADDRESS_MAX + 3; count += 1)
      replies.push(await request(`nobody${count}@example.com`, node))
    expect(tally(replies)).toBe(MAILS_PER_ADDRESS_MAX)
    await node.close()
  })

  test('sends one email each time, with different message IDs', async () => {
    await store.runJobs()
    const before = (await store.mailsTo(REP.email)).length
    await request(` ${REP.email.toUpperCase()} `)
    await request(REP.email)
    await store.runJobs()
    const mails = (await store.mailsTo(REP.email)).slice(0, 2)
    expect(await store.mailsTo(REP.email)).toHaveLength(before + 2)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
    expect(mails[0]?.subject).toBe('Choose a new password for Leadyard')
  })
})
