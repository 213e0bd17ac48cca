import { beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { adminOf, Client, type Reply } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore()
const rep = new Client(store)
const other = new Client(store)
const admin = adminOf(store)
beforeAll(async () => {
  await store.setStock(VIP, 900)
  for (const client of [rep, other]) await anotherRep(store, client)
  const names = [
    ...['Zoë Álvarez', 'ada Oak', 'Bob O’Neil', 'Ada Oak', '王小明', "Robert'); drop table orders; --", 'Éva %_\\'],
  ]
  for (const [index, fullName] of names.entries()) {
    const request = await sendLink(rep, [VIP], { contactInfo: { fullName, email: `list${index}@Oak-Homes.example` } })
    if (index % 3 === 0) await payLink(store, request)
    store.clock.advance(minutes(10))
  }
  await sendLink(other, [VIP], { contactInfo: { fullName: 'Other Person', email: 'other@example.com' } })
})

const list = (client: Client, query = ''): Promise<Reply> => client.call('GET', `/api/sales/payment-requests${query}`)
/** The list, with which its count and its file must agree. */
async function listChecked(client: Client, query = ''): Promise<Reply> {
  const reply = await list(client, query)
  const counted = await client.call('GET', `/api/sales/payment-request-count${query}`)
  const file = await client.call('GET', `/api/sales/requests.csv${query}`)
  expect([
    counted.body,
    String(file.body)
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[0]),
  ]).toEqual([
    { count: reply.body.length, isMore: false },
    reply.body.map(({ reference }: { reference: string }) => reference),
  ])
  return reply
}
const names = (reply: Reply): string[] => reply.body.map((request: { customerName: string }) => request.customerName)

/** The whole list, page by page. */
async function walk(client: Client, query: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor = ''
  for (let page = 0; page < 20; page += 1) {
    const reply = await list(client, `?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`)
    found.push(...reply.body.map((request: { token: string }) => request.token))
    const next = reply.headers['x-next-cursor']
    if (!next) return found
    cursor = String(next)
  }
  throw new Error('the list does not end')
}

test('the list of payment requests shows a rep their own, newest first, and an administrator all', async () => {
  const own = await listChecked(rep)
  expect([names(own).length, names(own)[0]]).toEqual([7, 'Éva %_\\'])
  expect(names(await listChecked(other))).toEqual(['Other Person'])
  expect(names(await listChecked(admin))).toHaveLength(8)
})

test.each([...['date', 'total', 'customer', 'status'].map((sort) => [sort, 7] as const), ['paid', 3] as const])(
  'the list of payment requests sorted by %s works in both directions, and pages show each request once',
  async (sort, count) => {
    for (const direction of ['asc', 'desc']) {
      const query = `&sort=${sort}&direction=${direction}`
      const whole = await walk(rep, query, 200)
      expect([whole.length, new Set(whole).size]).toEqual([count, count])
      for (const limit of [1, 3]) expect(await walk(rep, query, limit)).toEqual(whole)
      const reversed = await walk(rep, `&sort=${sort}&direction=${direction === 'asc' ? 'desc' : 'asc'}`, 200)
      expect(reversed).toEqual([...whole].reverse())
    }
  },
)

test.each([
  ['ada', ['Ada Oak', 'ada Oak']],
  ['ADA 3@oak', ['Ada Oak']],
  ['neil bob', ['Bob O’Neil']],
  ['oneil bob', ['Bob O’Neil']],
  ['zoe alvarez', ['Zoë Álvarez']],
  ['lvare', ['Zoë Álvarez']],
  ['álv', ['Zoë Álvarez']],
  ['王', ['王小明']],
  ['list2@oak', ['Bob O’Neil']],
  ["'); drop", ["Robert'); drop table orders; --"]],
  ['%', []],
  ['| & ! :* <->', []],
  ['nobody', []],
])('the list of payment requests searched for %s shows those that contain all words', async (...row) => {
  const [search, expected] = row
  const reply = await listChecked(rep, `?search=${encodeURIComponent(search)}`)
  expect([reply.status, names(reply)]).toEqual([200, expected])
})

test.each([
  ['the reference', ({ reference }: Reply['body']) => reference],
  ['the beginning of the reference', ({ reference }: Reply['body']) => reference.slice(0, 8).toLowerCase()],
  ['the telephone number', () => '555-0199'],
  ['the area code and a name', () => 'other 907'],
  ['the amount', () => 'other $299'],
])('the list of payment requests searched for %s shows the request', async (_name, search) => {
  const [request] = (await list(other)).body
  await other.call('PUT', `/api/sales/customers/${request.customerId}`, {
    name: 'Other Person',
    email: 'other@example.com',
    phone: '(907) 555-0199',
  })
  expect(names(await listChecked(other, `?search=${encodeURIComponent(search(request))}`))).toEqual(['Other Person'])
})

