/** Adding, changing and removing members, as an administrator does it and as the member notices it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, adminOf, aRep, Client, prove, type Reply } from '#testing/builders.ts'
import { mailedTokens } from '#testing/mailed-link.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const PASSWORD = 'granite-otter-58'

const store = withStore({}, (opened) => opened.setStock(VIP, 500))
const admin = adminOf(store)
let people = 0
beforeEach(() => prove(admin))

const aPerson = (more: object = {}) => {
  people += 1
  return { username: `Person ${people}`, email: `person${people}@example.com`, password: PASSWORD, ...more }
}
const create = (body: object, client = admin): Promise<Reply> => client.call('POST', '/api/admin/users', body)
const logIn = async (email: string, password = PASSWORD): Promise<Client> => {
  const client = new Client(store)
  expect((await client.logIn({ email, password })).status).toBe(200)
  return client
}
const remove = (id: string, heirId?: string, client = admin): Promise<Reply> =>
  client.call('DELETE', `/api/admin/users/${id}${heirId ? `?heirId=${heirId}` : ''}`)

test('a new member with a password can log in at once, sells at the usual rate, and is verified by email', async () => {
  const person = aPerson()

  const { status, body } = await create(person)

  expect([status, body]).toMatchObject([
    200,
    {
      username: person.username,
      role: 'sales',
      isVerified: false,
      isInvited: false,
      commissionRate: 10,
      phone: null,
    },
  ])
  const member = await logIn(person.email)
  const [token] = await mailedTokens(store, person.email, '/confirm-email')
  await member.call('PUT', '/api/profile/email-confirmation', { token })
  const { body: all } = await admin.call('GET', '/api/admin/users')
  expect(all).toContainEqual(expect.objectContaining({ id: body.id, isVerified: true }))
})

test('a new member without a password is invited: the link sets one, once, and confirms the address', async () => {
  const { password: _, ...person } = aPerson({ role: 'admin' })
  const { body } = await create(person)
  expect(body).toMatchObject({ isInvited: true, isVerified: false, role: 'admin', commissionRate: 0 })
  await admin.call('POST', `/api/admin/users/${body.id}/invite`)
  const tokens = await mailedTokens(store, person.email, '/reset-password')
  expect(tokens).toHaveLength(2)
  const choose = (token: string | undefined) =>
    new Client(store).call('PUT', '/api/password-reset', { token, newPassword: PASSWORD })
  expect((await choose(tokens[0])).status).toBe(200)
  expect((await choose(tokens[1])).body.code).toBe('mail_link_invalid')
  await logIn(person.email)
  const { body: all } = await admin.call('GET', '/api/admin/users')
  expect(all).toContainEqual(expect.objectContaining({ id: body.id, isInvited: false, isVerified: true }))
  expect((await admin.call('POST', `/api/admin/users/${body.id}/invite`)).body.code).toBe('member_joined')
})

test.each([
  ['an address that a member has', { email: 'REP@example.com' }, 'email_taken'],
  ['a common password', { password: 'password1' }, 'password_guessable'],
  ['a password of five letters', { password: 'abcde' }, 'bad_request'],
  ['two addresses', { email: 'a@example.com, b@example.com' }, 'bad_request'],
  ['no name', { username: ' \n ' }, 'bad_request'],
  ['an unknown role', { role: 'owner' }, 'bad_request'],
])('a new member with %s is refused', async (_what, wrong, code) => {
  const { body: before } = await admin.call('GET', '/api/admin/users')
  expect((await create(aPerson(wrong))).body.code).toBe(code)
  expect((await admin.call('GET', '/api/admin/users')).body).toEqual(before)
})

describe('a changed member', () => {
  test('gets the new name, phone and address; both addresses get an email, and the change is logged', async () => {
    const person = aPerson()
    const { body: made } = await create(person)
    const changed = { username: 'Ana <b>Bold</b>', email: `moved-${person.email}`, phone: '555-0100' }

    const { body } = await admin.call('PUT', `/api/admin/users/${made.id}`, changed)

    expect(body).toMatchObject({ ...changed, isVerified: false })
    await store.runJobs()
    expect((await store.mailsTo(changed.email))[0]?.subject).toContain('Confirm your email')
    expect((await store.mailsTo(person.email))[0]?.subject).toContain('has a new email address')
    await logIn(changed.email)
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=member_updated&limit=1')
    expect(log[0]).toMatchObject({
      subject: person.username,
      before: { email: person.email },
      after: { email: changed.email },
    })
  })

  test('cannot take another member’s address, and an unknown member is not found', async () => {
    const { body: made } = await create(aPerson())
    const taken = await admin.call('PUT', `/api/admin/users/${made.id}`, { username: 'X', email: 'rep@example.com' })
    expect(taken.body.code).toBe('email_taken')
    const missing = await admin.call('PUT', '/api/admin/users/usr_nobody', { username: 'X', email: 'x@example.com' })
    expect(missing.status).toBe(404)
  })
})

test('a commission rate applies to sales from then on, and every rate stays on record', async () => {
  const person = aPerson()
  const { body: made } = await create(person)
  const rep = await logIn(person.email)
  const before = await sendLink(rep, [VIP])
  const { body } = await admin.call('PUT', `/api/admin/users/${made.id}/commission`, { rate: 12.5 })
  expect(body.commissionRate).toBe(12.5)
  const after = await sendLink(rep, [VIP])

  for (const request of [before, after]) await payLink(store, request)

  const rows =
    await store.sql`select commission_cents from sale_entries where rep_id = ${made.id} order by commission_cents`
  expect(rows).toEqual([{ commission_cents: 2990 }, { commission_cents: 3738 }])
  const { body: rates } = await admin.call('GET', `/api/admin/users/${made.id}/commission`)
  expect(rates.map(({ rate }: { rate: number }) => rate)).toEqual([12.5, 10])
})

test('a commission rate that is none is refused', async () => {
  const { body: made } = await create(aPerson())
  for (const rate of [-1, 100.01, 12.345, '10', null])
    expect((await admin.call('PUT', `/api/admin/users/${made.id}/commission`, { rate })).status).toBe(400)
})

test('a removed member is logged out at once; customers and live links pass to the successor, sales stay', async () => {
  const person = aPerson()
  const { body: made } = await create(person)
  const rep = await logIn(person.email)
  const sold = await sendLink(rep, [VIP])
  await payLink(store, sold)
  const live = await sendLink(rep, [VIP])
  const successor = await aRep(store)
  const heirId = (await successor.call('GET', '/api/me')).body.id
  // The successor knows one of the customers already.
  await successor.call('POST', '/api/sales/customers', { name: 'Known', email: sold.customerEmail, notes: 'Theirs.' })

  const { body } = await remove(made.id, heirId)

  expect(body).toEqual({ message: 'Sales team member removed successfully', customers: 2, liveLinks: 1 })
  expect((await rep.call('GET', '/api/me')).status).toBe(401)
  expect((await new Client(store).logIn({ email: person.email, password: PASSWORD })).status).toBe(401)
  expect((await successor.call('GET', `/api/invoices/${live.token}`)).body.total).toBe(live.total)
  expect((await successor.call('GET', `/api/invoices/${sold.token}`)).status).toBe(404)
  const { body: customers } = await successor.call('GET', `/api/sales/customers?search=${sold.customerEmail}`)
  expect(customers).toMatchObject([{ name: 'Known', orderCount: 1, spentTotal: sold.total }])
  await payLink(store, live)
  const figures = (await admin.call('GET', `/api/admin/users/${made.id}/analytics?period=lifetime`)).body
  expect(figures).toMatchObject({ totalOrders: 1 })
  const { body: log } = await admin.call('GET', '/api/admin/audit?action=member_removed&limit=1')
  expect(log[0]).toMatchObject({ subject: person.username, after: { customers: 2, liveLinks: 1 } })
})

test('a removed member cannot be oneself or an unknown member, and needs a valid successor', async () => {
  const me = (await admin.call('GET', '/api/me')).body.id
  expect((await remove(me)).body.code).toBe('member_self')
  expect((await remove('usr_nobody')).status).toBe(404)
  const { body: made } = await create(aPerson())
  expect((await remove(made.id, made.id)).body.code).toBe('member_heir_unknown')
  expect((await remove(made.id, 'usr_nobody')).body.code).toBe('member_heir_unknown')
  expect((await remove(made.id, undefined, await aRep(store))).status).toBe(403)
  expect((await remove(made.id, undefined, aBuyer(store))).status).toBe(401)
})

test('of two administrators who remove each other at once, one stays', async () => {
  const person = aPerson({ role: 'admin' })
  const { body: made } = await create(person)
  const other = await logIn(person.email)
  const others = (await admin.call('GET', '/api/admin/users')).body.filter(
    (one: { role: string; id: string }) => one.role === 'admin' && one.id !== made.id,
  )
  await prove(other, person)
  const me = (await admin.call('GET', '/api/me')).body.id
  for (const one of others) if (one.id !== me) await remove(one.id)

  // Who was removed first can't log in again to be told so.
  const replies = await Promise.allSettled([remove(made.id), remove(me, undefined, other)])

  expect(replies.filter((reply) => reply.status === 'fulfilled' && reply.value.status === 200)).toHaveLength(1)
  const rows = await store.sql`select 1 from users where role = 'admin' and disabled_at is null`
  expect(rows).toHaveLength(1)
})
