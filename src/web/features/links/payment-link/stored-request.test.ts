import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeStoredToken } from './stored-request.ts'

const complaints = vi.fn()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(complaints)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  complaints.mockReset()
})

function stubStorage(text: string): Map<string, string> {
  const kept = new Map([['payment-request', text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

test('a stored request is read once and its token removed from storage', () => {
  const kept = stubStorage('{"token":"abc","total":"1.00"}')

  expect([takeStoredToken(), takeStoredToken()]).toEqual(['abc', null])
  expect(kept.size).toBe(0)
  expect(complaints).not.toHaveBeenCalled()
})

test.each(['{broken', '"text"', 'null', '[]', '{"token":7}', '{"token":""}', '{}'])(
  '%s in storage is logged, removed and ignored',
  (text) => {
    const kept = stubStorage(text)

    expect(takeStoredToken()).toBeNull()
    expect(kept.size).toBe(0)
    expect(complaints).toHaveBeenCalledOnce()
  },
)
