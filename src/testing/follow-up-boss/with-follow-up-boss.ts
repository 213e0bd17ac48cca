import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { aSale } from '../deliveries.ts'
import { aDesk } from '../desks.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { readEvents } from '../webhooks.ts'
import { followUpBossEnv, openFollowUpBoss } from './follow-up-boss.ts'

const COUNTED = '48453-vacant-vip-20'
export const API_KEY = 'fka_0a1b2c3d4e5f'

/** Gives all tests of a file one store whose buyers can connect their Follow Up Boss. Read both in a test or a hook. */
export function withFollowUpBoss() {
  const open = {} as { boss: Awaited<ReturnType<typeof openFollowUpBoss>>; store: TestApp }
  beforeAll(async () => {
    open.boss = await openFollowUpBoss()
    open.store = await createTestApp({ env: followUpBossEnv(open.boss.url) })
    await open.store.setStock(COUNTED, 900)
  })
  afterAll(async () => {
    await open.store.close()
    await open.boss.close()
  })
  beforeEach(async () => {
    await open.boss.set({ apiKey: API_KEY, next: [] })
    open.boss.calls.length = 0
  })
  return open
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
