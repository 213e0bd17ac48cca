/** Who is told when a package is available again, in which order, and how often. */
import { beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { aRestockRequest, askForRestock, clearRestocks, restockMails, secretIn, toldNow } from '#testing/restocks.ts'
import { withStore } from '#testing/with-store.ts'
import { tellRestocks } from './tell-restocks.ts'

const OUT = '48453-vacant-vip-20'
const OTHER = '48453-vacant-vip-30'
const [ANN, BEN, CAL] = ['ann@example.com', 'ben@example.com', 'cal@example.com'] as const

const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
beforeEach(() => clearRestocks(store, [OUT, OTHER]))

/** Makes requests stand, in this order. */
async function waitFor(packageId: string, ...emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await aRestockRequest(store, packageId, email)
    store.clock.advance(minutes(1))
  }
}

/** Sells out, as seen at the next look. */
async function sellOut(packageId = OUT): Promise<void> {
  await store.setStock(packageId, 0)
  expect(await toldNow(store)).toEqual([])
}

describe('a restock', () => {
  test('is told in the order of asking, to as many as units came, once', async () => {
    await waitFor(OUT, ANN, BEN, CAL)
    await store.setStock(OUT, 2)

    expect(await toldNow(store)).toEqual([ANN, BEN])
    store.clock.advance(days(2))
    expect(await toldNow(store)).toEqual([])
    const [mail] = await restockMails(store, ANN)
    expect(mail?.subject).toBe('Available again: VIP Junior Package, Travis, Texas')
    expect(mail?.text).toContain('There are 2 available now.')
    expect(mail?.text).toContain(`http://store.test/leads?state=Texas&county=Travis#${OUT}`)
    expect(secretIn(mail, 'end')).toMatch(/^[\w-]{27}$/)
    expect(mail?.unsubscribeUrl).toBe(`http://store.test/api/restock-requests/${secretIn(mail, 'end')}/end`)
  })

  test('that follows tells those who were not told before, then those who were, in the order of asking', async () => {
    await waitFor(OUT, ANN, BEN, CAL)
    await store.setStock(OUT, 1)
    expect(await toldNow(store)).toEqual([ANN])
    await sellOut()
    store.clock.advance(days(1))
    await store.setStock(OUT, 1)
    expect(await toldNow(store)).toEqual([BEN])
    await sellOut()
    store.clock.advance(days(1))
    await store.setStock(OUT, 5)

    expect(await toldNow(store)).toEqual([CAL, ANN, BEN])
  })

  test('within a day of the last email waits for the day to be over, and is told then if any are left', async () => {
    await waitFor(OUT, ANN)
    await store.setStock(OUT, 1)
    expect(await toldNow(store)).toEqual([ANN])
    for (let time = 1; time <= 3; time += 1) {
      await sellOut()
      store.clock.advance(hours(1))
      await store.setStock(OUT, 1)
      expect(await toldNow(store)).toEqual([])
    }
    store.clock.advance(hours(21))

    expect(await toldNow(store)).toEqual([ANN])
    expect(await restockMails(store, ANN)).toHaveLength(3)
  })

  test('that grows tells as many more; one that shrinks and grows back tells no more', async () => {
    await waitFor(OUT, ANN, BEN, CAL)
    await store.setStock(OUT, 1)
    expect(await toldNow(store)).toEqual([ANN])
    await store.setStock(OUT, 2)
    expect(await toldNow(store)).toEqual([BEN])
    await store.setStock(OUT, 1)
    expect(await toldNow(store)).toEqual([])
    await store.setStock(OUT, 2)
    expect(await toldNow(store)).toEqual([])
  })

  test('of one package tells no one who waits for another, nor anyone who did not confirm', async () => {
    await waitFor(OTHER, ANN)
    await askForRestock(new Client(store), OUT, BEN)
    await store.setStock(OUT, 5)
    expect(await toldNow(store)).toEqual([])
  })
})

describe('stock comes', () => {
  test('from a hold that expires, one unit for one person', async () => {
    await store.setStock(OUT, 1)
    await aBuyer(store).reserve(OUT)
    await waitFor(OUT, ANN, BEN)
    store.clock.advance(hours(1))
    expect(await toldNow(store)).toEqual([ANN])
  })

  test('from a hold that its buyer releases; one that is taken again before the next look tells no one', async () => {
    await store.setStock(OUT, 1)
    const buyer = aBuyer(store)
    await buyer.reserve(OUT)
    await waitFor(OUT, ANN)
    await buyer.release(OUT)
    await buyer.reserve(OUT)
    expect(await toldNow(store)).toEqual([])
    await buyer.release(OUT)
    expect(await toldNow(store)).toEqual([ANN])
  })

  test('from new leads, for as many people as they fill packages', async () => {
    const packageId = '48001-owner-vip-20'
    await waitFor(packageId, ANN, BEN, CAL)
    const leads = Array.from({ length: 52 }, (_, property) => ({ property: property + 1, ageDays: 0 }))
    await addLeads(store, packageId, leads)
    expect(await toldNow(store)).toEqual([ANN, BEN])
  })
})

describe('an email about a restock', () => {
  test('goes out once, also if several nodes look at once', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `waits${index}@example.com`)
    await waitFor(OUT, ...emails)
    await store.setStock(OUT, 5)
    const counts = await Promise.all(Array.from({ length: 10 }, () => tellRestocks(store.ctx)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect(await toldNow(store)).toEqual(emails.slice(0, 5))
  })

  test('is neither lost nor doubled if its node dies after it took the turn and wrote the email', async () => {
    await waitFor(OUT, ANN)
    await store.setStock(OUT, 5)
    const dying = new Error('the node died')
    let transactions = 0
    const database: Database = {
      ...store.database,
      transaction: (work) =>
        store.database.transaction(async (tx) => {
          const result = await work(tx)
          transactions += 1
          // The first looks at the stock, the second takes the turns.
          if (transactions === 2) throw dying
          return result
        }),
    }
    await expect(tellRestocks({ ...store.ctx, database })).rejects.toThrow(dying)
    expect(transactions).toBe(2)

    expect(await toldNow(store)).toEqual([ANN])
  })

  test('is not sent if the package sold out meanwhile; the next restock is told instead', async () => {
    await waitFor(OUT, ANN, BEN)
    await store.setStock(OUT, 1)
    await store.runTimers()
    await store.setStock(OUT, 0)
    await store.runJobs()
    expect(await toldNow(store)).toEqual([])
    await store.setStock(OUT, 1)

    expect(await toldNow(store)).toEqual([ANN])
    const { rows } = await query(
      `select count(*)::int as open from messages where state = 'failed' and dismissed_at is null`,
    )
    expect(rows[0].open).toBe(0)
  })
})
