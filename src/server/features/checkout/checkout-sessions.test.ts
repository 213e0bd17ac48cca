/** Buying by program: what an API key makes, what a person pays, and what nobody else can do with either. */
import { beforeAll, expect, test } from 'vitest'
import { CHECKOUT_SESSIONS_AN_HOUR } from '#contract/checkout/checkout-sessions.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Buyer } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, Program } from '#testing/keys.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const LAST = '48453-vacant-standard-20'
const store = withStock({ [VIP]: 900, [PREMIER]: 900, [LAST]: 1 })

let buyer: Buyer
let program: Program
beforeAll(async () => {
  buyer = aBuyer(store)
  await buyer.buy(VIP)
  program = new Program(
    store,
    (await makeDeskKey(await aDesk(store, buyer.contactInfo.email), ['orders:write'])).secret,
  )
})

const URL = '/api/checkout-sessions'
const LINES = [{ packageId: VIP, deliveryMethod: 'sms' }, { packageId: VIP }, { packageId: PREMIER }]
const make = (lines: object[] = LINES, by = program) => by.call('POST', URL, { lines, fullName: ' Bea  Buyer ' })
const look = async (id: string, by = program) => by.call('GET', `/api/checkout-sessions/${id}`)
const tokenOf = (session: { url: string }) => session.url.split('#session=')[1] ?? ''
/** A person in a browser of their own, who has the address of a session. */
const aPerson = () => Object.assign(aBuyer(store), { contactInfo: buyer.contactInfo })
const open = (person: Buyer, session: { url: string }) =>
  person.call('POST', `${URL}/open`, { token: tokenOf(session) })

test('a program makes a page, a person pays there once, and the program learns of the order', async () => {
  const { status, body: session } = await make()
  expect([status, session.status, session.order]).toEqual([200, 'open', null])
  const person = aPerson()
  const opened = await open(person, session)
  await open(person, session)
  const { lines } = await person.cart()

  expect(opened.body).toEqual({ email: buyer.contactInfo.email, fullName: 'Bea Buyer', cellPhone: '', missing: [] })
  expect(lines.map((line: Record<string, unknown>) => [line.packageId, line.deliveryMethod])).toEqual([
    [VIP, 'sms'],
    [VIP, 'email'],
    [PREMIER, 'email'],
  ])
  const paid = await person.pay((await person.openPayment()).body)
  expect((await look(session.id)).body).toMatchObject({ status: 'paid', order: { reference: paid.body.reference } })
  const again = await open(aPerson(), session)
  expect([again.status, again.body.code]).toEqual([410, 'checkout_session_over'])
})

test('another cart, or one with less in it, does not count as paid', async () => {
  const { body: session } = await make()
  const person = aPerson()
  await open(person, session)
  await aPerson().buy(VIP, VIP, PREMIER)
  await person.release(PREMIER)
  await person.pay((await person.openPayment()).body)

  expect((await look(session.id)).body.status).toBe('open')
})

test('what sold out since is named, and a sold-out or unknown package makes no page', async () => {
  const { body: session } = await make([{ packageId: LAST }, { packageId: VIP }])
  const two = await make([{ packageId: LAST }, { packageId: LAST }])
  await aPerson().reserve(LAST)

  expect((await open(aPerson(), session)).body.missing).toEqual([LAST])
  expect([two.status, two.body.code, two.body.details]).toEqual([409, 'out_of_stock', { packageIds: [LAST] }])
  expect((await make([{ packageId: '99999-vacant-vip-20' }])).body.code).toBe('unknown_package')
  expect((await make([])).status).toBe(400)
})

test('only the key of the same address sees it, only with the scope, and a guess opens nothing', async () => {
  const { body: session } = await make()
  const other = aBuyer(store)
  await other.buy(VIP)
  const desk = await aDesk(store, other.contactInfo.email)
  const stranger = new Program(store, (await makeDeskKey(desk)).secret)
  const reader = new Program(store, (await makeDeskKey(desk, ['orders:read'])).secret)

  expect((await look(session.id, stranger)).body.code).toBe('checkout_session_unknown')
  expect((await make(LINES, reader)).body.code).toBe('key_scope_missing')
  expect((await aPerson().call('POST', URL, { lines: LINES })).body.code).toBe('desk_closed')
  expect((await open(aPerson(), { url: 'http://x/#session=guess' })).body.code).toBe('checkout_session_unknown')
})

test('the same Idempotency-Key makes one session, however often and at once it comes', async () => {
  const ask = (key: string) => program.call('POST', URL, { lines: LINES }, { 'idempotency-key': key })
  const made = await Promise.all(Array.from({ length: 50 }, () => ask('attempt-one')))
  expect(new Set(made.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await ask('attempt-two')).body.id).not.toBe(made[0]?.body.id)
  expect((await ask('a ?')).body.code).toBe('bad_request')
})

test('it ends after a day, and an address makes only so many in an hour', async () => {
  const { body: session } = await make()
  store.clock.advance(hours(24))
  expect((await look(session.id)).body.status).toBe('expired')
  expect((await open(aPerson(), session)).body.code).toBe('checkout_session_over')
  const made = await Promise.all(Array.from({ length: CHECKOUT_SESSIONS_AN_HOUR + 1 }, () => make()))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(CHECKOUT_SESSIONS_AN_HOUR)
  expect(made.find(({ status }) => status !== 200)?.body.code).toBe('checkout_throttled')
})
