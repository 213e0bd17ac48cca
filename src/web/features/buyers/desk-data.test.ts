import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Desk } from '#contract/buyers/desk.ts'
import { queryClient } from '#web/lib/query.ts'
import { deskCreditQuery, deskQuery, deskRestocksQuery, deskWaitingQuery, keepDesk } from './desk-data.ts'

const deskOf = (email: string): Desk => ({ email, sessions: [] })
const OTHERS = [
  deskWaitingQuery.queryKey,
  deskCreditQuery.queryKey,
  deskRestocksQuery.queryKey,
  ['/api/desk/orders', {}],
]

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  queryClient.clear()
  keepDesk(deskOf('one@example.com'))
  for (const queryKey of OTHERS) queryClient.setQueryData<unknown>(queryKey, 'of one@example.com')
})

test('another buyer’s desk, opened in another tab, shows nothing of the desk before', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ desk: deskOf('two@example.com') }))

  await queryClient.fetchQuery({ ...deskQuery, staleTime: 0 })

  for (const queryKey of OTHERS) expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})

test.each([
  ['another buyer’s desk', deskOf('two@example.com')],
  ['none', null],
])('%s shows nothing of the desk before', (_what, desk) => {
  keepDesk(desk)

  expect(queryClient.getQueryData(deskQuery.queryKey)).toEqual({ desk })
  for (const queryKey of OTHERS) expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})
