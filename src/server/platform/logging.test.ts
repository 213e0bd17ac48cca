import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { deriveToken, newToken } from './ids.ts'
import { loggablePath } from './logging.ts'

const withToken = ALL_ENDPOINTS.map(({ path }) => path).filter((path) => path.includes(':token'))
const withoutParams = ALL_ENDPOINTS.map(({ path }) => path).filter((path) => !path.includes(':'))

describe('a path in the log', () => {
  it('is checked for all secrets of the contract', () => {
    expect(withToken.length).toBeGreaterThan(10)
    expect(withoutParams.length).toBeGreaterThan(50)
  })

  it.each([...new Set(withToken)])('shows no token: %s', (path) => {
    for (const token of [
      newToken(),
      deriveToken('secret', 'delivery', 'dlv_1'),
      encodeURIComponent(`${newToken()}=,`),
    ]) {
      const logged = loggablePath(path.replace(':token', token).replace(':lineNumber', '1'))

      expect(logged).toBe(path.replace(':lineNumber', '1'))
    }
  })

  it('shows neither the token of a page nor a query', () => {
    const token = deriveToken('secret', 'delivery', 'dlv_1')

    expect(loggablePath(`/delivery/${token}?from=mail`)).toBe('/delivery/:token')
    expect(loggablePath(`/not-known-yet/${token}/`)).toBe('/not-known-yet/:token/')
    expect(loggablePath('/order/short')).toBe('/order/:token')
  })

  it.each([...new Set(withoutParams)])('still shows which call it was: %s', (path) => {
    expect(loggablePath(path)).toBe(path)
  })
})
