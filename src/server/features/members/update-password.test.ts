import { beforeEach, describe, expect, test } from 'vitest'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { formatMailTime, hours, minutes } from '#server/platform/clock.ts'
import { aRep, Client, type Reply } from '#testing/builders.ts'
import { mailedTokens } from '#testing/mailed-link.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { hashPassword } from './passwords.ts'
import { MAILS_PER_ADDRESS_MAX, MAILS_PER_RECIPIENT_MAX } from './throttle.ts'

const NEW = 'granite-otter-58'
const store = withStore()
beforeEach(async () => {
  await store.sql`truncate login_attempts, sessions, verifications`
  await store.sql`update users set disabled_at = null`
  await store.sql`update accounts a set password_hash = ${await hashPassword(REP.password)} from users u where u.user_id = a.user_id and email = ${REP.email}`
})
const update = (client: Client, newPassword = NEW, currentPassword: string = REP.password) =>
  client.call('PUT', '/api/profile/password', { currentPassword, newPassword })
const logIn = async (password: string) => (await new Client(store).logIn({ ...REP, password })).status
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
    const token = await aLink()
    await update(here)
    expect(outcomeOf(await reset(token, 'violet-anchor-31'))).toBe('mail_link_invalid')
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
    await reset(await aLink(), 'violet-anchor-31')
    expect(await notices()).toHaveLength(before + 1)
  })

  test('is not sent if nothing changed', async () => {
    const before = (await notices()).length
    const here = await aRep(store)
    await update(here, NEW, 'a wrong one')
    await update(here, 'Rob-Rep-99')
    await reset('no-such-token', NEW)
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
    const [first = '', second = ''] = await tokens()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, count) => reset(count % 3 ? first : second, `violet-anchor-${count}31`)),
    )

    expect(first).not.toBe(second)
    expect(tally(replies)).toBe(1)
    const winner = replies.findIndex(({ status }) => status === 200)
    expect(await logIn(`violet-anchor-${winner}31`)).toBe(200)
  })

  test('lifts the lock on its address, so the owner can log in with the new password', async () => {
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

    const rows = await store.sql`select * from verifications`
    const messages = await store.sql`select * from messages`
    const jobs = await store.sql`select payload from graphile_worker._private_jobs`
    const [id = '', secret = ''] = token.split('.')
    const kept = JSON.stringify([rows, messages, jobs])
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
    await store.sql`update users set disabled_at = ${store.clock.now()} where email = ${REP.email}`
    expect(outcomeOf(await reset(token, aPassword()))).toBe('mail_link_invalid')
  })

  test('does not work once the member’s address has changed', async () => {
    const token = await aLink()
    await store.sql`update users set email = 'rob.new@example.com' where email = ${REP.email}`
    expect(outcomeOf(await reset(token, aPassword()))).toBe('mail_link_invalid')
    await store.sql`update users set email = ${REP.email} where email = 'rob.new@example.com'`
  })
})

describe('requesting a password reset', () => {
  test('gets the same answer after the same number of statements for every address', async () => {
    await store.sql`update users set disabled_at = ${store.clock.now()} where email = 'admin@example.com'`
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
