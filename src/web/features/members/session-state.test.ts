import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/members/auth.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { whenForgotten } from '#web/lib/member-data.ts'
import { queryClient } from '#web/lib/query.ts'
import { currentUserQuery } from './current-user.ts'
import { endSession, hasSessionEnded, watchSession } from './session-state.ts'

const RITA: CurrentUser = {
  id: 'usr_1',
  username: 'Rita Rep',
  email: 'rita@example.com',
  phone: null,
  role: 'sales',
  isVerified: true,
  hasSecondFactor: false,
  createdAt: '2026-11-21T10:00:00.000Z',
}
const UNAUTHENTICATED = new ApiError(401, '', { code: 'unauthenticated', message: 'Please log in to continue.' })
const userNow = () => queryClient.getQueryData(currentUserQuery.queryKey)
const failRead = (error: ApiError) =>
  queryClient.fetchQuery({ queryKey: ['/api/sales/customers'], queryFn: () => Promise.reject(error) }).catch(() => null)

beforeAll(() => vi.stubGlobal('window', new EventTarget()))
afterAll(() => vi.unstubAllGlobals())
afterEach(() => {
  queryClient.clear()
  hasSessionEnded.set(false)
})

test('a read refused as unauthenticated ends the session on screen and says that it ended', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  await failRead(UNAUTHENTICATED)

  expect(userNow()).toBeNull()
  expect(hasSessionEnded.get()).toBe(true)
  stop()
})

test('other failures do not affect the session', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  await failRead(new ApiError(503, '', { code: 'unavailable', message: 'Briefly unavailable.' }))

  expect(userNow()).toEqual(RITA)
  expect(hasSessionEnded.get()).toBe(false)
  stop()
})

test('logging out deletes what the member entered, in other windows too', async () => {
  let forgotten = 0
  whenForgotten(() => {
    forgotten += 1
  })
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  const channel = new BroadcastChannel('logged-out')
  channel.postMessage(null)
  channel.close()
  await expect.poll(userNow).toBeNull()
  expect(forgotten).toBe(1)
  expect(hasSessionEnded.get()).toBe(true)

  endSession()
  expect(forgotten).toBe(2)
  stop()
})

test('logging out clears cached data and does not report an ended session', () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  queryClient.setQueryData(['/api/sales/customers'], [{ name: 'Ada Buyer' }])
  const stop = watchSession()

  endSession()

  expect(userNow()).toBeNull()
  expect(queryClient.getQueryData(['/api/sales/customers'])).toBeUndefined()
  expect(hasSessionEnded.get()).toBe(false)
  stop()
})
