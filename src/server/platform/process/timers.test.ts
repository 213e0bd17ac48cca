import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/logging.ts'
import { startTimers, timerAges } from './timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a timer that always fails gets older, and one that succeeds does not', async () => {
  const works = { name: 'works', everyMs: 1_000, run: async () => undefined }
  const fails = { name: 'fails', everyMs: 1_000, run: () => Promise.reject(new Error('no')) }
  const timers = startTimers([works, fails], createLog('silent'))

  await vi.advanceTimersByTimeAsync(600_000)

  expect(timerAges([works, fails])).toEqual({ works: 0, fails: 600 })
  await timers.stop()
})
