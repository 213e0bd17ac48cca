/** How many calls one key may make. */
import { beforeAll, expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { makeOwnKey, tryKey } from '#testing/keys.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({ env: { RATE_LIMITS: 'on' } })
let rep: Client
let key: { id: string; secret: string }
beforeAll(async () => {
  store.clock.freeze()
  rep = new Client(store)
  expect((await rep.logIn(REP)).status).toBe(200)
  key = await makeOwnKey(rep, { password: REP.password })
})

test('one key makes 600 calls a minute, and another key goes on', async () => {
  const other = await makeOwnKey(rep, { password: REP.password })
  const codes: (string | undefined)[] = []
  const call = async () => (await tryKey(store, key.secret)).body.code
  // In parts, so that all of it is over long before the minute is.
  for (let part = 0; part < 31; part += 1) codes.push(...(await Promise.all(Array.from({ length: 20 }, call))))

  expect(codes.slice(0, 500)).toEqual(Array(500).fill(undefined))
  expect(codes.slice(-9)).toEqual(Array(9).fill('rate_limited'))
  expect((await tryKey(store, other.secret)).status).toBe(200)
})
