/** The code that lets a buyer use their credit: who gets one, how often, and what it opens. */
import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Buyer, Client } from '#testing/builders.ts'
import { grantCredit, mailedCode } from '#testing/credits.ts'
import { aDesk } from '#testing/desks.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (store) => store.setStock(VIP, 900))
const guarded = withStore({ beside: store, env: { RATE_LIMITS: 'on' } })

async function aBuyerWith(cents: number): Promise<Buyer> {
  const buyer = aBuyer(store)
  if (cents > 0) await grantCredit(store, buyer.contactInfo.email, cents)
  await buyer.reserve(VIP)
  return buyer
}

const ask = (by: Client, email: string) => by.call('POST', '/api/credit/codes', { email })
async function askedCode(by: Client, email: string): Promise<string | null> {
  await ask(by, email)
  return mailedCode(store, email)
}
const open = (by: Client, email: string, code: string | null) => by.call('POST', '/api/credit/open', { email, code })
const other = (code: string | null) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('requesting a code gets the same answer for any address, in any letter case; only one with credit gets an email', async () => {
  const rich = await aBuyerWith(5_000)
  const poor = await aBuyerWith(0)
  const answers = [
    await ask(rich, ` ${rich.contactInfo.email.toUpperCase()} `),
    await ask(poor, poor.contactInfo.email),
  ]

  expect(answers[0]).toMatchObject({ status: 200, body: { message: expect.stringContaining('If this address has') } })
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await mailedCode(store, rich.contactInfo.email)).toMatch(/^\d{6}$/)
  expect(await store.mailsTo(poor.contactInfo.email)).toEqual([])
})

test('a buyer whose desk is open uses its credit without a code; the credit of another address still needs one', async () => {
  const [rich, other] = [await aBuyerWith(5_000), await aBuyerWith(5_000)]
  const { email } = rich.contactInfo
  await aDesk(store, email, rich)
  const mailed = (await store.mailsTo(email)).length

  expect((await ask(rich, email.toUpperCase())).body).toMatchObject({ isOpen: true })
  expect((await rich.call('GET', '/api/credit')).body.credit).toMatchObject({ email, available: 50 })
  expect((await ask(rich, other.contactInfo.email)).body).toMatchObject({ isOpen: false })
  await store.runJobs()
  expect((await store.mailsTo(email)).length).toBe(mailed)
  expect(await mailedCode(store, other.contactInfo.email)).toMatch(/^\d{6}$/)
  expect((await other.call('GET', '/api/credit')).body.credit).toBeNull()
})

test('requesting a code more than five times an hour is refused, even for addresses without credit', async () => {
  for (const cents of [5_000, 0]) {
    const buyer = await aBuyerWith(cents)
    const { email } = buyer.contactInfo
    for (let time = 1; time <= 5; time += 1) expect((await ask(buyer, email)).status).toBe(200)

    expect(await ask(buyer, email)).toMatchObject({ status: 429, body: { code: 'credit_throttled' } })
    await store.pass(minutes(61))
    await buyer.reserve(VIP)
    expect((await ask(buyer, email)).status).toBe(200)
  }
})

test('requesting a code from one network for many addresses is refused after twenty', async () => {
  const buyer = aBuyer(guarded)
  await buyer.reserve(VIP)
  const statuses: number[] = []
  for (let number = 1; number <= 21; number += 1) statuses.push((await ask(buyer, `one${number}@example.com`)).status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

test('requesting a code is refused for an address that only looks like the one with the credit, and without a cart', async () => {
  await grantCredit(store, 'mike@example.com', 5_000)
  // The kelvin sign is not a K, but becomes a k in lower case.
  const twin = 'mi\u212Ae@example.com'
  expect(await ask(await aBuyerWith(0), twin)).toMatchObject({ status: 400, body: { code: 'bad_request' } })

  expect(await store.sql`select from credit_codes where email = ${'mike@example.com'}`).toEqual([])
  expect((await ask(await aBuyerWith(0), 'two@example.com, three@example.com')).body.code).toBe('bad_request')
  expect((await ask(new Client(store), 'cartless@example.com')).body.code).toBe('cart_empty')
  expect((await open(new Client(store), 'cartless@example.com', '000000')).body.code).toBe('cart_empty')
})

describe('a code', () => {
  test('unlocks the credit for an hour, however it is typed, and works twice', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    const code = await askedCode(buyer, email)
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
    const code = await askedCode(buyer, email)
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
    const code = await askedCode(buyer, email)
    await Promise.all(Array.from({ length: 8 }, () => open(buyer, email, other(code))))

    expect((await open(buyer, email, code)).body.code).toBe('credit_code_wrong')
    expect(await store.sql`select tries from credit_codes where email = ${email}`).toEqual([{ tries: 5 }])
  })

  test('ends when the next one is requested', async () => {
    const buyer = await aBuyerWith(5_000)
    const { email } = buyer.contactInfo
    const first = await askedCode(buyer, email)
    store.clock.advance(1_000)
    const second = await askedCode(buyer, email)

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

  test('is not stored in plain text, and is deleted with its address after a day', async () => {
    const buyer = await aBuyerWith(5_000)
    await ask(buyer, buyer.contactInfo.email)
    const code = await mailedCode(store, buyer.contactInfo.email)
    const kept = await store.sql`select * from credit_codes where email = ${buyer.contactInfo.email}`
    expect(JSON.stringify(kept)).not.toContain(code)
    store.clock.advance(minutes(24 * 60 + 1))
    await statementsOfForgetting(store)

    expect(await store.sql`select from credit_codes`).toEqual([])
  })
})
