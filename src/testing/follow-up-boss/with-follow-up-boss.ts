import { afterAll, beforeEach, expect } from 'vitest'
import { aSale } from '../deliveries.ts'
import { aDesk } from '../desks.ts'
import type { TestApp } from '../test-app.ts'
import { readEvents } from '../webhooks.ts'
import { withStore } from '../with-store.ts'
import { followUpBossEnv, openFollowUpBoss } from './follow-up-boss.ts'

const COUNTED = '48453-vacant-vip-20'
export const API_KEY = 'fka_0a1b2c3d4e5f'

/** Gives all tests of a file one store whose buyers can connect their Follow Up Boss. */
export async function withFollowUpBoss() {
  const boss = await openFollowUpBoss()
  afterAll(() => boss.close())
  const store = withStore({ env: followUpBossEnv(boss.url) }, (opened) => opened.setStock(COUNTED, 900))
  beforeEach(async () => {
    await boss.set({ apiKey: API_KEY, next: [] })
    boss.calls.length = 0
  })
  return { boss, store }
}

/** A buyer whose leads go to Follow Up Boss. */
export async function aConnectedBuyer(store: TestApp, apiKey = API_KEY) {
  const { buyer, email } = await aSale(store, COUNTED)
  const desk = await aDesk(store, email)
  const { status, body } = await desk.call('PUT', '/api/desk/follow-up-boss', { apiKey })
  expect(status).toBe(200)
  const hooked = { buyer, email, desk, id: body.id as string, secret: '' }
  return { ...hooked, states: async () => (await readEvents(hooked)).map(({ state }: { state: string }) => state) }
}
