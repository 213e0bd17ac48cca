import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aRep, Client } from '#testing/builders.ts'
import { anAddress } from '#testing/customers.ts'
import { mailedTokens } from '#testing/mailed-link.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { ADMIN, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { MAILS_PER_RECIPIENT_MAX, PROOFS_PER_MEMBER_MAX } from './throttle.ts'

const store = withStore()
let rep: Client
beforeEach(async () => {
  await store.sql`truncate login_attempts, verifications`
  await store.sql`update users set email = ${REP.email}, is_verified = true, phone = null where role = 'sales'`
  rep = await aRep(store)
})

const update = (email: string, password: string = REP.password, client = rep) =>
  client.call('PUT', '/api/profile/email', { email, password })
const confirm = (token: string) => new Client(store).call('PUT', '/api/profile/email-confirmation', { token })
const askAgain = () => rep.call('POST', '/api/profile/email-confirmation')
const me = async () => (await rep.call('GET', '/api/me')).body
const tokensTo = (address: string) => mailedTokens(store, address, '/confirm-email')

describe('changing the email address', () => {
  test('refuses a wrong password with a message for the screen and changes nothing', async () => {
    const reply = await update(anAddress(), 'a wrong one')
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({
      code: 'password_wrong',
      message: 'Failed to update email. Please check your password.',
    })
    expect(await me()).toMatchObject({ email: REP.email, isVerified: true })
  })

  test('mails a link to the new address and a notice to the old one', async () => {
    const address = anAddress()
    const reply = await update(`  ${address.toUpperCase()} `)

    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ email: address, isVerified: false })
    expect(await tokensTo(address)).toHaveLength(1)
    const [notice] = await store.mailsTo(REP.email)
    expect(notice).toMatchObject({ subject: 'Your Leadyard account has a new email address' })
    expect(notice?.text).toContain('email support@example.com right away')
    expect(notice?.text).not.toContain(address)
    expect((await new Client(store).logIn(REP)).status).toBe(401)
    expect((await new Client(store).logIn({ email: address, password: REP.password })).status).toBe(200)
  })

  test('refuses another member’s address in any spelling, and a race of two for one address', async () => {
    const address = anAddress()
    const admin = new Client(store)
    await admin.logIn(ADMIN)
    const taken = await update('Admin@Example.com')
    const together = await Promise.all([update(address), update(address, ADMIN.password, admin)])
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
    expect(together.map(outcomeOf).sort()).toEqual(['email_taken', 'in'])
    await store.sql`update users set email = ${ADMIN.email} where role = 'admin'`
  })

  test.each(['rob@example.com\r\nBcc: everybody@example.com', 'rob@example.com, eve@example.com'])(
    'refuses anything but one plain address: %j',
    async (email) => {
      expect(await update(email)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(await me()).toMatchObject({ email: REP.email, isVerified: true })
    },
  )

  test('is limited per hour and allowed again an hour later', async () => {
    const outcomes: string[] = []
    for (let count = 0; count <= MAILS_PER_RECIPIENT_MAX; count += 1)
      outcomes.push(outcomeOf(await update(anAddress())))
    store.clock.advance(hours(1))
    expect(outcomes.filter((one) => one === 'in')).toHaveLength(MAILS_PER_RECIPIENT_MAX)
    expect(outcomes.at(-1)).toBe('login_throttled')
    expect(outcomeOf(await update(anAddress()))).toBe('in')
  })

  test('refuses password guesses beyond ten, even at once, but the owner can still log in', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => update(anAddress(), 'a guess')))
    expect(outcomes.map(outcomeOf).filter((one) => one === 'password_wrong')).toHaveLength(PROOFS_PER_MEMBER_MAX)
    expect(outcomeOf(await update(anAddress()))).toBe('login_throttled')
    expect((await new Client(store).logIn(REP)).status).toBe(200)
    store.clock.advance(minutes(15))
    expect(outcomeOf(await update(anAddress()))).toBe('in')
  })
})

test('confirming the email address works once per link and signs no one in', async () => {
  const address = anAddress()
  await update(address)
  const [token = ''] = await tokensTo(address)
  const together = await Promise.all([confirm(token), confirm(token), confirm(token)])
  expect(together.map(outcomeOf).sort()).toEqual(['in', 'mail_link_invalid', 'mail_link_invalid'])
  expect(together.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined])
  expect(await me()).toMatchObject({ email: address, isVerified: true })
})

test('confirming the email address fails if the address has changed since', async () => {
  const [first, second] = [anAddress(), anAddress()]
  await update(first)
  const [token = ''] = await tokensTo(first)
  await update(second)
  expect(outcomeOf(await confirm(token))).toBe('mail_link_invalid')
  expect(await me()).toMatchObject({ email: second, isVerified: false })
})

test('confirming the email address fails if an administrator has changed the address since', async () => {
  const address = anAddress()
  await update(address)
  const [token = ''] = await tokensTo(address)
  await store.sql`update users set email = 'elsewhere@example.com' where role = 'sales'`
  expect(outcomeOf(await confirm(token))).toBe('mail_link_invalid')
})

test('confirming the email address can be requested again; only the newest link works, for one day', async () => {
  const address = anAddress()
  await update(address)
  const [first = ''] = await tokensTo(address)

  expect(outcomeOf(await askAgain())).toBe('in')
  const [second = ''] = await tokensTo(address)
  expect(outcomeOf(await confirm(first))).toBe('mail_link_invalid')
  store.clock.advance(hours(24))
  expect(outcomeOf(await confirm(second))).toBe('mail_link_invalid')
  rep = new Client(store)
  await rep.logIn({ email: address, password: REP.password })
  await askAgain()
  const [third = ''] = await tokensTo(address)
  expect(outcomeOf(await confirm(third))).toBe('in')
})

test('confirming the email address fails for a made-up token or a link with another purpose', async () => {
  await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
  const [reset = ''] = await mailedTokens(store, REP.email, '/reset-password')
  for (const token of ['', 'x', `ver_${'0'.repeat(22)}.${'A'.repeat(32)}`, reset, reset.slice(0, -1), `${reset}A`])
    expect(outcomeOf(await confirm(token))).toBe('mail_link_invalid')
})

describe('changing the phone number', () => {
  const updatePhone = (phone: string, password: string = REP.password) =>
    rep.call('PUT', '/api/profile/phone', { phone, password })

  test('keeps the number as it was typed, on one line', async () => {
    const reply = await updatePhone(' +1 (555)\r\n010-0100 ')
    expect(reply.body).toMatchObject({ phone: '+1 (555) 010-0100', email: REP.email })
    expect((await me()).phone).toBe('+1 (555) 010-0100')
  })

  test('needs the password, with a message for the screen, and a number', async () => {
    const wrong = await updatePhone('555-0100', 'a wrong one')
    expect([wrong.status, wrong.body.message]).toEqual([403, 'Failed to update phone. Please check your password.'])
    expect(outcomeOf(await updatePhone(' \n '))).toBe('bad_request')
    expect((await me()).phone).toBeNull()
  })
})
