/** Who gets into a buyer's desk, and what they see there. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DESK_SESSIONS_MAX } from '#contract/buyers/desk.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, aRep, type Buyer, Client, type Reply } from '#testing/builders.ts'
import { chooseCashApp } from '#testing/cash-app.ts'
import { grantCredit } from '#testing/credits.ts'
import { aDesk, askForCode, enterCode, lookAtDesk, mailedCodes, openByLink } from '#testing/desks.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { sendLink } from '#testing/payment-links.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { CODES_PER_ADDRESS_MAX, WRONG_CODES_MAX } from './rules.ts'

const store = withStore({ env: { TRUST_PROXY: '1' } }, (opened) => opened.setStock(VIP, 900))
/** What one network did before counts for no limit anymore. */
beforeEach(() => store.clock.advance(hours(2)))

const network = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })

const aBuyersAddress = async () => (await aBuyerWhoBought()).contactInfo.email

/** What is mailed to an address that asks for a code. */
async function aCodeFor(email: string, headers: Record<string, string> = {}) {
  const { codeId } = (await askForCode(new Client(store), email, headers)).body
  const [latest] = await mailedCodes(store, email)
  return { codeId, code: '', secret: '', ...latest }
}

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
    expect(answers[1]?.body).toEqual({ ...answers[0]?.body, codeId: expect.stringMatching(/^dkc_/) })
    expect(await mailedCodes(store, known.contactInfo.email)).toHaveLength(1)
    expect(await mailedCodes(store, stranger.contactInfo.email)).toEqual([])
  })

  test('sends the email also for store credit, a payment link or an order that waits for Cash App', async () => {
    const rep = await aRep(store)
    await sendLink(rep, [VIP], { contactInfo: { fullName: 'Lia Link', email: 'lia@example.com' } })
    await grantCredit(store, 'cora@example.com', 5_000)
    const cash = await aBuyerWith(store, VIP)
    await chooseCashApp(cash, (await cash.call('GET', '/api/cart')).body.total)

    for (const email of ['lia@example.com', 'cora@example.com', cash.contactInfo.email]) {
      await askForCode(cash, email)
      expect(await mailedCodes(store, email), email).toHaveLength(1)
    }
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

test('a code opens the desk, however it is typed, and only once', async () => {
  const email = await aBuyersAddress()
  const { codeId, code, secret } = await aCodeFor(email)
  const other = new Client(store)
  const reply = await enterCode(other, codeId, ` ${code.slice(0, 3)} ${code.slice(3)} `)

  expect(reply).toMatchObject({ status: 200, body: { email, sessions: [{ isThisOne: true }] } })
  expect((await other.call('GET', '/api/desk')).body.desk).toMatchObject({ email })
  expect((await enterCode(new Client(store), codeId, code)).body.code).toBe('desk_code_wrong')
  expect((await other.call('POST', '/api/desk/open-by-link', { secret })).body.code).toBe('desk_link_ended')
})

test('a code typed in ten browsers at once opens one', async () => {
  const { secret } = await aCodeFor(await aBuyersAddress())
  const replies = await Promise.all(Array.from({ length: 10 }, () => openByLink(new Client(store), secret)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 410)).toHaveLength(9)
})

test('a code of another request opens nothing, of the same address or another', async () => {
  const mine = await aBuyerWhoBought()
  const { code } = await aCodeFor(mine.contactInfo.email)
  const again = await aCodeFor(mine.contactInfo.email)
  const { codeId } = await aCodeFor((await aBuyerWhoBought()).contactInfo.email)
  expect((await enterCode(mine, again.codeId, code)).body.code).toBe('desk_code_wrong')
  const reply = await enterCode(mine, codeId, code)
  expect(reply).toMatchObject({ status: 400, body: { code: 'desk_code_wrong' } })
  expect(await lookAtDesk(mine)).toBeNull()
})

test('a code and its link end after half an hour', async () => {
  const email = await aBuyersAddress()
  const { codeId, code, secret } = await aCodeFor(email)
  store.clock.advance(minutes(30))
  expect((await enterCode(new Client(store), codeId, code)).body.code).toBe('desk_code_wrong')
  expect(await openByLink(new Client(store), secret)).toMatchObject({
    status: 410,
    body: { code: 'desk_link_ended' },
  })
})

test('a code cannot be guessed: tries are counted, also simultaneous ones', async () => {
  const { codeId, code, secret } = await aCodeFor(await aBuyersAddress())
  const wrong = code === '000000' ? '000001' : '000000'
  const replies = await Promise.all(Array.from({ length: 20 }, () => enterCode(new Client(store), codeId, wrong)))
  const codes = replies.map(({ body }) => body.code)
  expect(codes.filter((one) => one === 'desk_code_wrong')).toHaveLength(WRONG_CODES_MAX)
  expect(codes.filter((one) => one === 'desk_throttled')).toHaveLength(20 - WRONG_CODES_MAX)
  expect((await enterCode(new Client(store), codeId, code)).body.code).toBe('desk_throttled')
  expect((await openByLink(new Client(store), secret)).status).toBe(200)
})

test('a desk shows what the address bought, newest first, and nothing of others', async () => {
  const buyer = await aBuyerWhoBought(3)
  await aBuyerWhoBought()
  const desk = await aDesk(store, buyer.contactInfo.email)

  const { body: entries } = await desk.call('GET', '/api/desk/orders')
  const all: Reply['body'][] = entries.map(({ order }: Reply['body']) => order)
  expect(entries[0].packageIds).toEqual([VIP])
  expect(new Set(all.map(({ reference }) => reference)).size).toBe(3)
  const paidAts = all.map(({ paidAt }) => paidAt)
  expect(paidAts).toEqual(paidAts.toSorted().toReversed())
  for (const order of all) expect(order.emailHint).toBe(buyer.contactInfo.email)
  expect((await new Client(store).call('GET', `/api/orders/${all[0].token}`)).status).toBe(200)
})

test('a desk shows payment links and Cash App orders while they wait', async () => {
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

test('a desk shows the store credit of the address and what changed it', async () => {
  const { email } = (await aBuyerWhoBought()).contactInfo
  const [{ order }] = (await (await aDesk(store, email)).call('GET', '/api/desk/orders')).body
  await grantCredit(store, email, 5_000)
  await store.sql`update credit_entries set order_id = ${order.id} where customer_key in (select customer_key from desk_sessions where email = ${email})`
  const desk = await aDesk(store, email)

  expect((await desk.call('GET', '/api/desk/credit')).body).toMatchObject({
    balance: 50,
    entries: [{ reason: 'granted', amount: 50 }],
  })
})

test('a desk is closed to a browser without its cookie, or with a forged one', async () => {
  for (const cookie of ['', 'leadyard_desk=x', `leadyard_desk=${'a'.repeat(32)}`, 'leadyard_desk=%'])
    for (const path of ['orders', 'waiting', 'credit']) {
      const reply = await new Client(store).call('GET', `/api/desk/${path}`, undefined, cookie ? { cookie } : {})
      expect(reply, path).toMatchObject({ status: 401, body: { code: 'desk_closed' } })
    }
})

test('a desk can be closed here and elsewhere, but not by another address', async () => {
  const email = await aBuyersAddress()
  const here = await aDesk(store, email)
  const there = await aDesk(store, email)
  const stranger = await aDesk(store, await aBuyersAddress())
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

test('a desk stays open while it is used, for at most a month', async () => {
  const desk = await aDesk(store, await aBuyersAddress())
  for (let day = 6; day < 30; day += 6) {
    store.clock.advance(days(6))
    expect(await lookAtDesk(desk), `day ${day}`).not.toBeNull()
  }
  store.clock.advance(days(6) + hours(1))
  expect(await lookAtDesk(desk)).toBeNull()
})

test('a desk closes after a week without a visit, and is then forgotten', async () => {
  const desk = await aDesk(store, await aBuyersAddress())
  store.clock.advance(days(7))
  expect(await lookAtDesk(desk)).toBeNull()
  await statementsOfForgetting(store)
  const rows =
    await store.sql`select (select count(*)::int from desk_sessions) as sessions, (select count(*)::int from desk_codes) as codes`
  expect(rows).toEqual([{ sessions: 0, codes: 0 }])
})

describe('limits', () => {
  test('strangers who use up all codes of an address leave its owner links that work, until there are new ones', async () => {
    const email = await aBuyersAddress()
    const askFrom = (number: number) => askForCode(new Client(store), email, network(number))
    for (let code = 0; code < CODES_PER_ADDRESS_MAX; code += 1) expect((await askFrom(code)).status).toBe(200)
    const inMailbox = await mailedCodes(store, email)
    store.clock.advance(minutes(29))
    expect(await askFrom(99)).toMatchObject({ status: 429, body: { code: 'desk_throttled' } })
    expect((await openByLink(new Client(store), inMailbox.at(-1)?.secret ?? '')).status).toBe(200)
    store.clock.advance(minutes(1))
    expect((await askFrom(99)).status).toBe(200)
  })

  test('an address keeps as many sessions as it may have, also if four codes are used at once', async () => {
    const email = await aBuyersAddress()
    await aDesk(store, email)
    await store.sql`insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
       select 'dks_' || lpad(n::text, 22, '0'), 'f' || n, customer_key, email, '', opened_at, used_at, expires_at
       from desk_sessions, generate_series(2, ${DESK_SESSIONS_MAX}) n where email = ${email}`
    for (let code = 1; code <= 4; code += 1) await askForCode(new Client(store), email, network(code))
    const codes = (await mailedCodes(store, email)).slice(0, 4)
    const held = await holdUp(store.testDatabase, 'select from desk_sessions for update')

    const opening = codes.map(({ secret }) => openByLink(new Client(store), secret))
    await untilNodeWaits(store.testDatabase, 4)
    await held.release()
    const replies = await Promise.all(opening)

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await store.sql`select count(*)::int as sessions from desk_sessions where email = ${email}`
    expect(rows).toEqual([{ sessions: DESK_SESSIONS_MAX }])
  })

  test('an address takes no more wrong codes from all networks together in a month, and right ones do not count', async () => {
    const email = await aBuyersAddress()
    const tryFrom = async (number: number, isRight: boolean) => {
      store.clock.advance(hours(1))
      const { codeId, code } = await aCodeFor(email, network(number))
      return enterCode(new Client(store), codeId, isRight ? code : `${code}0`, network(number))
    }

    for (let number = 1; number < WRONG_CODES_MAX; number += 1)
      expect((await tryFrom(number, false)).body.code).toBe('desk_code_wrong')
    for (const number of [101, 102, 103]) expect((await tryFrom(number, true)).status).toBe(200)
    expect((await tryFrom(104, false)).body.code).toBe('desk_code_wrong')
    const message = expect.stringContaining('button in the email')
    expect(await tryFrom(105, true)).toMatchObject({ status: 429, body: { code: 'desk_throttled', message } })
    store.clock.advance(days(30))
    expect((await tryFrom(106, true)).status).toBe(200)
  })
})
