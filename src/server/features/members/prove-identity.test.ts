/** What an administrator's session may not do without a proof. */
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, Client, prove, type Reply } from '#testing/builders.ts'
import { anAddress } from '#testing/customers.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { ADMIN } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const PASSWORD = 'granite-otter-58'
const store = withStore()
let admin: Client
beforeEach(async () => {
  await store.sql`truncate login_attempts, sessions, second_factors`
  admin = await anAdmin(store)
})
afterEach(async () => {
  await store.sql`truncate settings`
  await store.app.settings.reload()
})

const aPerson = (more: object = {}) => ({ username: 'Pat Person', email: anAddress(), password: PASSWORD, ...more })
const create = (person: object, client = admin) => client.call('POST', '/api/admin/users', person)
async function aMember(role = 'sales'): Promise<{ id: string; username: string; email: string; client: Client }> {
  const person = aPerson({ role })
  await prove(admin)
  const { body } = await create(person)
  admin = await anAdmin(store)
  const client = new Client(store)
  expect((await client.logIn(person)).status).toBe(200)
  return { id: body.id, username: person.username, email: person.email, client }
}
const setting = (name: string, before: string, after: string, client = admin) =>
  client.call('PUT', '/api/admin/settings', { changes: [{ name, before, after }] })

/** Turns a member's second factor on. @returns what their app shows after some time steps */
async function turnOn(client: Client, password: string): Promise<(steps?: number) => string> {
  const { body } = await client.call('POST', '/api/profile/second-factor', { password })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  const code = (steps = 0) => totp.generate({ timestamp: store.clock.now().getTime() + steps * 30_000 })
  expect((await client.call('PUT', '/api/profile/second-factor', { code: code() })).status).toBe(200)
  return code
}

/** Everything that would turn an open session, or someone who finds it, into access to an account. */
const SENSITIVE: [string, () => Promise<(client: Client) => Promise<Reply>>][] = [
  [
    'another member’s address',
    async () => {
      const { id, username } = await aMember()
      return (client) => client.call('PUT', `/api/admin/users/${id}`, { username, email: anAddress() })
    },
  ],
  ['a new administrator', async () => (client) => create(aPerson({ role: 'admin' }), client)],
  ['an invited administrator', async () => (client) => create(aPerson({ role: 'admin', password: undefined }), client)],
  [
    'an administrator’s removal',
    async () => {
      const { id } = await aMember('admin')
      return (client) => client.call('DELETE', `/api/admin/users/${id}`)
    },
  ],
  [
    'another member’s second factor',
    async () => {
      const { id } = await aMember()
      return (client) => client.call('DELETE', `/api/admin/users/${id}/second-factor`)
    },
  ],
  ['where buyers’ money goes', async () => (client) => setting('cashAppHandle', '$leadyard', '$thief', client)],
  ['how administrators log in', async () => (client) => setting('adminSecondFactor', 'optional', 'required', client)],
]

test.each(SENSITIVE)('%s needs a proof', async (_what, prepare) => {
  const act = await prepare()
  const before = await act(admin)
  await prove(admin)
  expect(outcomeOf(before)).toBe('proof_needed')
  expect(outcomeOf(await act(admin))).toBe('in')
})

test('a proof counts in its own session only, for five minutes', async () => {
  const copy = admin.at(store)
  const act = (client: Client) => create(aPerson({ role: 'admin' }), client)
  await prove(admin)
  const stolen = await act(copy)
  store.clock.advance(minutes(5))
  const late = await act(admin)
  await prove(admin)
  expect([stolen, late].map(outcomeOf)).toEqual(['unauthenticated', 'proof_needed'])
  expect(outcomeOf(await act(admin))).toBe('in')
})

test('without a proof, administrators can add, edit and remove sales members and end their sessions', async () => {
  const { body: made } = await create(aPerson())
  const path = `/api/admin/users/${made.id}`
  const replies = [
    await admin.call('PUT', path, { username: 'Renamed', email: made.email, phone: '555-0100' }),
    await admin.call('DELETE', `${path}/sessions`),
    await admin.call('DELETE', path),
  ]
  expect(replies.map(outcomeOf)).toEqual(['in', 'in', 'in'])
})

