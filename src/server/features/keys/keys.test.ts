/** API keys: what they open, and when they stop. */
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { BUYER_SCOPES } from '#contract/keys/key-scopes.ts'
import { KEY_UNUSED_DAYS, KEYS_MAX } from '#contract/keys/keys.ts'
import { days } from '#server/platform/clock.ts'
import { Client, type Reply } from '#testing/builders.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, Program, tryKey } from '#testing/keys.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { addWebhook } from '#testing/webhooks.ts'
import { withStore } from '#testing/with-store.ts'
import { isLikeKey, newKey, startOf } from './rules.ts'

let packageId: string
const store = withStore({}, async (opened) => {
  opened.clock.freeze()
  packageId = await aBackedPackage(opened, { leads: 400 })
})

async function aBuyerWithDesk() {
  const { email } = await aSale(store, packageId)
  return { email, desk: await aDesk(store, email) }
}

test('a key acts as its buyer, from the list of orders to the file of leads', async () => {
  const { email, desk } = await aBuyerWithDesk()
  await store.runJobs()
  const program = new Program(store, (await makeDeskKey(desk)).secret)

  const owner = (await program.call('GET', '/api/key')).body
  const [entry] = (await program.call('GET', '/api/desk/orders')).body
  const [line] = (await program.call('GET', `/api/order-deliveries/${entry.order.token}`)).body
  const file = await program.call('POST', `/api/deliveries/${line.deliveryToken}/${line.lineNumber}/csv?preset=hubspot`)
  const leads = await program.call('GET', `/api/deliveries/${line.deliveryToken}/leads`)
  const credit = await program.call('GET', '/api/desk/credit')
  const added = await program.call('POST', '/api/desk/webhooks', {
    url: 'https://crm.example.com/hook',
    eventTypes: ['delivery.ready'],
  })

  expect(owner).toMatchObject({ owner: { kind: 'buyer', email }, key: { name: 'Zapier' } })
  expect([file.status, String(file.body).split('\n')[0]]).toEqual([200, expect.stringContaining('First name')])
  expect([leads.status, credit.status, added.status]).toEqual([200, 200, 200])
  expect((await desk.call('GET', '/api/desk/webhooks')).body.webhooks).toHaveLength(1)
})

test('the address hears of each key made at its desk: what it may do, from where, and how to end it', async () => {
  const { email, desk } = await aBuyerWithDesk()
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36'
  await desk.call('POST', '/api/desk/keys', { name: 'Zapier', scopes: ['orders:read'] }, { 'user-agent': windows })
  const ended = await makeDeskKey(desk, ['orders:read'], 'Gone')
  await desk.call('DELETE', `/api/desk/keys/${ended.id}`)
  await store.runJobs()
  const mails = (await store.mailsTo(email)).filter(({ subject }) => subject.includes('API key'))

  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('“Zapier” was made on')
  expect(mails[0]?.text).toContain('with Chrome on Windows. It may: see orders, what waits for payment')
  expect(mails[0]?.text).toContain('end the key under API keys')
})

test('a key without the scope for deliveries does not get what opens them', async () => {
  const { desk } = await aBuyerWithDesk()
  const program = new Program(store, (await makeDeskKey(desk, ['orders:read'])).secret)
  const [entry] = (await program.call('GET', '/api/desk/orders')).body
  const own = (await desk.call('GET', '/api/desk/orders')).body[0].order.token
  const refused = await program.call('GET', `/api/order-deliveries/${own}`)

  expect(entry.order).toMatchObject({ token: null, reference: expect.stringMatching(/^LY-/) })
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ code: 'key_scope_missing', details: { scope: 'deliveries:read' } }),
  ])
  expect(refused.body.message).toContain('“deliveries:read”')
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
})

