import { beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { adminOf, Client, repOf } from '#testing/builders.ts'
import { aCustomer, addCustomer, anAddress, customerContact, ensuredCustomer } from '#testing/customers.ts'
import { anotherRep, payLink, sendLink, VIP } from '#testing/payment-links.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const PATH = '/api/sales/customers'
const store = withStore()
const rep = repOf(store)
const admin = adminOf(store)
const other = new Client(store)
beforeAll(() => anotherRep(store, other))

test('a new customer belongs to the rep who added it, with the given data and no sales', async () => {
  const email = anAddress()
  const fields = {
    phone: '555-0100',
    address: '1 Main St',
    businessName: 'Cora Homes',
    notes: 'Likes Travis.\r\nCalls back.',
  }

  const shown = await addCustomer(rep, { email, ...fields })

  expect(shown).toEqual({
    ...fields,
    id: expect.stringMatching(/^cus_/),
    name: 'Cora Customer',
    email,
    notes: 'Likes Travis.\nCalls back.',
    createdAt: expect.any(String),
    repName: REP.username,
    lastSaleAt: null,
    spentTotal: '0.00',
    orderCount: 0,
    salesHistory: [],
  })
})

test('a new customer has a timeline that starts when it was added', async () => {
  const { id, createdAt } = await addCustomer(rep)
  const { body } = await rep.call('GET', `/api/sales/customers/${id}`)
  const entry = { kind: 'customer_added', at: createdAt, detail: null, by: null, requestToken: null }
  expect(body).toMatchObject({ id, timeline: [entry] })
})

test('a new customer with the address of another customer of the rep is refused, naming that customer', async () => {
  const { id, email } = await addCustomer(rep)
  const twin = await rep.call('POST', PATH, aCustomer({ email: email.toUpperCase() }))
  expect(twin).toMatchObject({ status: 409, body: { code: 'customer_exists', details: { customerId: id } } })
})

test('a new customer with the address of another rep’s customer is added', async () => {
  const { email } = await addCustomer(rep)
  expect(await other.call('POST', PATH, aCustomer({ email }))).toMatchObject({ status: 200, body: { email } })
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
])('a new customer with %s is refused', async (_what, fields) => {
  expect((await rep.call('POST', PATH, aCustomer(fields))).status).toBe(400)
})

describe('a rep', () => {
  test('does not find another rep’s customer', async () => {
    const { email } = await addCustomer(other)
    for (const path of [PATH, '/api/customers/all'])
      expect((await rep.call('GET', `${path}?search=${email}`)).body).toEqual([])
  })

  test.each([
    ['read', 'GET', '', undefined],
    ['change', 'PUT', '', { name: 'Mine', email: 'mine@example.com' }],
    ['note', 'PATCH', '/notes', { notes: 'mine' }],
  ] as const)('cannot %s another rep’s customer', async (_what, method, path, body) => {
    const { id, ...before } = await addCustomer(other)
    const refused = await rep.call(method, `${PATH}/${id}${path}`, body)
    expect(refused).toMatchObject({ status: 404, body: { code: 'customer_not_found' } })
    expect((await other.call('GET', `${PATH}/${id}`)).body).toMatchObject(before)
  })

  test('changes a customer; omitted fields are cleared, and notes stay', async () => {
    const { id, email } = await addCustomer(rep, { phone: '555-0100', notes: 'keep' })
    const address = anAddress()

    const changed = await rep.call('PUT', `/api/sales/customers/${id}`, {
      name: 'Córa O’Rected',
      email: address,
      businessName: 'LLC',
    })
    const expected = { id, name: 'Córa O’Rected', email: address, phone: null, businessName: 'LLC', notes: 'keep' }
    expect(changed).toMatchObject({ status: 200, body: expected })
    expect((await rep.call('GET', `${PATH}?search=${email}`)).body).toEqual([])
    for (const search of [address, 'cora orected', 'Córa O’R'])
      expect((await rep.call('GET', `${PATH}?search=${encodeURIComponent(search)}`)).body).toMatchObject([{ id }])
  })

  test('cannot give a customer another customer’s address', async () => {
    const [one, two] = [await addCustomer(rep), await addCustomer(rep)]
    const reply = await rep.call('PUT', `/api/sales/customers/${one.id}`, {
      name: 'Cora',
      email: two.email.toUpperCase(),
    })
    expect(reply).toMatchObject({ status: 409, body: { code: 'customer_exists', details: { customerId: two.id } } })
    expect((await rep.call('GET', `/api/sales/customers/${one.id}`)).body).toMatchObject({ email: one.email })
  })
})

test('an administrator sees and changes every rep’s customers, which stay with their reps', async () => {
  const { id, email } = await addCustomer(rep)
  const changed = await admin.call('PUT', `/api/sales/customers/${id}`, { name: 'Renamed', email })
  expect(changed.body).toMatchObject({ name: 'Renamed', repName: REP.username })
  expect((await admin.call('GET', `/api/customers/all?search=${email}`)).body).toMatchObject([{ id }])
  expect((await rep.call('GET', `/api/sales/customers/${id}`)).body).toMatchObject({ name: 'Renamed' })
})

test('customers are listed by last sale and by what they spent after refunds; a quiet one had no sale for days', async () => {
  await store.setStock(VIP, 900)
  const seller = await anotherRep(store)
  await addCustomer(seller, { name: 'Never' })
  const [first, second] = [await sendLink(seller, [VIP, VIP]), await sendLink(seller, [VIP])]
  for (const request of [first, second]) await payLink(store, request)
  await store.sql`update customers set last_sale_at = last_sale_at - interval '61 days' where name = ${first.customerName}`
  const list = async (query: string) => (await seller.call('GET', `${PATH}?${query}`)).body
  const names = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name)

  expect(await names('sort=sale')).toEqual([second.customerName, first.customerName, 'Never'])
  const file = String((await seller.call('GET', '/api/sales/customers.csv?sort=spent')).body)
  expect(file.match(/^(Customer \d+|Never)/gm)).toEqual([first.customerName, second.customerName, 'Never'])
  expect(await names('sort=sale&quietDays=60')).toEqual([first.customerName, 'Never'])
  const { headers } = await seller.call('GET', `${PATH}?sort=spent&limit=1`)
  expect(await names(`sort=spent&cursor=${headers['x-next-cursor']}`)).toEqual([second.customerName, 'Never'])
  expect((await seller.call('GET', `${PATH}?sort=sale&cursor=${headers['x-next-cursor']}`)).status).toBe(400)
  await admin.refund((await admin.call('GET', `/api/admin/orders?search=${first.reference}`)).body[0].id)
  expect(await list('sort=sale')).toMatchObject([{ spentTotal: second.total }, { spentTotal: '0.00' }, {}])
})

describe('the customer of a payment request', () => {
  test('is created by the first request, and found by the next with the same address in any letter case', async () => {
    const told = customerContact({ cellPhone: '555-0100' })
    const made = await ensuredCustomer(store, told)
    store.clock.advance(minutes(1))
    expect(await ensuredCustomer(store, { ...told, email: told.email.toUpperCase() })).toBe(made)
    expect((await rep.call('GET', `${PATH}/${made}`)).body).toMatchObject({ email: told.email, phone: '555-0100' })
  })

  test('is created once when ten requests to a new address are sent at once', async () => {
    const told = customerContact()
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => ensuredCustomer(store, told)))).size).toBe(1)
  })
})
