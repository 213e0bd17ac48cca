import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureMember } from '#server/features/members/ensure-member.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

const OTHER_REP = {
  email: 'olga@example.com',
  password: 'harbor-lamp-93',
  username: 'Olga Other',
  role: 'sales',
} as const
const PATH = '/api/sales/customers'

let store: TestApp
let rep: Client
let other: Client
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await ensureMember(store.ctx, store.app.auth, OTHER_REP)
  rep = await aRep(store)
  admin = await anAdmin(store)
  other = new Client(store)
  await other.logIn(OTHER_REP)
})
afterAll(() => store.close())

const anAddress = () => `c${randomUUID()}@example.com`
const aCustomer = (fields: Record<string, unknown> = {}) => ({ name: 'Cora Customer', email: anAddress(), ...fields })

async function added(client: Client, fields: Record<string, unknown> = {}) {
  const reply = await client.call('POST', PATH, aCustomer(fields))
  expect(reply.status).toBe(200)
  return reply.body
}

describe('a new customer', () => {
  test('belongs to the rep who added it, with the given data and no sales', async () => {
    const email = anAddress()
    const fields = {
      phone: '555-0100',
      address: '1 Main St',
      businessName: 'Cora Homes',
      notes: 'Likes Travis.\r\nCalls back.',
    }

    const shown = await added(rep, { email, ...fields })

    expect(shown).toEqual({
      ...fields,
      id: expect.stringMatching(/^cus_/),
      name: 'Cora Customer',
      email,
      notes: 'Likes Travis.\nCalls back.',
      createdAt: expect.any(String),
      repName: REP.username,
      orderCount: 0,
      salesHistory: [],
    })
  })

  test('has a timeline that starts when it was added', async () => {
    const { id, createdAt } = await added(rep)

    const { body } = await rep.call('GET', `/api/sales/customers/${id}`)

    const entry = { kind: 'customer_added', at: createdAt, detail: null, by: null, requestToken: null }
    expect(body).toMatchObject({ id, timeline: [entry] })
  })

  test('with the address of another customer of the rep is refused, naming that customer', async () => {
    const { id, email } = await added(rep)

    const twin = await rep.call('POST', PATH, aCustomer({ email: email.toUpperCase() }))

    expect(twin).toMatchObject({ status: 409, body: { code: 'customer_exists', details: { customerId: id } } })
  })

  test('with the address of another rep’s customer is added', async () => {
    const { email } = await added(rep)

    expect(await other.call('POST', PATH, aCustomer({ email }))).toMatchObject({ status: 200, body: { email } })
  })

  test('is added once when sent ten times at once', async () => {
    const customer = aCustomer()

    const replies = await Promise.all(Array.from({ length: 10 }, () => rep.call('POST', PATH, customer)))

    const made = replies.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const details = { customerId: made[0]?.body.id }
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect({ status, details: body.details }).toEqual({ status: 409, details })
  })

  test.each([
    ['no address', { email: '   ' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['an address with a name', { email: 'Eve <eve@example.com>' }],
    ['a header in its address', { email: 'a@example.com\r\nBcc: eve@example.com' }],
    ['a name of spaces', { name: ' \t ' }],
    ['a name of 10,000 letters', { name: 'n'.repeat(10_000) }],
    ['notes of 10,000 letters', { notes: 'n'.repeat(10_000) }],
    ['a character that cannot be stored', { name: 'Co\0ra' }],
  ])('with %s is refused', async (_what, fields) => {
    expect((await rep.call('POST', PATH, aCustomer(fields))).status).toBe(400)
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['emoji', '🏡 Cora 👩‍👩‍👧'],
    ['right-to-left text', 'كورا العقارات'],
    ['Chinese', '李雷地产'],
    ['SQL', "'; drop table customers; --"],
    ['search operators', 'a & b | !(c:*)'],
  ])('can be named %s: it is kept as it is, and can be found by it', async (_what, name) => {
    const word = `mark${randomUUID().slice(0, 8)}`
    const { id } = await added(rep, { name, businessName: word })

    const found = await rep.call('GET', `${PATH}?search=${encodeURIComponent(`${name} ${word}`)}`)

    expect(found.body).toMatchObject([{ id, name }])
  })

  test('gets spaces for line breaks in its name', async () => {
    expect(await added(rep, { name: 'Cora\r\nBcc: eve@example.com' })).toMatchObject({
      name: 'Cora Bcc: eve@example.com',
    })
  })
})

describe('a rep', () => {
  test('cannot see another rep’s customer, or that it exists', async () => {
    const { id, name, email } = await added(other, { notes: 'secret' })
    const calls = [
      await rep.call('GET', `/api/sales/customers/${id}`),
      await rep.call('PUT', `/api/sales/customers/${id}`, { name, email }),
      await rep.call('PATCH', `/api/sales/customers/${id}/notes`, { notes: 'mine now' }),
    ]
    const unknown = await rep.call('GET', `/api/sales/customers/cus_${'0'.repeat(22)}`)
    const lists = [
      await rep.call('GET', `${PATH}?search=${email}`),
      await rep.call('GET', `/api/customers/all?search=${email}`),
    ]

    for (const reply of calls) {
      expect(reply.status).toBe(404)
      expect({ ...reply.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    for (const list of lists) expect(list.body).toEqual([])
    expect((await other.call('GET', `/api/sales/customers/${id}`)).body).toMatchObject({ notes: 'secret' })
  })

  test('changes a customer; omitted fields are cleared, and notes stay', async () => {
    const { id, email } = await added(rep, { phone: '555-0100', notes: 'keep' })
    const address = anAddress()

    const changed = await rep.call('PUT', `/api/sales/customers/${id}`, {
      name: 'Cora Corrected',
      email: address,
      businessName: 'LLC',
    })

    const expected = { id, name: 'Cora Corrected', email: address, phone: null, businessName: 'LLC', notes: 'keep' }
    expect(changed).toMatchObject({ status: 200, body: expected })
    expect((await rep.call('GET', `${PATH}?search=${email}`)).body).toEqual([])
    expect((await rep.call('GET', `${PATH}?search=${address}`)).body).toMatchObject([{ id }])
  })

  test('cannot give a customer another customer’s address', async () => {
    const [one, two] = [await added(rep), await added(rep)]

    const reply = await rep.call('PUT', `/api/sales/customers/${one.id}`, {
      name: 'Cora',
      email: two.email.toUpperCase(),
    })

    expect(reply).toMatchObject({ status: 409, body: { code: 'customer_exists', details: { customerId: two.id } } })
    expect((await rep.call('GET', `/api/sales/customers/${one.id}`)).body).toMatchObject({ email: one.email })
  })

  test('replaces the notes and can clear them', async () => {
    const { id } = await added(rep, { notes: 'old' })

    const written = await rep.call('PATCH', `/api/sales/customers/${id}/notes`, { notes: ' new\n<b>line</b>\u0007 ' })
    const emptied = await rep.call('PATCH', `/api/sales/customers/${id}/notes`, { notes: '' })

    expect(written.body).toMatchObject({ id, notes: 'new\n<b>line</b>' })
    expect(emptied.body).toMatchObject({ notes: '' })
  })
})

describe('an administrator', () => {
  test('sees and changes every rep’s customers, which stay with their reps', async () => {
    const { id, email } = await added(rep)

    const changed = await admin.call('PUT', `/api/sales/customers/${id}`, { name: 'Renamed', email })

    expect(changed.body).toMatchObject({ name: 'Renamed', repName: REP.username })
    expect((await admin.call('GET', `/api/customers/all?search=${email}`)).body).toMatchObject([{ id }])
    expect((await rep.call('GET', `/api/sales/customers/${id}`)).body).toMatchObject({ name: 'Renamed' })
  })

  test('giving a rep’s customer another customer’s address learns which customer has it', async () => {
    const [one, two] = [await added(rep), await added(rep)]

    const reply = await admin.call('PUT', `/api/sales/customers/${one.id}`, { name: 'Cora', email: two.email })

    expect(reply).toMatchObject({ status: 409, body: { details: { customerId: two.id } } })
  })
})
