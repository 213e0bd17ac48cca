import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POLL_MS } from '#web/lib/follow-stream.ts'
import { followPackages } from './live-packages.tsx'

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readonly url: string
  readyState = 0
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  tell(data: string): void {
    this.dispatchEvent(new MessageEvent('packages', { data }))
  }
  fail(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

class FakeDocument extends EventTarget {
  visibilityState = 'visible'
  show(visibilityState: 'visible' | 'hidden'): void {
    this.visibilityState = visibilityState
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: FakeDocument
let stop = () => {}
const follow = (market = { state: 'Texas', county: 'Travis' }): FakeSource | undefined => {
  stop = followPackages(market, told)
  return FakeSource.opened[0]
}
const fetched = vi.fn(async () => new Response('[{"id":"read"}]'))
const told = vi.fn()
const openSources = () => FakeSource.opened.filter((one) => one.readyState !== FakeSource.CLOSED)

beforeEach(() => {
  vi.useFakeTimers()
  page = new FakeDocument()
  FakeSource.opened = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  told.mockClear()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('passes on what the stream sends', () => {
  const source = follow({ state: 'New Mexico', county: 'Doña Ana' })
  source?.tell('[{"id":"one"}]')
  expect(source?.url).toBe('/api/live/New%20Mexico/Do%C3%B1a%20Ana')
  expect(told.mock.calls).toEqual([[[{ id: 'one' }]]])
})

test.each(['', 'half a mess', '{"not":"a list"}'])('ignores an unreadable message: %j', (data) => {
  follow()?.tell(data)
  expect(told).not.toHaveBeenCalled()
})

test('reads the county every 15 s while the stream fails, until the stream sends again', async () => {
  const source = follow()
  source?.fail(0)
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(told.mock.calls).toEqual([[[{ id: 'read' }]], [[{ id: 'read' }]]])
  source?.tell('[]')
  await vi.advanceTimersByTimeAsync(10 * POLL_MS)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('disconnects and reads nothing while the page is hidden, and reconnects when it is shown', async () => {
  follow()?.fail(0)
  page.show('hidden')
  await vi.advanceTimersByTimeAsync(4 * POLL_MS)
  expect([openSources().length, fetched.mock.calls.length]).toEqual([0, 0])
  page.show('visible')
  expect(openSources()).toHaveLength(1)
})

test('closes everything and reports nothing once stopped', async () => {
  follow()?.fail(0)
  stop()
  page.show('visible')
  await vi.advanceTimersByTimeAsync(10 * POLL_MS)
  expect([openSources().length, fetched.mock.calls.length]).toEqual([0, 0])
})