test('without a proof: a proof from an earlier session does not count in a new one', async () => {
  await prove(admin)
  expect(outcomeOf(await create(aPerson({ role: 'admin' }), await anAdmin(store)))).toBe('proof_needed')
})

describe('on the team screen', () => {
  test('members cannot change their own address, end their own sessions or turn off their own second factor', async () => {
    await prove(admin)
    const { id, username, email } = (await admin.call('GET', '/api/me')).body
    const path = `/api/admin/users/${id}`
    expect(outcomeOf(await admin.call('PUT', path, { username, email: 'mine@example.com' }))).toBe('member_self')
    expect(outcomeOf(await admin.call('DELETE', `${path}/sessions`))).toBe('member_self')
    expect(outcomeOf(await admin.call('DELETE', `${path}/second-factor`))).toBe('member_self')
    expect(outcomeOf(await admin.call('PUT', path, { username, email, phone: '555-0101' }))).toBe('in')
  })

  test('ending another member’s sessions takes effect at once', async () => {
    const { id, client } = await aMember()
    expect((await admin.call('DELETE', `/api/admin/users/${id}/sessions`)).body).toEqual({ ended: 1 })
    expect((await client.call('GET', '/api/me')).status).toBe(401)
  })

  test('turning off a lost second factor lets its member log in without it, and an email tells them', async () => {
    const { id, email, client } = await aMember()
    await turnOn(client, PASSWORD)
    await prove(admin)
    expect(outcomeOf(await admin.call('DELETE', `/api/admin/users/${id}/second-factor`))).toBe('in')
    expect((await client.call('GET', '/api/me')).status).toBe(401)
    expect((await client.logIn({ email, password: PASSWORD })).status).toBe(200)
    await store.runJobs()
    expect((await store.mailsTo(email))[0]?.subject).toBe('Your two-step sign-in was turned off')
  })
})

test('a proof is refused for a wrong password, and blocked after ten guesses', async () => {
  const guess = () => admin.call('POST', '/api/profile/proof', { password: 'a guess' })
  const guesses: string[] = []
  for (let count = 0; count < 11; count += 1) guesses.push(outcomeOf(await guess()))
  expect(guesses).toEqual([...Array(10).fill('password_wrong'), 'login_throttled'])
})

test('a proof needs a code if the member has a second factor, and wrong codes count as guesses', async () => {
  const code = await turnOn(admin, ADMIN.password)
  const show = (given?: string) => admin.call('POST', '/api/profile/proof', { password: ADMIN.password, code: given })
  expect(outcomeOf(await show())).toBe('second_factor_required')
  expect(outcomeOf(await show('000000'))).toBe('second_factor_wrong')
  expect(outcomeOf(await show(code(1)))).toBe('in')
  for (let count = 0; count < 10; count += 1) await show('000000')
  expect(outcomeOf(await show(code(2)))).toBe('login_throttled')
})

test('a proof with a code is needed to change one’s own address and to turn the second factor off', async () => {
  const { client } = await aMember()
  const code = await turnOn(client, PASSWORD)
  const address = () => client.call('PUT', '/api/profile/email', { email: 'moved@example.com', password: PASSWORD })
  const off = () => client.call('POST', '/api/profile/second-factor/remove', { password: PASSWORD })
  expect([await address(), await off()].map(outcomeOf)).toEqual(['proof_needed', 'proof_needed'])
  await client.call('POST', '/api/profile/proof', { password: PASSWORD, code: code(1) })
  expect([await address(), await off()].map(outcomeOf)).toEqual(['in', 'in'])
})

test('a store that requires a second factor of administrators lets administrators without one only turn it on; then they can go on', async () => {
  const { client } = await aMember('admin')
  await prove(admin)
  await setting('adminSecondFactor', 'optional', 'required')
  expect(outcomeOf(await client.call('GET', '/api/admin/users'))).toBe('second_factor_demanded')
  expect((await client.call('GET', '/api/me')).body).toMatchObject({ role: 'admin', needsSecondFactor: true })
  await turnOn(client, PASSWORD)
  expect(outcomeOf(await client.call('GET', '/api/admin/users'))).toBe('in')
  expect((await client.call('GET', '/api/me')).body.needsSecondFactor).toBeUndefined()
})