test('the list of payment requests is filtered by status; those whose leads were delivered are paid, too', async () => {
  await store.sql`update payment_requests set status = 'processed', processed_at = paid_at where customer_name = 'Ada Oak'`
  expect(new Set(names(await listChecked(rep, '?status=paid&sort=customer')))).toEqual(
    new Set(['Ada Oak', 'Zoë Álvarez', 'Éva %_\\']),
  )
  expect(names(await listChecked(rep, '?status=processed'))).toEqual(['Ada Oak'])
})

test('the list of payment requests is exported as a file that names no other rep’s customers, which the audit log records', async () => {
  const { body, headers } = await rep.call('GET', '/api/sales/requests.csv?search=oak&sort=customer')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="payment-requests-\d{4}-\d\d-\d\d\.csv"$/)
  expect(String(body)).toContain(',Ada Oak,list3@Oak-Homes.example,')
  expect(String(body)).not.toContain('Other Person')
  expect((await other.call('GET', '/api/sales/payment-request-count')).body).toEqual({ count: 1, isMore: false })
  const [entry] = (await admin.call('GET', '/api/admin/audit?action=list_exported')).body
  expect(entry).toMatchObject({ subject: 'the list of payment requests', after: { search: 'oak', sort: 'customer' } })
})

test.each([
  '?cursor=nonsense',
  `?cursor=${Buffer.from('["requests date desc","soon","x"]').toString('base64url')}`,
  `?cursor=${Buffer.from('["requests date desc"]').toString('base64url')}`,
  '?limit=0',
  '?limit=5000',
  '?sort=amount',
  `?sort=total&cursor=${Buffer.from('["requests total desc","soon","x"]').toString('base64url')}`,
  '?status=lost',
])('the list of payment requests refuses %s as a bad request', async (query) => {
  expect(await list(rep, query)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('the list of payment requests lists those that expire within two hours, earliest first', async () => {
  const before = names(await listChecked(rep, '?expiring=soon'))
  store.clock.advance(hours(22) - minutes(40))
  const soon = await listChecked(rep, '?expiring=soon')
  const statistics = (await rep.call('GET', '/api/sales/statistics')).body

  expect(before).toEqual([])
  expect(names(soon)).toEqual(['ada Oak', 'Bob O’Neil'])
  expect(statistics).toMatchObject({
    totalCustomers: 7,
    paymentRequests: 7,
    paid: 3,
    pending: 4,
    expiringSoon: 2,
    paidTotal: '897.00',
  })
})

test('the list of payment requests has the counts that the administrator’s lists show', async () => {
  const [all, soon, customers, { body }] = await Promise.all([
    list(admin),
    list(admin, '?expiring=soon'),
    admin.call('GET', '/api/sales/customers'),
    admin.call('GET', '/api/sales/statistics'),
  ])

  expect(body).toMatchObject({
    totalCustomers: customers.body.length,
    paymentRequests: all.body.length,
    expiringSoon: soon.body.length,
  })
  expect([body.totalCustomers, body.paymentRequests, body.expiringSoon]).toEqual([8, 8, 2])
})

test('a rep prints their own invoices and receipts, and no one else’s', async () => {
  const [{ token }] = (await list(rep, '?status=paid')).body
  for (const path of [`/api/invoices/${token}/invoice.pdf`, `/api/invoices/${token}/receipt.pdf`]) {
    const { status, headers } = await rep.call('GET', path)
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/pdf'])
    expect((await other.call('GET', path)).body.code).toBe('invoice_not_found')
  }
})

test('by total, the highest come first unless asked otherwise, for an administrator too', async () => {
  await store.setStock('48453-owner-premium-50', 50)
  await sendLink(rep, [VIP, '48453-owner-premium-50'], {
    contactInfo: { fullName: 'Dear Order', email: 'dear@example.com' },
  })

  for (const client of [rep, admin]) {
    const { body } = await listChecked(client, '?sort=total')
    const lowest = await listChecked(client, '?sort=total&direction=asc')
    const cents: number[] = body.map(({ total }: { total: string }) => Math.round(Number(total) * 100))
    expect(cents).toEqual(cents.toSorted((one, other) => other - one))
    expect([names({ ...lowest, body }).at(0), names(lowest).at(-1)]).toEqual(['Dear Order', 'Dear Order'])
  }
})
