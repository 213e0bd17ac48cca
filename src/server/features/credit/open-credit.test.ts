/** The code that lets a buyer use their credit: who gets one, how often, and what it opens. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, Buyer, Client } from '#testing/builders.ts'
import { grantCredit, mailedCode, openWithCredit } from '#testing/credits.ts'
import { forgetEverythingOld } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

async function aBuyerWith(cents: number): Promise<Buyer> {
  const buyer = aBuyer(store)
  if (cents > 0) await grantCredit(store, buyer.contactInfo.email, cents)
  await buyer.reserve(VIP)
  return buyer
}

const ask = (by: Client, email: string) => by.call('POST', '/api/credit/codes', { email })
const open = (by: Client, email: string, code: string | null) => by.call('POST', '/api/credit/open', { email, code })
const other = (code: string | null) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('requesting a code', () => {
  test('gets the same answer for any address; only one with credit gets an email', async () => {
    const rich = await aBuyerWith(5_000)
    const poor = await aBuyerWith(0)

    const answers = [await ask(rich, rich.contactInfo.email), await ask(poor, poor.contactInfo.email)]

    expect(answers[0]).toMatchObject({ status: 200, body: { message: expect.stringContaining('If this address has') } })
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await mailedCode(store, rich.contactInfo.email)).toMatch(/^\d{6}$/)
    expect(await store.mailsTo(poor.contactInfo.email)).toEqual([])
  })

  test('sends the email in whatever letter case the address was typed', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo

    await ask(buyer, ` ${email.toUpperCase()} `)
    const { body } = await open(buyer, email, await mailedCode(store, email))

    expect(body).toMatchObject({ available: 50, reserved: 0 })
  })

  test('more than five times an hour is refused, even for addresses without credit', async () => {
    for (const cents of [5_000, 0]) {
      const buyer = await aBuyerWith(cents)
      const { email } = buyer.contactInfo
      for (let time = 1; time <= 5; time += 1) expect((await ask(buyer, email)).status).toBe(200)

      expect(await ask(buyer, email)).toMatchObject({ status: 429, body: { code: 'credit_throttled' } })
      store.clock.advance(minutes(61))
      await store.runTimers()
      await buyer.reserve(VIP)
      expect((await ask(buyer, email)).status).toBe(200)
    }
  })

  test('from one network for many addresses is refused after twenty', async () => {
    const guarded = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    await guarded.setStock(VIP, 9)
    const buyer = aBuyer(guarded)
    await buyer.reserve(VIP)

    const statuses: number[] = []
    for (let number = 1; number <= 21; number += 1) statuses.push((await ask(buyer, `one${number}@example.com`)).status)
    await guarded.close()

    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('repeatedly from one network does not stop the owner on another network', async () => {
    const owner = await aBuyerWith(5_000)
    const stranger = await aBuyerWith(0)
    const { email } = owner.contactInfo
    const askFrom = (remoteAddress: string, { cookie }: Client) =>
      store.app.server.inject({
        method: 'POST',
        url: '/api/credit/codes',
        payload: { email },
        headers: { cookie },
        remoteAddress,
      })
    for (let time = 1; time <= 20; time += 1) await askFrom('10.6.6.6', stranger)

    expect((await askFrom('10.0.0.7', owner)).statusCode).toBe(200)
    expect((await open(owner, email, await mailedCode(store, email))).status).toBe(200)
  })

  test('is refused for an address that only looks like the one with the credit', async () => {
    await grantCredit(store, 'mike@example.com', 5_000)
    // The kelvin sign is not a K, but becomes a k in lower case.
    const twin = 'mi\u212Ae@example.com'

    expect(await ask(await aBuyerWith(0), twin)).toMatchObject({ status: 400, body: { code: 'bad_request' } })

    expect((await store.testDatabase.pool.query('select email from credit_codes')).rows).toEqual([])
  })

  test.each(['', 'nobody', 'a@b', 'two@example.com, three@example.com', `${'x'.repeat(300)}@example.com`])(
    'is refused for “%s”',
    async (email) => {
      expect(await ask(await aBuyerWith(0), email)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )

  test('needs a cart', async () => {
    const email = 'cartless@example.com'
    expect((await ask(new Client(store), email)).body.code).toBe('cart_empty')
    expect((await open(new Client(store), email, '000000')).body.code).toBe('cart_empty')
  })
})

describe('a code', () => {
  test('unlocks the credit for an hour, however it is typed, and works twice', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    await ask(buyer, email)
    const code = await mailedCode(store, email)

    expect((await open(buyer, email, `${code?.slice(0, 3)} ${code?.slice(3)}`)).status).toBe(200)
    const again = await open(buyer, email, code)

    expect(again).toMatchObject({ status: 200, body: { email, available: 50 } })
    const openMs = Date.parse(again.body.until) - store.clock.now().getTime()
    expect(openMs).toBeGreaterThan(minutes(59))
    expect(openMs).toBeLessThanOrEqual(minutes(60))
    expect((await buyer.call('GET', '/api/credit')).body.credit).toEqual(again.body)
    store.clock.advance(minutes(60))
    expect((await buyer.call('GET', '/api/credit')).body).toEqual({ credit: null })
  })

  test('is refused with the same words if it is wrong, expired, for another cart or for another address', async () => {
    const buyer = await aBuyerWith(5_000)
    const neighbor = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    await ask(buyer, email)
    const code = await mailedCode(store, email)

    const refused = [
      await open(buyer, email, other(code)),
      await open(neighbor, email, code),
      await open(buyer, neighbor.contactInfo.email, code),
      await open(buyer, 'nobody@example.com', code),
    ]
    store.clock.advance(minutes(15))
    refused.push(await open(buyer, email, code))

    for (const { status, body } of refused) expect([status, body.code]).toEqual([400, 'credit_code_wrong'])
    expect(new Set(refused.map(({ body }) => body.message)).size).toBe(1)
  })

  test('ends with the fifth wrong try, even if tries come at once', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    await ask(buyer, email)
    const code = await mailedCode(store, email)

    await Promise.all(Array.from({ length: 8 }, () => open(buyer, email, other(code))))

    expect((await open(buyer, email, code)).body.code).toBe('credit_code_wrong')
    const { rows } = await store.testDatabase.pool.query('select tries from credit_codes')
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('ends when the next one is requested', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    await ask(buyer, email)
    const first = await mailedCode(store, email)
    store.clock.advance(1_000)
    await ask(buyer, email)
    const second = await mailedCode(store, email)

    expect(second).not.toBe(first)
    expect((await open(buyer, email, first)).body.code).toBe('credit_code_wrong')
    expect((await open(buyer, email, second)).status).toBe(200)
  })

  test('cannot be guessed endlessly: tries are counted across all codes', async () => {
    const buyer = await aBuyerWith(0)
    const { email } = buyer.contactInfo
    const codes: string[] = []
    for (let time = 1; time <= 26; time += 1) codes.push((await open(buyer, email, '123456')).body.code)

    expect(codes.filter((code) => code === 'credit_code_wrong')).toHaveLength(25)
    expect(codes.at(-1)).toBe('credit_throttled')
  })

  test('is sent even if a waiting order has set aside all of the credit', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    await ask(buyer, email)
    await open(buyer, email, await mailedCode(store, email))
    await openWithCredit(buyer, 50)
    const twin = new Buyer(store, email)
    await twin.reserve(VIP)
    store.clock.advance(1_000)

    await ask(twin, email)

    expect((await open(twin, email, await mailedCode(store, email))).body).toMatchObject({ available: 0, reserved: 50 })
  })

  test('is not stored in plain text, and is deleted with its address after a day', async () => {
    const buyer = await aBuyerWith(5_000)
    await ask(buyer, buyer.contactInfo.email)
    const code = await mailedCode(store, buyer.contactInfo.email)
    const { rows } = await store.testDatabase.pool.query('select * from credit_codes')
    expect(JSON.stringify(rows)).not.toContain(code)

    store.clock.advance(minutes(24 * 60 + 1))
    await forgetEverythingOld(store)

    expect((await store.testDatabase.pool.query('select from credit_codes')).rowCount).toBe(0)
  })
})