test('another buyer’s key sees nothing of it and ends nothing of it', async () => {
  const { desk } = await aBuyerWithDesk()
  const other = await aBuyerWithDesk()
  const webhook = (await addWebhook(desk, 'https://crm.example.com/other')).body.webhook.id
  const { id, secret } = await makeDeskKey(desk)
  const stranger = new Program(store, (await makeDeskKey(other.desk)).secret)

  const ordersOf = async (by: Pick<Client, 'call'>): Promise<string[]> =>
    (await by.call('GET', '/api/desk/orders')).body.map(({ order }: Reply['body']) => order.reference)
  expect(await ordersOf(stranger)).toEqual(await ordersOf(other.desk))
  expect(await ordersOf(stranger)).not.toEqual(await ordersOf(desk))
  expect((await stranger.call('GET', '/api/desk/webhooks')).body.webhooks).toEqual([])
  expect((await stranger.call('DELETE', `/api/desk/webhooks/${webhook}`)).status).toBe(404)
  expect((await other.desk.call('DELETE', `/api/desk/keys/${id}`)).status).toBe(404)
  expect((await tryKey(store, secret)).status).toBe(200)
})

test('only a hash is kept, and the list shows only the beginning', async () => {
  const { desk } = await aBuyerWithDesk()
  const { id, secret } = await makeDeskKey(desk)
  const rows = await store.sql`select row_to_json(k)::text as text from api_keys k where key_id = ${id}`
  const { body } = await desk.call('GET', '/api/desk/keys')

  expect(rows[0].text).not.toContain(secret.slice(-49))
  expect(JSON.stringify(body)).not.toContain(secret.slice(-49))
  expect(secret.startsWith(`${body.keys[0].start}_`)).toBe(true)
})

test('an ended key is refused like any other text, at once', async () => {
  const { desk } = await aBuyerWithDesk()
  const { id, secret } = await makeDeskKey(desk)
  expect((await tryKey(store, secret)).status).toBe(200)
  const ended = await desk.call('DELETE', `/api/desk/keys/${id}`)
  const again = await desk.call('DELETE', `/api/desk/keys/${id}`)
  const replies = await Promise.all(
    [secret, `${secret}x`, 'ly_live_', '', 'x'.repeat(10_000)].map((key) => tryKey(store, key)),
  )

  expect([ended.status, again.status]).toEqual([200, 404])
  for (const { status, body, headers } of replies) {
    expect([status, { ...body, requestId: '' }]).toEqual([401, { ...replies[0]?.body, requestId: '' }])
    expect([body.code, headers['www-authenticate']]).toEqual(['key_invalid', 'Bearer error="invalid_token"'])
  }
})

test('an address has 20 keys at most, also if they are made at once', async () => {
  const { desk } = await aBuyerWithDesk()
  const make = () => desk.call('POST', '/api/desk/keys', { name: 'one of many', scopes: ['orders:read'] })
  const replies = await Promise.all(Array.from({ length: KEYS_MAX + 10 }, make))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(KEYS_MAX)
  expect(replies.filter(({ body }) => body.code === 'too_many_keys')).toHaveLength(10)
})

test('a key makes and ends no keys', async () => {
  const { desk } = await aBuyerWithDesk()
  const { id, secret } = await makeDeskKey(desk)
  const program = new Program(store, secret)
  const replies = [
    await program.call('GET', '/api/desk/keys'),
    await program.call('POST', '/api/desk/keys', { name: 'more', scopes: ['orders:read'] }),
    await program.call('DELETE', `/api/desk/keys/${id}`),
  ]
  expect(replies.map(({ body }) => body.code)).toEqual(Array(3).fill('key_not_accepted'))
})

test('cookies beside a key count for nothing, and no site check is needed then', async () => {
  const first = await aBuyerWithDesk()
  const second = await aBuyerWithDesk()
  const { secret } = await makeDeskKey(first.desk)
  const { cookie } = second.desk
  const elsewhere = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  const mixed = await tryKey(store, secret, { cookie })
  const wrong = await tryKey(store, 'ly_live_wrong', { cookie })
  const byKey = await new Program(store, secret).call(
    'DELETE',
    `/api/desk/webhooks/whk_${'0'.repeat(22)}`,
    undefined,
    elsewhere,
  )
  const byCookie = await second.desk.call('DELETE', `/api/desk/webhooks/whk_${'0'.repeat(22)}`, undefined, elsewhere)
  const closed = await new Client(store).call('GET', '/api/desk/orders', undefined, {
    authorization: 'Basic eDp5',
    cookie,
  })

  expect(mixed.body.owner.email).toBe(first.email)
  expect(wrong.body.code).toBe('key_invalid')
  expect([byKey.body.code, byCookie.body.code]).toEqual(['webhook_unknown', 'cross_site'])
  expect(closed.status, 'another scheme is not ours').toBe(200)
})

