import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Desk } from '#contract/buyers/desk.ts'
import { ApiError, queryClient } from '#web/lib/call-api.ts'
import { deskCreditQuery, deskQuery, deskRestocksQuery, deskWaitingQuery, keepDesk, watchDesk } from './desk-data.ts'

const deskOf = (email: string): Desk => ({ email, sessions: [] })
const OTHERS = [
  ...[deskWaitingQuery, deskCreditQuery, deskRestocksQuery].map(({ queryKey }) => queryKey),
  ['/api/desk/orders', {}],
]

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  queryClient.clear()
  keepDesk(deskOf('one@example.com'))
  for (const queryKey of OTHERS) queryClient.setQueryData<unknown>(queryKey, 'of one@example.com')
})

const expectNothingOfBefore = () => {
  for (const queryKey of OTHERS) expect(queryClient.getQueryData(queryKey)).toBeUndefined()
}

test('another buyer’s desk, opened in another tab, shows nothing of the desk before', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ desk: deskOf('two@example.com') }))
  await queryClient.fetchQuery({ ...deskQuery, staleTime: 0 })
  expectNothingOfBefore()
})

test.each([
  ['another buyer’s desk', deskOf('two@example.com')],
  ['none', null],
])('%s shows nothing of the desk before', (_what, desk) => {
  keepDesk(desk)
  expect(queryClient.getQueryData(deskQuery.queryKey)).toEqual({ desk })
  expectNothingOfBefore()
})

const isClosed = () => queryClient.getQueryData(deskQuery.queryKey)?.desk === null

test('a desk that is closed in another tab is closed here, and nothing of it stays', async () => {
  const stop = watchDesk()
  const channel = new BroadcastChannel('desk')
  channel.postMessage(false)
  channel.close()
  await expect.poll(isClosed).toBe(true)
  expectNothingOfBefore()
  stop()
})

test('closing and opening a desk tells the other tabs', async () => {
  const heard: unknown[] = []
  const channel = new BroadcastChannel('desk')
  channel.onmessage = ({ data }) => heard.push(data)
  keepDesk(null)
  keepDesk(deskOf('one@example.com'))
  await expect.poll(() => heard).toEqual([false, true])
  channel.close()
})

test('the first call that finds the desk closed closes it on screen', async () => {
  const stop = watchDesk()
  const error = new ApiError(401, '', { code: 'desk_closed', message: 'Open your orders again.' })
  await queryClient
    .fetchQuery({ queryKey: ['/api/desk/orders', 2], queryFn: () => Promise.reject(error) })
    .catch(() => 0)
  expect(isClosed()).toBe(true)
  stop()
})

test('a page that comes back as it was left shows no desk until it has asked again', async () => {
  const stop = watchDesk()
  vi.stubGlobal('fetch', async () => Response.json({ desk: null }))
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(queryClient.getQueryData(deskQuery.queryKey)).toBeUndefined()
  await queryClient.fetchQuery(deskQuery)
  expect(isClosed()).toBe(true)
  stop()
})
