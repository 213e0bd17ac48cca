/** Who is told when a package is available again, in which order, and how often. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { packageIdOf } from '#contract/catalogue/catalogue.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { aBuyer, anAdmin, Client } from '#testing/builders.ts'
import { retryJobsNow } from '#testing/card-provider.ts'
import { LeadFiles } from '#testing/lead-files.ts'
import { aRestockRequest, askForRestock, restockMails, secretIn, toldNow } from '#testing/restocks.ts'
import { StockFiles } from '#testing/stock-files.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { tellRestocks } from './tell-restocks.ts'

const OUT = '48453-vacant-vip-20'
const [ANN, BEN, CAL] = ['ann@example.com', 'ben@example.com', 'cal@example.com'] as const

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp()
})
afterAll(() => store.close())

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

  test('to an unlimited package tells everyone', async () => {
    await waitFor(OUT, ANN, BEN)
    await store.setStock(OUT, 5000)

    expect(await toldNow(store)).toEqual([ANN, BEN])
    expect((await restockMails(store, ANN))[0]?.text).toContain('It is available now.')
  })

  test('of one package tells no one who waits for another, nor anyone who did not confirm', async () => {
    await waitFor('48453-vacant-vip-30', ANN)
    await askForRestock(new Client(store), OUT, BEN)
    await store.setStock(OUT, 5)

    expect(await toldNow(store)).toEqual([])
  })

  test('is told to someone who confirms while it lasts', async () => {
    await askForRestock(new Client(store), OUT, ANN)
    const [mail] = await restockMails(store, ANN)
    await store.setStock(OUT, 5)
    expect(await toldNow(store)).toEqual([])

    const reply = await new Client(store).call('POST', '/api/restock-requests/confirm', {
      secret: secretIn(mail, 'confirm'),
    })

    expect(reply.body).toMatchObject({ available: 5 })
    expect(await toldNow(store)).toEqual([ANN])
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

  test('from an imported stock file, for many packages at once', async () => {
    const others = ['48453-vacant-vip-30', '48453-owner-vip-20']
    for (const packageId of [OUT, ...others]) await waitFor(packageId, ANN, BEN)
    const files = new StockFiles(store, await anAdmin(store))
    const { body } = await files.check(`package_id,available\n${OUT},25\n${others[0]},1\n`)
    expect((await files.apply(body.id)).status).toBe(200)

    expect((await toldNow(store)).sort()).toEqual([ANN, ANN, BEN])
  })

  test('from a lead file: each package tells as many as its leads fill', async () => {
    const wanted = (['vip', 'premier', 'premium', 'standard'] as const).map((tier) =>
      packageIdOf({ fips: '48453', leadType: 'owner', tier, size: 20 }),
    )
    for (const packageId of wanted) await waitFor(packageId, ANN, BEN, CAL)
    const files = new LeadFiles(store, await anAdmin(store))
    const { text } = await files.make({ rows: 300, counties: ['Travis'] })
    const checked = await files.bring(text)
    await files.apply(checked.id)

    const told = await toldNow(store)

    const { rows } = await store.testDatabase.pool.query(
      'select least(sum(least(lead_units, 3)), 12)::int as people from packages where package_id = any($1)',
      [wanted],
    )
    expect(rows[0].people).toBeGreaterThan(3)
    expect(told).toHaveLength(rows[0].people)
  })
})

describe('an email about a restock', () => {
  test('goes out once, also if several nodes look at once', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `waits${index}@example.com`)
    await waitFor(OUT, ...emails)
    const other = await createTestApp({ beside: store })
    await store.setStock(OUT, 5)

    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => tellRestocks(index % 2 === 0 ? store.ctx : other.ctx)),
    )
    await other.close()

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect(await toldNow(store)).toEqual(emails.slice(0, 5))
  })

  test('goes out once if the node dies between the mail server and the note that it is sent', async () => {
    await waitFor(OUT, ANN)
    await store.setStock(OUT, 5)
    await store.runTimers()
    store.mailbox.failNext(1, 'lose_answer')
    await store.runJobs()
    await retryJobsNow(store)

    expect((await restockMails(store, ANN)).filter(({ messageId }) => messageId.startsWith('back_in'))).toHaveLength(1)
    const { rows } = await store.testDatabase.pool.query(
      `select state, attempts from messages where kind = 'back_in_stock'`,
    )
    expect(rows).toEqual([{ state: 'sent', attempts: 2 }])
    expect(await toldNow(store)).toEqual([])
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
    const { rows } = await store.testDatabase.pool.query(
      `select count(*)::int as open from messages where state = 'failed' and dismissed_at is null`,
    )
    expect(rows[0].open).toBe(0)
  })

  test('is not sent once its buyer has ended the request', async () => {
    await waitFor(OUT, ANN)
    await store.setStock(OUT, 1)
    await store.runTimers()
    const [confirmation] = await store.mailsTo(ANN)
    await new Client(store).call('POST', '/api/restock-requests/end', {
      secret: /#end=([\w-]+)/.exec(confirmation?.text ?? '')?.[1],
    })

    expect(await toldNow(store)).toEqual([])
  })
})

test('a look at a store where no one waits changes nothing, and selling writes nothing about restocks', async () => {
  await store.setStock(OUT, 1)
  await aBuyer(store).buy(OUT)

  expect(await tellRestocks(store.ctx)).toBe(0)

  expect((await store.testDatabase.pool.query('select * from restock_watches')).rows).toEqual([])
})
