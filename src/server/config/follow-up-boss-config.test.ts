import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { bossConfigOf, bossProblems } from './follow-up-boss-config.ts'

const REGISTERED = { FOLLOW_UP_BOSS_SYSTEM: 'Leadyard', FOLLOW_UP_BOSS_SYSTEM_KEY: 'key-1' }

test('a store connects with Follow Up Boss only if it is registered there', () => {
  expect(bossConfigOf({})).toEqual({ followUpBoss: undefined })
  expect(readConfig(REGISTERED).followUpBoss).toEqual({
    system: 'Leadyard',
    systemKey: 'key-1',
    apiBase: 'https://api.followupboss.com',
  })
})

test.each([
  [{ FOLLOW_UP_BOSS_SYSTEM: 'Leadyard' }, false, 'come together'],
  [{ FOLLOW_UP_BOSS_SYSTEM_KEY: 'key-1' }, false, 'come together'],
  [{ ...REGISTERED, FOLLOW_UP_BOSS_API_BASE: 'ftp://127.0.0.1' }, false, 'http or https'],
  [{ ...REGISTERED, FOLLOW_UP_BOSS_API_BASE: 'http://127.0.0.1:9' }, true, 'absent in production'],
])('%o is refused (production: %s)', (env, isProduction, problem) => {
  expect(bossProblems(env, isProduction)).toEqual([expect.stringContaining(problem)])
})

test('an address outside production may stand in for its API', () => {
  expect(bossProblems({ ...REGISTERED, FOLLOW_UP_BOSS_API_BASE: 'http://127.0.0.1:9' }, false)).toEqual([])
})
