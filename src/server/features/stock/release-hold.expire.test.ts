/** How long a hold lives: it runs out on any node, is renewed at checkout, and never lives longer than two hours. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { expireHolds } from './release-hold.ts'

const PACKAGE = '48453-landlord-vip-20'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
})
afterAll(async () => {
  await expectStockIdentities(one.testDatabase)
  await two.close()
  await one.close()
})

const available = async (): Promise<number> =>
  (await one.testDatabase.pool.query('select available from packages where package_id = $1', [PACKAGE])).rows[0]
    .available

const msUntil = (instant: string): number => new Date(instant).getTime() - one.clock.now().getTime()

describe('an expired hold', () => {
  test('is back in stock after one sweep, even by another node', async () => {
    await one.setStock(PACKAGE, 2)
    await aBuyer(one).reserve(PACKAGE)
    one.clock.advance(minutes(30))

    const ended = await expireHolds(two.ctx)

    expect(ended).toBe(1)
    expect(await available()).toBe(2)
    expect(await expireHolds(one.ctx)).toBe(0)
  })

  test('leaves the cart before any sweep', async () => {
    await one.setStock(PACKAGE, 2)
    const buyer = aBuyer(one)
    await buyer.reserve(PACKAGE)
    const before = await buyer.call('GET', '/api/cart')
    one.clock.advance(minutes(30))

    const after = await buyer.call('GET', '/api/cart')

    expect(before.body.lines).toHaveLength(1)
    expect(after.body).toMatchObject({ lines: [], total: 0 })
  })

  test('can no longer get a delivery method, be paid or be renewed', async () => {
    await expireHolds(one.ctx)
    await one.setStock(PACKAGE, 2)
    const buyer = aBuyer(one)
    await buyer.reserve(PACKAGE)
    one.clock.advance(minutes(30))

    const replies = [
      await buyer.call('POST', '/api/cart', { packageId: PACKAGE, deliveryMethod: 'sms' }),
      await buyer.openPayment(379),
      await buyer.call('POST', '/api/cart/renew'),
    ]

    expect(replies.map(({ body }) => body.code)).toEqual(['hold_not_yours', 'cart_empty', 'cart_empty'])
    await expireHolds(one.ctx)
    expect(await available()).toBe(2)
  })

  test('is swept in one go with more than a thousand others', async () => {
    const packageId = '48453-landlord-vip-30'
    await one.setStock(packageId, 5_000)
    await one.testDatabase.pool.query(
      `insert into holds (hold_id, package_id, owner_id, took_unit, placed_at, expires_at)
       select 'hld_' || lpad(n::text, 22, '0'), $1, 'cart:crowd', false, $2, $2 from generate_series(1, 2500) n`,
      [packageId, one.clock.now()],
    )

    expect(await expireHolds(two.ctx)).toBe(2_500)
  })
})

describe('renewing a hold', () => {
  test('gives it its full time again, up to two hours after it was placed', async () => {
    await one.setStock(PACKAGE, 2)
    const buyer = aBuyer(one)
    await buyer.reserve(PACKAGE)
    const lives: number[] = []
    for (let passed = 0; passed < 5; passed += 1) {
      one.clock.advance(minutes(25))
      const { body } = await buyer.call('POST', '/api/cart/renew')
      lives.push(body.lines ? Math.round(msUntil(body.lines[0].expiresAt) / seconds(60)) : 0)
    }

    // Renewed at 25, 50, 75 and 100 minutes; 20 minutes after that, its two hours are over.
    expect(lives).toEqual([30, 30, 30, 20, 0])
  })

  test('never shortens it', async () => {
    const short = await createTestApp({ beside: one, env: { HOLD_MINUTES: '5' } })
    await one.setStock(PACKAGE, 2)
    const buyer = aBuyer(one)
    const { body: hold } = await buyer.reserve(PACKAGE)

    const { body } = await buyer.at(short).call('POST', '/api/cart/renew')

    expect(body.lines[0].expiresAt).toBe(hold.expiresAt)
    await short.close()
  })

  test('happens at checkout, so a paying buyer does not lose the cart', async () => {
    await one.setStock(PACKAGE, 2)
    const buyer = aBuyer(one)
    await buyer.reserve(PACKAGE)
    one.clock.advance(minutes(29))

    await buyer.openPayment()
    one.clock.advance(minutes(20))
    await expireHolds(one.ctx)

    const { body } = await buyer.call('GET', '/api/cart')
    expect(body.lines).toHaveLength(1)
  })

  test('reports an empty cart for an empty cart or a browser that never held anything', async () => {
    const { status, body } = await aBuyer(one).call('POST', '/api/cart/renew')

    expect([status, body.code]).toEqual([409, 'cart_empty'])
  })
})

describe('the length of a hold', () => {
  test('can be a fraction of a minute', async () => {
    const brief = await createTestApp({ beside: one, env: { HOLD_MINUTES: '0.05' } })
    await one.setStock(PACKAGE, 1)

    const { body: hold } = await aBuyer(brief).reserve(PACKAGE)
    one.clock.advance(seconds(3))
    await expireHolds(one.ctx)

    expect(msUntil(hold.expiresAt)).toBeLessThanOrEqual(0)
    expect(await available()).toBe(1)
    await brief.close()
  })

  test('is at most two hours', async () => {
    const long = await createTestApp({ beside: one, env: { HOLD_MINUTES: '120' } })
    await one.setStock(PACKAGE, 1)

    const { body: hold } = await aBuyer(long).reserve(PACKAGE)

    expect(msUntil(hold.expiresAt)).toBeLessThanOrEqual(hours(2))
    await long.close()
  })
})
