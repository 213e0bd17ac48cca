import { describe, expect, test } from 'vitest'
import { restocksOf } from '#server/features/buyers/ask-restock.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { aDesk } from '#testing/desks.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { askForRestock } from '#testing/restocks.ts'
import { createTestApp } from '#testing/test-app.ts'
import { CHANGES } from './rate-limits.ts'

const PACKAGE = '48453-vacant-vip-20'
const OTHER = '48453-vacant-premier-20'

describe('too many requests', () => {
  test('at once from one desk wait in line or are refused, while other networks are served', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    const buyer = aBuyer(limited)
    for (const packageId of [PACKAGE, OTHER]) await limited.setStock(packageId, 900)
    await buyer.buy(PACKAGE)
    const { email } = buyer.contactInfo
    const desk = await aDesk(limited, email)
    await limited.setStock(PACKAGE, 0)
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
    const held = await holdUp(limited.testDatabase, lock, [restocksOf(customerKeyOf(limited.ctx, email))])
    const { callsMax, waitingMax } = CHANGES.session

    const asking = Array.from({ length: callsMax + waitingMax + 10 }, () => askForRestock(desk, PACKAGE, email))
    await untilNodeWaits(limited.testDatabase, callsMax)
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' }
    const other = await new Client(limited).call('PUT', `/api/packages/${OTHER}/reserve`, { quantity: 1 }, elsewhere)
    const { rows } = await limited.testDatabase.pool.query(
      `select count(*)::int as calls from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    await held.release()
    const replies = await Promise.all(asking)

    expect(other.status).toBe(200)
    expect(rows).toEqual([{ calls: callsMax }])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(callsMax + waitingMax)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ body: { code: 'rate_limited' }, headers: { 'retry-after': '1' } })
    await limited.close()
  })

  test('from one address are refused whatever cookies it makes up', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    const ask = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          limited.app.server.inject({
            url: '/healthz',
            headers: { cookie: `leadyard_cart=${index}-${'x'.repeat(28)}` },
          }),
        ),
      )

    const first = await ask(6_000)
    const [after] = await ask(1)

    expect(first.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
    expect(after?.statusCode).toBe(429)
    await limited.close()
  })
})
