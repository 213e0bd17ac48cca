/** How often codes of the desk can be requested and entered, from however many networks. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DESK_SESSIONS_MAX } from '#contract/buyers/desk.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { aDesk, askForCode, enterCode, lookAtDesk, mailedCodes, openByLink } from '#testing/desks.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { CODES_PER_ADDRESS_MAX, TRIES_PER_ADDRESS_MAX } from './rules.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp({ env: { TRUST_PROXY: '1' } })
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

const network = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })

async function anAddressThatBought(): Promise<string> {
  const buyer = aBuyer(store)
  await buyer.buy(VIP)
  return buyer.contactInfo.email
}

test('strangers who use up all codes of an address leave its owner codes that work, until there are new ones', async () => {
  const email = await anAddressThatBought()
  const askFrom = (number: number) => askForCode(new Client(store), email, network(number))
  for (let code = 0; code < CODES_PER_ADDRESS_MAX; code += 1) expect((await askFrom(code)).status).toBe(200)
  const inMailbox = await mailedCodes(store, email)

  store.clock.advance(minutes(29))
  expect(await askFrom(99)).toMatchObject({ status: 429, body: { code: 'desk_throttled' } })
  expect((await enterCode(new Client(store), email, inMailbox.at(-1)?.code ?? '', network(99))).status).toBe(200)

  store.clock.advance(minutes(1))
  expect((await askFrom(99)).status).toBe(200)
})

test('an address takes no more wrong codes from all networks together than its limit; the mailed link still works', async () => {
  const email = await anAddressThatBought()
  await askForCode(new Client(store), email, network(250))
  const [mailed] = await mailedCodes(store, email)
  const tryFrom = async (number: number) =>
    (await enterCode(new Client(store), email, '2222-2222', network(number))).body.code
  const perNetwork = 30
  const networks = Math.ceil(TRIES_PER_ADDRESS_MAX / 25) + 1

  const codes: string[] = []
  for (let number = 0; number < networks; number += 1)
    codes.push(...(await Promise.all(Array.from({ length: perNetwork }, () => tryFrom(number)))))

  expect(codes.filter((code) => code === 'desk_code_wrong')).toHaveLength(TRIES_PER_ADDRESS_MAX)
  expect(await enterCode(new Client(store), email, mailed?.code ?? '', network(250))).toMatchObject({
    status: 429,
    body: { code: 'desk_throttled', message: expect.stringContaining('button in the email') },
  })
  expect((await openByLink(new Client(store), mailed?.secret ?? '')).status).toBe(200)
})

test('one network cannot use up the tries of an address', async () => {
  const email = await anAddressThatBought()
  for (let batch = 0; batch < TRIES_PER_ADDRESS_MAX / 50 + 1; batch += 1)
    await Promise.all(Array.from({ length: 50 }, () => enterCode(new Client(store), email, '2222-2222', network(1))))
  await askForCode(new Client(store), email, network(2))
  const [mailed] = await mailedCodes(store, email)

  expect((await enterCode(new Client(store), email, mailed?.code ?? '', network(2))).status).toBe(200)
})

test('a desk is open in so many browsers at most; the one used longest ago closes', async () => {
  const email = await anAddressThatBought()
  const first = await aDesk(store, email)
  await store.testDatabase.pool.query(
    `insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
     select 'dks_' || lpad(n::text, 22, '0'), n::text, customer_key, email, '', opened_at, used_at + interval '1 minute', expires_at
     from desk_sessions, generate_series(2, $1) n`,
    [DESK_SESSIONS_MAX],
  )
  store.clock.advance(minutes(2))
  expect((await lookAtDesk(first)).sessions).toHaveLength(DESK_SESSIONS_MAX)

  const latest = await aDesk(store, email)

  expect(await lookAtDesk(first)).toBeNull()
  expect((await lookAtDesk(latest)).sessions).toHaveLength(DESK_SESSIONS_MAX)
})

test('an address keeps as many sessions as it may have, also if four codes are used at once', async () => {
  const email = await anAddressThatBought()
  await aDesk(store, email)
  await store.testDatabase.pool.query(
    `insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
     select 'dks_' || lpad(n::text, 22, '0'), 'f' || n, customer_key, email, '', opened_at, used_at, expires_at
     from desk_sessions, generate_series(2, $1) n`,
    [DESK_SESSIONS_MAX],
  )
  for (let code = 1; code <= 4; code += 1) await askForCode(new Client(store), email, network(code))
  const codes = (await mailedCodes(store, email)).slice(0, 4)
  const held = await holdUp(store.testDatabase, 'select from desk_sessions for update')

  const opening = codes.map(({ secret }) => openByLink(new Client(store), secret))
  await untilNodeWaits(store.testDatabase, 4)
  await held.release()
  const replies = await Promise.all(opening)

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await store.testDatabase.pool.query('select count(*)::int as sessions from desk_sessions')
  expect(rows).toEqual([{ sessions: DESK_SESSIONS_MAX }])
})
