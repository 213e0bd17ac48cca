import { afterAll, beforeAll } from 'vitest'
import { expectStockIdentities } from './stock-identities.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Packages of Travis County, Texas, that most tests sell: at 299 dollars, and at 199. */
export const VIP = '48453-vacant-vip-20'
export const PREMIER = '48453-vacant-premier-20'

/**
 * Gives all tests of a file one store of their own: opened before the first, closed after the last. A test that needs
 * another kind of store calls `createTestApp` itself.
 *
 * @param options as for `createTestApp`
 * @param prepare runs once when the store is open, such as to set stock
 */
export function withStore(
  options: Parameters<typeof createTestApp>[0] = {},
  prepare?: (store: TestApp) => Promise<unknown>,
): TestApp {
  let opened: TestApp | undefined
  beforeAll(async () => {
    opened = await createTestApp(options)
    await prepare?.(opened)
  })
  afterAll(() => opened?.close())
  return new Proxy({} as TestApp, {
    get(_, key) {
      if (!opened) throw new Error('The store opens before the first test: read it in a test or a hook.')
      return Reflect.get(opened, key)
    },
  })
}

/** As `withStore`, with units of these packages on sale. After the last test, the stock of all packages must add up. */
export function withStock(
  units: Readonly<Record<string, number>> = {},
  options: Parameters<typeof createTestApp>[0] = {},
): TestApp {
  const store = withStore(options, async (opened) => {
    for (const [packageId, count] of Object.entries(units)) await opened.setStock(packageId, count)
  })
  afterAll(() => expectStockIdentities(store.testDatabase))
  return store
}
