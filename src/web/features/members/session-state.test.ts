import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/members/auth.ts'
import { ApiError, queryClient } from '#web/lib/call-api.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { whenForgotten } from '#web/lib/member-data.ts'
import { endSession, hasSessionEnded, watchSession } from './session-state.ts'

const RITA: CurrentUser = {
  role: 'sales',
  ...{ id: 'usr_1', username: 'Rita Rep', email: 'rita@example.com', phone: null },
  ...{ isVerified: true, hasSecondFactor: false, createdAt: '2026-11-21T10:00:00.000Z' },
}
const UNAUTHENTICATED = new ApiError(401, '', { code: 'unauthenticated', message: 'Please log in to continue.' })
const UNAVAILABLE = new ApiError(503, '', { code: 'unavailable', message: 'Briefly unavailable.' })
const userNow = () => queryClient.getQueryData(currentUserQuery.queryKey)
const failRead = (error: ApiError) =>
  queryClient.fetchQuery({ queryKey: ['/api/sales/customers'], queryFn: () => Promise.reject(error) }).catch(() => null)

let stop = () => {}
beforeAll(() => vi.stubGlobal('window', new EventTarget()))
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  stop = watchSession()
})
afterEach(() => {
  stop()
  queryClient.clear()
  hasSessionEnded.set(false)
})

test.each([
  ['ends the session on screen and says that it ended', UNAUTHENTICATED, null, true],
  ['does not affect the session if it failed otherwise', UNAVAILABLE, RITA, false],
])('a refused read %s', async (_what, error, user, hasEnded) => {
  await failRead(error)

  expect(userNow()).toEqual(user)
  expect(hasSessionEnded.get()).toBe(hasEnded)
})

test('logging out deletes what the member entered, in other windows too', async () => {
  const forget = vi.fn()
  whenForgotten(forget)

  const channel = new BroadcastChannel('logged-out')
  channel.postMessage(null)
  channel.close()
  await expect.poll(userNow).toBeNull()
  expect(forget).toHaveBeenCalledTimes(1)
  expect(hasSessionEnded.get()).toBe(true)

  endSession()
  expect(forget).toHaveBeenCalledTimes(2)
})

test('logging out clears cached data and does not report an ended session', () => {
  queryClient.setQueryData(['/api/sales/customers'], [{ name: 'Ada Buyer' }])

  endSession()

  expect(userNow()).toBeNull()
  expect(queryClient.getQueryData(['/api/sales/customers'])).toBeUndefined()
  expect(hasSessionEnded.get()).toBe(false)
})
