import { afterEach, expect, test, vi } from 'vitest'
import { takeAtOnce, takeInSteps } from './in-steps.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Work of three steps that each take `ms` on the given clock. */
function* workOf(ms: number, clock: { now: number }, log: string[]): Generator<undefined, string> {
  for (const step of ['one', 'two', 'three']) {
    clock.now += ms
    log.push(step)
    yield
  }
  return 'done'
}

async function runWith(ms: number) {
  const clock = { now: 0 }
  const log: string[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  setTimeout(() => log.push('key'))
  return { result: await takeInSteps(workOf(ms, clock, log)), log }
}

test('long steps let a key in between', async () => {
  expect(await runWith(20)).toEqual({ result: 'done', log: ['one', 'key', 'two', 'three'] })
})

test('short steps run without a pause', async () => {
  expect(await runWith(1)).toEqual({ result: 'done', log: ['one', 'two', 'three'] })
})

test('work that is taken at once has the same result', () => {
  expect(takeAtOnce(workOf(20, { now: 0 }, []))).toBe('done')
})
