import { afterEach, expect, test } from 'vitest'
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

afterEach(() => {
  queryClient.clear()
  hasSessionEnded.set(false)
})

test('a read that is refused for want of a session ends it on screen, and says that it had been there', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  await failRead(UNAUTHENTICATED)

  expect(userNow()).toBeNull()
  expect(hasSessionEnded.get()).toBe(true)
  stop()
})

test('when the current user is the read that finds out, that is said too', () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  queryClient.setQueryData(currentUserQuery.queryKey, null)

  expect(hasSessionEnded.get()).toBe(true)
  stop()
})

test('other failures leave the session alone', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  const stop = watchSession()

  await failRead(new ApiError(503, '', { code: 'unavailable', message: 'Briefly unavailable.' }))

  expect(userNow()).toEqual(RITA)
  expect(hasSessionEnded.get()).toBe(false)
  stop()
})

test('a visitor who is refused had no session that could have ended', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  const stop = watchSession()

  await failRead(UNAUTHENTICATED)

  expect(hasSessionEnded.get()).toBe(false)
  stop()
})

test('what the member typed is forgotten when they log out, in another window too', async () => {
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

test('after logging out nothing the member saw stays in memory, and no surprise is announced', () => {
  queryClient.setQueryData(currentUserQuery.queryKey, RITA)
  queryClient.setQueryData(['/api/sales/customers'], [{ name: 'Ada Buyer' }])
  const stop = watchSession()

  endSession()

  expect(userNow()).toBeNull()
  expect(queryClient.getQueryData(['/api/sales/customers'])).toBeUndefined()
  expect(hasSessionEnded.get()).toBe(false)
  stop()
})
