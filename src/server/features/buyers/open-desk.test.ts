/** Who gets into a buyer's desk, and what they see there. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, aRep, type Buyer, Client } from '#testing/builders.ts'
import { chooseCashApp } from '#testing/cash-app.ts'
import { grantCredit } from '#testing/credits.ts'
import { aDesk, askForCode, enterCode, lookAtDesk, mailedCodes, openByLink } from '#testing/desks.ts'
import { sendLink } from '#testing/payment-links.ts'
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

async function aBuyerWhoBought(orders = 1): Promise<Buyer> {
  const buyer = aBuyer(store)
  for (let order = 0; order < orders; order += 1) await buyer.buy(VIP)
  return buyer
}

describe('requesting a code', () => {
  test('gets the same answer for any address; only one that ordered gets an email', async () => {
    const known = await aBuyerWhoBought()
    const stranger = aBuyer(store)

    const answers = [
      await askForCode(known, known.contactInfo.email),
      await askForCode(stranger, stranger.contactInfo.email),
    ]

    expect(answers[0]?.status).toBe(200)
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await mailedCodes(store, known.contactInfo.email)).toHaveLength(1)
    expect(await mailedCodes(store, stranger.contactInfo.email)).toEqual([])
  })

  test('sends the email also for store credit, a payment link or an order that waits for Cash App', async () => {
    const rep = await aRep(store)
    await sendLink(rep, [VIP], { contactInfo: { fullName: 'Lia Link', email: 'lia@example.com' } })
    await grantCredit(store, 'cora@example.com', 5_000)
    const cash = aBuyer(store)
    await cash.reserve(VIP)
    await chooseCashApp(cash, (await cash.call('GET', '/api/cart')).body.total)

    for (const email of ['lia@example.com', 'cora@example.com', cash.contactInfo.email]) {
      await askForCode(cash, email)
      expect(await mailedCodes(store, email), email).toHaveLength(1)
    }
  })

  test('sends no email for a payment link whose time is over, though nothing has closed it yet', async () => {
    const contactInfo = { fullName: 'Lia Link', email: 'lia@example.com' }
    await sendLink(await aRep(store), [VIP], { contactInfo })
    store.clock.advance(hours(25))

    await askForCode(new Client(store), contactInfo.email)

    expect(await mailedCodes(store, contactInfo.email)).toEqual([])
  })

  test('more than five times an hour is refused, for any address', async () => {
    for (const buyer of [await aBuyerWhoBought(), aBuyer(store)]) {
      const { email } = buyer.contactInfo
      for (let time = 1; time <= 5; time += 1) expect((await askForCode(buyer, email)).status).toBe(200)

      expect(await askForCode(buyer, email)).toMatchObject({ status: 429, body: { code: 'desk_throttled' } })
      store.clock.advance(minutes(61))
      expect((await askForCode(buyer, email)).status).toBe(200)
    }
  })
})

describe('a code', () => {
  test('opens the desk in any browser, however it is typed, and only once', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    await askForCode(new Client(store), email)
    const [latest] = await mailedCodes(store, email)
    const other = new Client(store)

    const reply = await other.call('POST', '/api/desk/open', {
      email: email.toUpperCase(),
      code: ` ${latest?.code.toLowerCase().replace('-', ' ')} `,
    })

    expect(reply).toMatchObject({ status: 200, body: { email, sessions: [{ isThisOne: true }] } })
    expect((await other.call('GET', '/api/desk')).body.desk).toMatchObject({ email })
    expect((await enterCode(new Client(store), email, latest?.code ?? '')).body.code).toBe('desk_code_wrong')
    expect((await other.call('POST', '/api/desk/open-by-link', { secret: latest?.secret })).body.code).toBe(
      'desk_link_ended',
    )
  })

  test('typed in fifty browsers at once opens one', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    await askForCode(new Client(store), email)
    const [latest] = await mailedCodes(store, email)

    const replies = await Promise.all(
      Array.from({ length: 50 }, () => openByLink(new Client(store), latest?.secret ?? '')),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(49)
  })

  test('still works after a stranger asked for others', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    await askForCode(new Client(store), email)
    const [first] = await mailedCodes(store, email)
    await askForCode(new Client(store), email)
    await askForCode(new Client(store), email)

    expect((await enterCode(new Client(store), email, first?.code ?? '')).status).toBe(200)
  })

  test('of another address opens nothing', async () => {
    const mine = await aBuyerWhoBought()
    const theirs = await aBuyerWhoBought()
    await askForCode(mine, mine.contactInfo.email)
    const [latest] = await mailedCodes(store, mine.contactInfo.email)

    const reply = await enterCode(mine, theirs.contactInfo.email, latest?.code ?? '')

    expect(reply).toMatchObject({ status: 400, body: { code: 'desk_code_wrong' } })
    expect(await lookAtDesk(mine)).toBeNull()
  })

  test('and its link end after half an hour', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    await askForCode(new Client(store), email)
    const [latest] = await mailedCodes(store, email)
    store.clock.advance(minutes(30))

    expect((await enterCode(new Client(store), email, latest?.code ?? '')).body.code).toBe('desk_code_wrong')
    expect(await openByLink(new Client(store), latest?.secret ?? '')).toMatchObject({
      status: 410,
      body: { code: 'desk_link_ended' },
    })
  })

  test('cannot be guessed: tries are counted, also simultaneous ones', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    await askForCode(new Client(store), email)

    const replies = await Promise.all(Array.from({ length: 40 }, () => enterCode(new Client(store), email, '22222222')))

    const codes = replies.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'desk_code_wrong')).toHaveLength(25)
    expect(codes.filter((code) => code === 'desk_throttled')).toHaveLength(15)
  })
})

describe('a desk', () => {
  test('shows what the address bought, newest first, in pages, and nothing of others', async () => {
    const buyer = await aBuyerWhoBought(22)
    await aBuyerWhoBought()
    const desk = await aDesk(store, buyer.contactInfo.email)

    const first = await desk.call('GET', '/api/desk/orders')
    const cursor = String(first.headers['x-next-cursor'])
    const second = await desk.call('GET', `/api/desk/orders?cursor=${cursor}`)

    expect([first.body.length, second.body.length, second.headers['x-next-cursor']]).toEqual([20, 2, undefined])
    const all = [...first.body, ...second.body].map(({ order }) => order)
    expect(first.body[0].packageIds).toEqual([VIP])
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(22)
    expect(all.map(({ paidAt }) => paidAt)).toEqual(
      all
        .map(({ paidAt }) => paidAt)
        .toSorted()
        .toReversed(),
    )
    for (const order of all) expect(order.emailHint).toBe(buyer.contactInfo.email)
    expect((await new Client(store).call('GET', `/api/orders/${all[0].token}`)).status).toBe(200)
  })

  test('shows payment links and Cash App orders while they wait', async () => {
    const rep = await aRep(store)
    const buyer = aBuyer(store)
    const { email } = buyer.contactInfo
    const { token } = await sendLink(rep, [VIP], { contactInfo: { fullName: 'Bea Buyer', email } })
    await buyer.reserve(VIP)
    await chooseCashApp(buyer, (await buyer.call('GET', '/api/cart')).body.total)
    const desk = await aDesk(store, email)

    const { waiting } = (await desk.call('GET', '/api/desk/waiting')).body

    expect(waiting.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['cash_app', 'link'])
    expect(waiting.find(({ kind }: { kind: string }) => kind === 'link').token).toBe(token)
    expect((await desk.call('GET', '/api/desk/orders')).body).toEqual([])
  })

  test('shows the store credit of the address and what changed it', async () => {
    const buyer = await aBuyerWhoBought()
    const { email } = buyer.contactInfo
    const [{ order }] = (await (await aDesk(store, email)).call('GET', '/api/desk/orders')).body
    await grantCredit(store, email, 5_000)
    await store.testDatabase.pool.query('update credit_entries set order_id = $1', [order.id])
    const desk = await aDesk(store, email)

    expect((await desk.call('GET', '/api/desk/credit')).body).toMatchObject({
      balance: 50,
      entries: [{ reason: 'granted', amount: 50 }],
    })
  })

  test('is closed to a browser without its cookie, or with a forged one', async () => {
    for (const cookie of ['', 'leadyard_desk=x', `leadyard_desk=${'a'.repeat(32)}`, 'leadyard_desk=%'])
      for (const path of ['orders', 'waiting', 'credit']) {
        const reply = await new Client(store).call('GET', `/api/desk/${path}`, undefined, cookie ? { cookie } : {})
        expect(reply, path).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
      }
  })

  test('can be closed here and elsewhere, but not by another address', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    const here = await aDesk(store, email)
    const there = await aDesk(store, email)
    const stranger = await aDesk(store, (await aBuyerWhoBought()).contactInfo.email)
    const { sessions } = await lookAtDesk(here)
    const idOf = (isThisOne: boolean) => sessions.find((one: { isThisOne: boolean }) => one.isThisOne === isThisOne).id

    await stranger.call('POST', `/api/desk/sessions/${idOf(false)}/close`)
    expect(await lookAtDesk(there)).not.toBeNull()
    await here.call('POST', `/api/desk/sessions/${idOf(false)}/close`)
    expect(await lookAtDesk(there)).toBeNull()
    await here.call('POST', `/api/desk/sessions/${idOf(true)}/close`)
    expect(await lookAtDesk(here)).toBeNull()
    expect(here.cookie).not.toContain('leadyard_desk')
  })

  test('ends when the same browser opens another, also for a copy of its cookie', async () => {
    const browser = await aDesk(store, (await aBuyerWhoBought()).contactInfo.email)
    const copy = browser.at(store)
    const other = (await aBuyerWhoBought()).contactInfo.email

    await aDesk(store, other, browser)

    expect(await lookAtDesk(browser)).toMatchObject({ email: other, sessions: [{ isThisOne: true }] })
    expect(await lookAtDesk(copy)).toBeNull()
  })

  test('survives a wrong code', async () => {
    const { email } = (await aBuyerWhoBought()).contactInfo
    const browser = await aDesk(store, email)

    expect((await enterCode(browser, email, '2222-2222')).status).toBe(400)

    expect(await lookAtDesk(browser)).toMatchObject({ email })
  })

  test('stays open while it is used, for at most a month', async () => {
    const desk = await aDesk(store, (await aBuyerWhoBought()).contactInfo.email)
    for (let day = 6; day < 30; day += 6) {
      store.clock.advance(days(6))
      expect(await lookAtDesk(desk), `day ${day}`).not.toBeNull()
    }

    store.clock.advance(days(6) + hours(1))
    expect(await lookAtDesk(desk)).toBeNull()
  })

  test('closes after a week without a visit, and is then forgotten', async () => {
    const desk = await aDesk(store, (await aBuyerWhoBought()).contactInfo.email)
    store.clock.advance(days(7))

    expect(await lookAtDesk(desk)).toBeNull()
    await forgetEverythingOld(store)
    const { rows } = await store.testDatabase.pool.query(
      'select (select count(*)::int from desk_sessions) as sessions, (select count(*)::int from desk_codes) as codes',
    )
    expect(rows).toEqual([{ sessions: 0, codes: 0 }])
  })
})
