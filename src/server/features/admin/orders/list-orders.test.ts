/** The administrators' list of orders: what each filter and each search finds, and that its pages fit together. */
import { beforeAll, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, Buyer, type Client, type Reply } from '#testing/builders.ts'
import { chooseCashApp, rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { readPages } from '#testing/read-pages.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const PREMIUM = '48453-owner-premium-50'
const ELSEWHERE = '10001-landlord-standard-100'

type Json = Reply['body']

const store = withStore()
const admin = adminOf(store)
let rep: Client
/** Orders by what they stand for. */
const made: Record<string, Json> = {}

const list = async (query: Record<string, string> = {}): Promise<Reply> =>
  admin.call('GET', `/api/admin/orders?${new URLSearchParams(query)}`)
/** What a filter finds. Its count and its file must agree with the list. */
async function referencesOf(query: Record<string, string> = {}): Promise<string[]> {
  const listed: string[] = (await list(query)).body.map((one: Json) => one.reference)
  const words = new URLSearchParams(query)
  const counted = await admin.call('GET', `/api/admin/order-count?${words}`)
  const file = await admin.call('GET', `/api/admin/orders.csv?${words}`)
  const rows = String(file.body).split('\r\n').slice(1, -1)
  expect([counted.body, rows.map((row) => row.split(',')[0])]).toEqual([
    { count: listed.length, isMore: false },
    listed,
  ])
  return listed
}
const named = (...orders: Json[]): string[] => orders.map(({ reference }) => reference)
const orderNamed = async (reference: string): Promise<Json> => {
  const rows = await store.sql`select * from orders where reference = ${reference}`
  return rows[0]
}

beforeAll(async () => {
  store.clock.advanceToNoon()
  for (const packageId of [VIP, PREMIUM, ELSEWHERE]) await store.setStock(packageId, 500)
  rep = await aRep(store)
  const later = () => store.clock.advance(minutes(1))

  made.card = (await new Buyer(store, 'wilma.turner@example.com').buy(VIP)).body
  later()
  made.two = (await aBuyer(store).buy(VIP, PREMIUM, ELSEWHERE)).body
  later()
  const link = await sendLink(rep, [PREMIUM], {
    contactInfo: { fullName: 'Carl Ångström', email: 'carl@elsewhere.example' },
  })
  await payLink(store, link)
  made.link = { ...link, reference: link.reference }
  later()
  await rep.reserve(ELSEWHERE)
  const amount = (await rep.call('GET', '/api/cart')).body.total
  const contactInfo = { fullName: 'Dora Desk', email: 'dora@example.com' }
  made.team = (await rep.call('POST', '/api/cash-app-orders', { amount, contactInfo })).body
  await verifyCashApp(admin, made.team)
  store.clock.advance(days(1))
  const cash = await aBuyerWith(store, VIP)
  made.cashApp = (await chooseCashApp(cash, 299)).body
  later()
  await verifyCashApp(admin, made.cashApp)
  const unlucky = await aBuyerWith(store, VIP)
  made.rejected = (await chooseCashApp(unlucky, 299)).body
  await rejectCashApp(admin, made.rejected)
  later()
  made.refunded = (await aBuyer(store).buy(ELSEWHERE)).body
  await admin.refund(made.refunded.id)
  later()
  const slow = new Buyer(store, 'slow.payer@example.com')
  await slow.reserve(VIP)
  await slow.openPayment()
  const rows = await store.sql`select reference from orders where email = 'slow.payer@example.com'`
  made.waiting = rows[0]
})

/** Those that were paid, the newest payment first. */
const allPaid = () => named(made.refunded, made.cashApp, made.team, made.link, made.two, made.card)

test('the list of orders shows all paid orders, newest first, with who bought what and how they paid', async () => {
  const { body } = await list()

  expect(body.map((one: Json) => one.reference)).toEqual(allPaid())
  expect(body.at(-1)).toMatchObject({
    reference: made.card.reference,
    ...{
      status: 'completed',
      total: '299.00',
      refundedTotal: '0.00',
      paymentMethod: 'stripe',
      channel: 'storefront',
    },
    ...{ fullName: 'Bea Buyer', email: 'wilma.turner@example.com', repName: null, packages: 1 },
    firstLine: { tier: 'vip', leadType: 'vacant', size: 20, state: 'Texas', county: 'Travis' },
    isDisputed: false,
  })
  expect(body.at(-2)).toMatchObject({ packages: 3 })
})

test.each([
  ['completed', () => allPaid().slice(1)],
  ['refunded', () => named(made.refunded)],
  ['awaiting_payment', () => named(made.waiting)],
  ['cancelled', () => named(made.rejected)],
])('the list of orders is filtered by state: %s', async (status, expected) => {
  expect(await referencesOf({ status })).toEqual(expected())
})

test.each([
  ['channel', { channel: 'link' }, () => named(made.link)],
  [
    'channel of buyers who came alone',
    { channel: 'storefront' },
    () => named(made.refunded, made.cashApp, made.two, made.card),
  ],
  ['payment method', { paymentMethod: 'cash_app' }, () => named(made.cashApp, made.team)],
  ['method and channel', { paymentMethod: 'cash_app', channel: 'storefront' }, () => named(made.cashApp)],
])('the list of orders is filtered by %s', async (_name, query, expected) => {
  expect(await referencesOf(query)).toEqual(expected())
})

test('the list of orders is filtered by rep', async () => {
  const { rep_id: repId } = await orderNamed(made.team.reference)
  expect(await referencesOf({ repId })).toEqual(named(made.team, made.link))
  expect(await referencesOf({ repId, paymentMethod: 'cash_app' })).toEqual(named(made.team))
  expect((await list({ repId })).body[0]).toMatchObject({ repName: 'Rob Rep', channel: 'team' })
})

test('the list of orders is filtered by days in the store’s time zone, both included', async () => {
  const { body } = await admin.call('GET', '/api/admin/orders')
  const dayOf = (instant: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(instant))
  const first = dayOf(body.at(-1).paidAt)
  const last = dayOf(body[0].paidAt)
  expect(first < last).toBe(true)
  expect(await referencesOf({ from: first, to: first })).toEqual(named(made.team, made.link, made.two, made.card))
  expect(await referencesOf({ from: last })).toEqual(named(made.refunded, made.cashApp))
  expect(await referencesOf({ from: first, to: last })).toEqual(allPaid())
  expect(await referencesOf({ from: last, channel: 'storefront' })).toEqual(named(made.refunded, made.cashApp))
  expect(await list({ from: last, to: first })).toMatchObject({ status: 400, body: { code: 'period_invalid' } })
  expect((await list({ from: '2026-02-30' })).body.code).toBe('bad_request')
})

test.each([
  ['tier', 'standard', () => named(made.refunded, made.team, made.two)],
  ['state', 'Texas', () => named(made.cashApp, made.link, made.two, made.card)],
  ['county', '10001', () => named(made.refunded, made.team, made.two)],
  ['package', 'vacant-vip-20', () => named(made.cashApp, made.two, made.card)],
  ['channel', 'team', () => named(made.team)],
  ['rep', '', () => named(made.refunded, made.cashApp, made.two, made.card)],
])('the orders behind a figure of %s %s appear once each', async (dimension, value, expected) => {
  expect(await referencesOf({ dimension, value })).toEqual(expected())
})

test('the orders behind a figure are as many as the overview counts, for every value of every dimension', async () => {
  const period = { from: '2026-01-01', to: '2027-12-31' }
  for (const dimension of ['lead_type', 'tier', 'state', 'county', 'rep', 'channel', 'package']) {
    const { body } = await admin.call(
      'GET',
      `/api/admin/sales-overview?${new URLSearchParams({ ...period, dimension })}`,
    )
    expect(body.parts.length).toBeGreaterThan(0)
    for (const part of body.parts) {
      const orders = await referencesOf({ ...period, dimension, value: part.value })
      expect([dimension, part.value, orders.length]).toEqual([dimension, part.value, part.orders])
    }
  }
})

test.each([
  ['a reference', () => made.two.reference, () => named(made.two)],
  ['the first half of one', () => made.two.reference.slice(0, 8), () => named(made.two)],
  ['the beginning of an address', () => 'Wilma.T', () => named(made.card)],
  ['a name with a letter beyond English', () => 'carl ång', () => named(made.link)],
  ['the name without its accents', () => 'angstrom carl', () => named(made.link)],
  ['a name in any order', () => 'desk dora', () => named(made.team)],
  ['an amount and a name', () => 'wilma $299', () => named(made.card)],
  ['a payment', () => made.card.paymentId, () => named(made.card)],
  ['a reference of an unpaid order', () => made.waiting.reference, () => named(made.waiting)],
  ['signs that mean something elsewhere', () => '%_\\', () => []],
])('a search finds by %s', async (_name, search, expected) => {
  expect(await referencesOf({ search: search() })).toEqual(expected())
})

test.each([[{}], [{ dimension: 'tier', value: 'standard' }], [{ search: 'bea' }]])(
  'pages of orders of %j are consistent even if someone buys in between',
  async (query: Record<string, string>) => {
    const whole = await referencesOf(query)
    let pages = 0
    const buyAfterFirst = async () => {
      pages += 1
      if (pages === 1) await aBuyer(store).buy(ELSEWHERE)
    }
    const path = `/api/admin/orders?${new URLSearchParams({ ...query, limit: '1' })}`
    const walked = await readPages(admin, path, buyAfterFirst)

    expect(named(...walked)).toEqual(whole)
  },
)

test('the list and its file are sorted by total or by time, either way', async () => {
  const orders = {
    'sort=total': 'total_cents desc, order_id desc',
    'sort=total&direction=asc': 'total_cents, order_id',
    'direction=asc': 'paid_at, order_id',
  }
  for (const [query, order] of Object.entries(orders)) {
    const rows = await store.rows(`select reference from orders where paid_at is not null order by ${order}`)
    expect([query, await referencesOf(Object.fromEntries(new URLSearchParams(query)))]).toEqual([
      query,
      rows.map(({ reference }) => reference),
    ])
  }
})

test('a file has what the rows show, with names that cannot become formulas, and the audit log says who took it', async () => {
  const order = made.card
  await store.sql`update orders set full_name = '=cmd()' where order_id = ${order.id}`

  const { status, body, headers } = await admin.call('GET', '/api/admin/orders.csv?search=wilma')

  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv;charset=utf-8',
    expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const [header = '', row] = String(body).split('\r\n')
  expect(header.startsWith('\uFEFFReference,State,Ordered (New York time),Paid (New York time),Total,')).toBe(true)
  expect(row).toMatch(
    new RegExp(
      `^${order.reference},completed,(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,){2}299.00,0.00,,stripe,storefront,,'=cmd\\(\\),wilma.turner@example.com,1,VIP Junior Package,"Travis, Texas",no$`,
    ),
  )
  const [entry] = (await admin.call('GET', '/api/admin/audit?action=list_exported')).body
  expect(entry).toMatchObject({ subject: 'the list of orders', after: { search: 'wilma' } })
})
