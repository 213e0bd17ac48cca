import { afterEach, expect, test, vi } from 'vitest'
import { recentCounties, rememberCounty } from './recent-counties.ts'

const county = (name: string) => ({ state: 'Texas', county: name })

/** A browser's storage over a map; `stored` is what an earlier visit left. */
function stubStorage(stored?: string): Map<string, string> {
  const values = new Map<string, string>(stored === undefined ? [] : [['recent-counties', stored]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  return values
}

afterEach(() => vi.unstubAllGlobals())

test('the most recent county comes first, and each is listed once', () => {
  stubStorage()

  for (const name of ['Travis', 'Bastrop', 'Travis']) rememberCounty(county(name))

  expect(recentCounties()).toEqual([county('Travis'), county('Bastrop')])
})

test('remembers five counties', () => {
  stubStorage()

  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) rememberCounty(county(name))

  expect(recentCounties().map((one) => one.county)).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test.each([
  'not json',
  '{"state":"Texas"}',
  '[1,null,{"state":"Texas"},{"state":"","county":"Travis"},{"state":7,"county":[]}]',
])('a corrupt list counts as empty: %s', (stored) => {
  stubStorage(stored)

  expect(recentCounties()).toEqual([])

  rememberCounty(county('Travis'))
  expect(recentCounties()).toEqual([county('Travis')])
})

test('without access to storage, counties are remembered until the page closes', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })

  rememberCounty(county('Travis'))

  expect(recentCounties()).toEqual([county('Travis')])
})
