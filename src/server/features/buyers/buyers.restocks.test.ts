/** Asking to be told when there are more, and who is told then, in which order, and how often. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RESTOCK_REQUESTS_MAX } from '#contract/buyers/restock.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { aBuyer, aBuyerWith, Client } from '#testing/builders.ts'
import { aDesk, askForCode, mailedCodes } from '#testing/desks.ts'
import { addLeads } from '#testing/leads.ts'
import {
  aRestockRequest,
  askForRestock,
  clearRestocks,
  confirmRestock,
  restockMails,
  secretIn,
  toldNow,
} from '#testing/restocks.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { RESTOCK_MAILS_PER_ADDRESS_MAX, RESTOCK_MAILS_PER_PAIR_MAX } from './rules.ts'
import { tellRestocks } from './tell-restocks.ts'

const OUT = '48453-vacant-vip-20'
const OTHER = '48453-vacant-vip-30'
const EMAIL = 'rita@example.com'
const store = withStore({ env: { TRUST_PROXY: '1' } })
beforeEach(() => clearRestocks(store, [OUT, OTHER]))
const requests = async () => await store.sql`select * from restock_requests order by asked_at`
const recipients = async () =>
  await store.sql`select sent_to from messages where sent_to is not null and kind in ('restock_confirmation', 'back_in_stock')`

test('asking sends one email; its link shows a page, and its button makes the request stand, once', async () => {
  const reply = await askForRestock(new Client(store), OUT, 'Rita@Example.com')
  const [mail, ...others] = await restockMails(store, EMAIL)

  expect(reply).toMatchObject({ status: 200, body: { state: 'mailed' } })
  expect(others).toEqual([])
  expect(mail?.text).toContain('VIP Junior Package (Vacant Houses, Travis County, Texas)')
  expect(await requests()).toMatchObject([{ email: EMAIL, package_id: OUT, confirmed_at: null }])

  const secret = secretIn(mail, 'confirm')
  const first = await confirmRestock(new Client(store), secret)
  store.clock.advance(minutes(5))
  const again = await confirmRestock(new Client(store), secret)

  expect(first).toMatchObject({
    status: 200,
    body: { packageId: OUT, state: 'Texas', county: 'Travis', available: 0 },
  })
  expect(again).toMatchObject({ status: 200, body: first.body })
  const [row] = await requests()
  expect(row.expires_at.getTime() - row.confirmed_at.getTime()).toBe(days(365))
})

test('asking gets the same answer for an address that waits already, and its email says so', async () => {
  await aRestockRequest(store, OUT, EMAIL)
  const known = await askForRestock(new Client(store), OUT, EMAIL)
  const unknown = await askForRestock(new Client(store), OUT, 'someone@example.com')
  const [mail] = await restockMails(store, EMAIL)
  expect(known.body).toEqual(unknown.body)
  expect(mail?.subject).toContain('already on the list')
  expect(secretIn(mail, 'confirm')).toBe('')
})

test('asking again before it was confirmed sends the same link again and keeps its place in line', async () => {
  await askForRestock(new Client(store), OUT, EMAIL)
  store.clock.advance(days(1))
  await aRestockRequest(store, OUT, 'second@example.com')
  store.clock.advance(days(0.5))
  await askForRestock(new Client(store), OUT, EMAIL)
  store.clock.advance(days(1))
  const mails = await restockMails(store, EMAIL)

  expect(new Set(mails.map((mail) => secretIn(mail, 'confirm'))).size).toBe(1)
  expect((await confirmRestock(new Client(store), secretIn(mails[0], 'confirm'))).status).toBe(200)
  await store.setStock(OUT, 5)
  expect(await toldNow(store)).toEqual([EMAIL, 'second@example.com'])
})

test('asking for a package that is available says so and writes nothing', async () => {
  await store.setStock(OUT, 5)
  const reply = await askForRestock(new Client(store), OUT, EMAIL)
  expect(reply).toMatchObject({ status: 409, body: { code: 'restock_in_stock' } })
  expect(await requests()).toEqual([])
  expect(await restockMails(store, EMAIL)).toEqual([])
})

test.each([
  ['an unknown county', { packageId: '99999-vacant-vip-20', email: EMAIL }, 404, 'unknown_package'],
  ['a line break', { packageId: OUT, email: 'a@example.com\r\nBcc: b@example.com' }, 400, 'bad_request'],
])('asking with %s is refused and writes nothing', async (_what, body, status, code) => {
  const reply = await new Client(store).call('POST', '/api/restock-requests', body)
  expect(reply).toMatchObject({ status, body: { code } })
  expect(await requests()).toEqual([])
})

test('asking is limited for one network, and for one address from all of them', async () => {
  const askFrom = (network: number, email: string) =>
    askForRestock(new Client(store), OUT, email, { 'x-forwarded-for': `198.51.100.${network}` })
  for (let mail = 1; mail <= RESTOCK_MAILS_PER_PAIR_MAX; mail += 1) expect((await askFrom(1, EMAIL)).status).toBe(200)

  expect(await askFrom(1, EMAIL)).toMatchObject({ status: 429, body: { code: 'restock_throttled' } })
  for (let network = 2; network < 2 + RESTOCK_MAILS_PER_ADDRESS_MAX - RESTOCK_MAILS_PER_PAIR_MAX; network += 1)
    expect((await askFrom(network, EMAIL)).status).toBe(200)
  expect((await askFrom(99, EMAIL)).status).toBe(429)
  expect((await askFrom(99, 'someone@example.com')).status).toBe(200)
  store.clock.advance(minutes(61))
  expect((await askFrom(1, EMAIL)).status).toBe(200)
})

describe('at the desk', () => {
  async function aBuyersDesk() {
    await store.setStock(OTHER, 5)
    const buyer = aBuyer(store)
    await buyer.buy(OTHER)
    return { email: buyer.contactInfo.email, browser: await aDesk(store, buyer.contactInfo.email) }
  }

  test('the buyer’s own address needs no confirmation; another address gets the email', async () => {
    const { email, browser } = await aBuyersDesk()
    const own = await askForRestock(browser, OUT, email.toUpperCase())
    const foreign = await askForRestock(browser, OUT, EMAIL)
    expect(own.body).toMatchObject({ state: 'standing' })
    expect(foreign.body).toMatchObject({ state: 'mailed' })
    expect(await restockMails(store, email)).toEqual([])
    expect((await browser.call('GET', '/api/desk/restock-requests')).body.requests).toMatchObject([
      { packageId: OUT, state: 'Texas', county: 'Travis', available: 0, toldAt: null },
    ])
  })

  test('shows and ends the buyer’s own requests only', async () => {
    const { email, browser } = await aBuyersDesk()
    await askForRestock(browser, OUT, email)
    await aRestockRequest(store, OUT, EMAIL)
    const theirs = (await requests()).find((row) => row.email === EMAIL)
    const end = (id: string) => browser.call('POST', `/api/desk/restock-requests/${id}/end`)
    const [mine] = (await browser.call('GET', '/api/desk/restock-requests')).body.requests

    expect((await end(theirs.request_id)).status).toBe(200)
    expect((await end(mine.id)).status).toBe(200)
    expect((await end(mine.id)).status).toBe(200)
    expect(await requests()).toMatchObject([{ email: EMAIL }])
    expect((await browser.call('GET', '/api/desk/restock-requests')).body.requests).toEqual([])
    expect((await new Client(store).call('GET', '/api/desk/restock-requests')).body.code).toBe('desk_closed')
    expect((await new Client(store).call('POST', `/api/desk/restock-requests/${mine.id}/end`)).body.code).toBe(
      'desk_closed',
    )
  })

  test('opens for an address that only waits for a package', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    await askForRestock(new Client(store), OUT, 'unconfirmed@example.com')
    const browser = await aDesk(store, EMAIL)
    await askForCode(new Client(store), 'unconfirmed@example.com')
    expect((await browser.call('GET', '/api/desk/restock-requests')).body.requests).toHaveLength(1)
    expect(await mailedCodes(store, 'unconfirmed@example.com')).toEqual([])
  })

  test('an address waits for so many packages at most, also if several are confirmed at once', async () => {
    const { email, browser } = await aBuyersDesk()
    await askForRestock(browser, OUT, email)
    await store.sql`insert into restock_requests (request_id, customer_key, email, package_id, confirm_fingerprint, end_fingerprint, asked_at, confirmed_at, expires_at)
       select 'rsr_' || n, customer_key, email, 'other-' || n, 'c' || n, 'e' || n, asked_at, confirmed_at, expires_at
       from restock_requests, generate_series(2, ${RESTOCK_REQUESTS_MAX - 1}) n`
    const others = ['48453-owner-vip-20', '48453-owner-vip-30', '48453-owner-vip-50']
    const replies = await Promise.all(others.map((packageId) => askForRestock(browser, packageId, email)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('too_many_restock_requests')
    expect(await requests()).toHaveLength(RESTOCK_REQUESTS_MAX)
  })
})

describe('a request ends', () => {
  test('with one click in the email’s page, forgets the address, and ends the link', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    await store.setStock(OUT, 5)
    await toldNow(store)
    const [mail] = await restockMails(store, EMAIL)
    const end = () => new Client(store).call('POST', '/api/restock-requests/end', { secret: secretIn(mail, 'end') })
    expect(await end()).toMatchObject({ status: 200, body: { packageId: OUT, county: 'Travis' } })
    expect(await end()).toMatchObject({ status: 410, body: { code: 'restock_link_ended' } })
    expect(await requests()).toEqual([])
    expect(await recipients()).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('with the button of a mail program that sends %s; opening its address ends nothing', async (type, payload) => {
    await aRestockRequest(store, OUT, EMAIL)
    const [mail] = await restockMails(store, EMAIL)
    const path = new URL(mail?.unsubscribeUrl ?? '').pathname
    const press = () =>
      store.app.server.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })
    const looked = await store.app.server.inject({ method: 'GET', url: path })
    expect(looked.statusCode).toBe(303)
    expect(looked.headers.location).toBe(`/desk#end=${secretIn(mail, 'end')}`)
    expect(await requests()).toHaveLength(1)

    expect((await press()).statusCode).toBe(200)
    expect((await press()).statusCode).toBe(200)
    expect(await requests()).toEqual([])
  })

  test('with its own secret only', async () => {
    await askForRestock(new Client(store), OUT, EMAIL)
    const [mail] = await restockMails(store, EMAIL)
    const secret = secretIn(mail, 'confirm')
    expect((await new Client(store).call('POST', '/api/restock-requests/end', { secret })).status).toBe(410)
    expect((await new Client(store).call('POST', `/api/restock-requests/${secret}/end`)).status).toBe(200)
    expect((await confirmRestock(new Client(store), secretIn(mail, 'end'))).body.code).toBe('restock_link_ended')
    expect(await requests()).toMatchObject([{ confirmed_at: null }])
  })

  test('by itself if the mail server refuses the address, and needs no person', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    await store.setStock(OUT, 5)
    await store.runTimers()
    const refused = new RecipientRefused('The mail server did not take the mail (550).')
    const sending = vi.spyOn(store.app.shared.currentGateways().email, 'send').mockRejectedValue(refused)
    await store.runJobs()
    sending.mockRestore()

    expect(await requests()).toEqual([])
    const rows = await store.sql`select state, sent_to, dismissed_at from messages where kind = 'back_in_stock'`
    expect(rows).toEqual([{ state: 'failed', sent_to: null, dismissed_at: expect.any(Date) }])
  })

  test('in time: two days unconfirmed, a year once confirmed', async () => {
    await askForRestock(new Client(store), OUT, EMAIL)
    const [mail] = await restockMails(store, EMAIL)
    await aRestockRequest(store, OTHER, EMAIL)
    store.clock.advance(days(2) + 1)

    expect((await confirmRestock(new Client(store), secretIn(mail, 'confirm'))).body.code).toBe('restock_link_ended')
    await statementsOfForgetting(store)
    expect(await requests()).toMatchObject([{ package_id: OTHER }])
    store.clock.advance(days(364))
    await statementsOfForgetting(store)
    expect(await requests()).toEqual([])
    expect(await recipients()).toEqual([])
    expect(await store.sql`select * from restock_watches`).toEqual([])
  })
})

const [ANN, BEN, CAL] = ['ann@example.com', 'ben@example.com', 'cal@example.com'] as const

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
    expect(mail?.subject).toBe('Available again: VIP Junior Package, Travis County, Texas')
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
    const buyer = await aBuyerWith(store, OUT)
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
    const rows =
      await store.sql`select count(*)::int as open from messages where state = 'failed' and dismissed_at is null`
    expect(rows[0].open).toBe(0)
  })
})