const ofApi = ALL_ENDPOINTS.filter(({ path }) => path.startsWith('/api/'))

test('keys open most calls of members and the buyer’s own, and no way to sign in or to give someone access', () => {
  const closed = ofApi.filter(({ key }) => key === undefined)
  const open = ofApi.filter(({ key }) => key !== undefined)

  expect(open.length).toBeGreaterThan(100)
  expect(Map.groupBy(ofApi, ({ access, key }) => `${access} ${key}`).size).toBeGreaterThan(8)
  expect(open.filter(({ refusals }) => refusals.some((code) => code === 'proof_needed'))).toEqual([])
  expect(
    open
      .filter(({ path }) => /\/(login|logout|password-reset|profile|keys|codes|open|sessions)(\/|$)/.test(path))
      .map(({ name }) => name),
  ).toEqual(['openImport'])
  const aboutMembers = open.filter(({ path, method }) => path.startsWith('/api/admin/users') && method !== 'GET')
  expect(aboutMembers.map(({ name }) => name)).toEqual(['mailPayReport'])
  for (const { name, access, key, method, stream } of open) {
    expect(stream, name).toBeUndefined()
    expect(
      access === 'session' || access === 'admin' ? ['read', 'write'] : ['any', 'read', 'write', ...BUYER_SCOPES],
      name,
    ).toContain(key)
    if (key === 'read') expect(method === 'GET' || /^(preview|find)/.test(name), name).toBe(true)
  }
  expect(closed.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['logIn', 'updatePassword', 'addPasskey', 'makeOwnKey', 'makeDeskKey', 'createMember', 'saveSettings'],
      'createPaymentIntent',
    ]),
  )
})

// Last, for the leads that the others buy are too old then.
test('a key that was not used for a year is forgotten', async () => {
  const { secret } = await makeDeskKey((await aBuyerWithDesk()).desk)
  store.clock.advance(days(KEY_UNUSED_DAYS - 1))
  expect((await tryKey(store, secret)).status).toBe(200)
  store.clock.advance(days(KEY_UNUSED_DAYS - 1))
  await statementsOfForgetting(store)
  expect((await tryKey(store, secret)).status).toBe(200)
  store.clock.advance(days(KEY_UNUSED_DAYS + 1))
  await statementsOfForgetting(store)

  expect((await tryKey(store, secret)).status).toBe(401)
})

const KEY_ID = `key_${'01k9abcdefghjkmnpqrstv'}`

test('a key names its id and ends with a checksum that a scanner can compute', () => {
  const key = newKey(KEY_ID)
  expect(key).toMatch(/^ly_live_01k9abcdefghjkmnpqrstv_[0-9A-Za-z]{49}$/)
  expect(key.startsWith(`${startOf(KEY_ID)}_`)).toBe(true)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checksum = [...key.slice(-6)].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0)
  expect(checksum).toBe(crc32(key.slice(0, -6)))
})

test('one wrong letter anywhere makes it no key', () => {
  const key = newKey(KEY_ID)
  const wrong = Array.from(key, (letter, at) => `${key.slice(0, at)}${letter === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`)
  expect(isLikeKey(key)).toBe(true)
  expect(wrong.filter(isLikeKey)).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a key and more', `${newKey(KEY_ID)}0`],
  ['a line break', `${newKey(KEY_ID)}\n`],
  ['10 KB', 'ly_live_'.padEnd(10_000, 'a')],
])('%s is no key', (_what, text) => {
  expect(isLikeKey(text)).toBe(false)
})
