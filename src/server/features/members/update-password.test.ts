import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { formatMailTime } from '#server/platform/clock.ts'
import { aRep, Client } from '#testing/builders.ts'
import { mailedTokens } from '#testing/mailed-link.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const NEW = 'granite-otter-58'
const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
let hash: string
beforeAll(async () => {
  const { rows } = await query(
    `select password_hash from accounts a join users u on u.user_id = a.user_id where u.email = $1`,
    [REP.email],
  )
  hash = rows[0].password_hash
})
beforeEach(async () => {
  await query('truncate login_attempts, sessions, verifications')
  await query(`update accounts set password_hash = $1 where user_id = (select user_id from users where email = $2)`, [
    hash,
    REP.email,
  ])
})

const update = (client: Client, newPassword = NEW, currentPassword: string = REP.password) =>
  client.call('PUT', '/api/profile/password', { currentPassword, newPassword })
const logIn = async (password: string) => (await new Client(store).logIn({ ...REP, password })).status
const isIn = async (client: Client) => (await client.call('GET', '/api/me')).status === 200

describe('changing the password', () => {
  test('ends every other session and continues this one under a new cookie', async () => {
    const [here, there] = [await aRep(store), await aRep(store)]
    const copy = here.at(store)
    expect(outcomeOf(await update(here))).toBe('in')
    expect(await isIn(here)).toBe(true)
    expect(here.cookie).not.toBe(copy.cookie)
    expect([await isIn(copy), await isIn(there)]).toEqual([false, false])
    expect([await logIn(REP.password), await logIn(NEW)]).toEqual([401, 200])
  })

  test('needs the current password, with a message for the screen, and otherwise changes nothing', async () => {
    const [here, there] = [await aRep(store), await aRep(store)]
    const reply = await update(here, NEW, 'a wrong one')
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({
      code: 'password_wrong',
      message: 'Failed to update password. Please check your current password.',
    })
    expect([await isIn(here), await isIn(there), await logIn(NEW)]).toEqual([true, true, 401])
  })

  test('succeeds once when two devices do it at the same moment', async () => {
    const [here, there] = [await aRep(store), await aRep(store)]
    const replies = await Promise.all([update(here, 'granite-otter-58'), update(there, 'violet-anchor-31')])
    const [first = '', second = ''] = replies.map(outcomeOf)
    expect([first, second].filter((one) => one === 'in')).toHaveLength(1)
    expect([await isIn(here), await isIn(there)]).toEqual([first === 'in', second === 'in'])
  })

  test('ends earlier reset links', async () => {
    const here = await aRep(store)
    await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
    const [token = ''] = await mailedTokens(store, REP.email, '/reset-password')
    await update(here)
    const reply = await new Client(store).call('PUT', '/api/password-reset', { token, newPassword: 'violet-anchor-31' })
    expect(outcomeOf(reply)).toBe('mail_link_invalid')
    expect(await logIn(NEW)).toBe(200)
  })
})

describe('the email about a changed password', () => {
  const notices = async () => {
    await store.runJobs()
    return (await store.mailsTo(REP.email)).filter(({ subject }) => subject === 'Your password was changed')
  }

  test('says when it changed, in the store’s time zone, and what to do if someone else did it', async () => {
    const before = (await notices()).length
    const here = await aRep(store)

    const asked = store.clock.now()
    await update(here)
    const done = store.clock.now()
    const [mail, ...earlier] = await notices()
    expect(earlier).toHaveLength(before)
    for (const told of [mail?.text, mail?.html]) {
      expect(told).toContain('Hello Rob Rep')
      // The minute may change between the two.
      const times = [asked, done].map((time) => `was changed on ${formatMailTime(time, USUAL_STORE_ZONE)}`)
      expect(times.some((time) => told?.includes(time))).toBe(true)
      expect(told).toContain('http://store.test/forgot-password')
      expect(told).toContain('support@example.com')
      expect(told).not.toContain(NEW)
    }
  })

  test('is sent after a reset too', async () => {
    const before = (await notices()).length
    await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
    const [token = ''] = await mailedTokens(store, REP.email, '/reset-password')
    await new Client(store).call('PUT', '/api/password-reset', { token, newPassword: 'violet-anchor-31' })
    expect(await notices()).toHaveLength(before + 1)
  })

  test('is not sent if nothing changed', async () => {
    const before = (await notices()).length
    const here = await aRep(store)
    await update(here, NEW, 'a wrong one')
    await update(here, 'Rob-Rep-99')
    await new Client(store).call('PUT', '/api/password-reset', { token: 'no-such-token', newPassword: NEW })
    expect(await notices()).toHaveLength(before)
  })
})

test('a new password that is easy to guess is refused with the reason, but only after the current one was right', async () => {
  const here = await aRep(store)
  const unproven = await update(here, '123456', 'a wrong one')
  const guessable = await update(here, 'Rob-Rep-99')
  expect(outcomeOf(unproven)).toBe('password_wrong')
  expect([guessable.status, guessable.body.code]).toEqual([400, 'password_guessable'])
  expect(guessable.body.message).toContain('Your name, your address and the name of this store')
  expect(await logIn(REP.password)).toBe(200)
})
