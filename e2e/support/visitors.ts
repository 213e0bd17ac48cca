/**
 * Browser contexts that one visitor after another uses. Each visitor starts without cookies, storage and permissions,
 * like in a new context. Scripts that an earlier visitor loaded are still compiled, which saves a fifth of the
 * processor time of the end-to-end tests.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** One per worker: stores that outlive a file keep their contexts. @param isReused false for tests of first loads and of connections, which an earlier visitor would change */
export function visitorContexts(isReused: boolean) {
  const inUse = new Map<BrowserContext, string>()
  const idle = new Map<string, BrowserContext[]>()
  const keepers = new Map<BrowserContext, Page>()
  /** Those whose clock was replaced: there is no way back. */
  const spent = new WeakSet<BrowserContext>()

  return {
    async open(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
      const kind = JSON.stringify(options)
      const context = idle.get(kind)?.pop() ?? (await newContext(browser, options))
      inUse.set(context, kind)
      return context
    },
    async endAll(): Promise<void> {
      for (const [context, kind] of inUse) {
        // Nothing can be cleared for a store that a test has stopped, or that a test cut off.
        const isClean =
          isReused &&
          !spent.has(context) &&
          (await forgetVisitor(context).then(
            () => true,
            () => false,
          ))
        if (isClean) idle.set(kind, [...(idle.get(kind) ?? []), context])
        else await context.close()
      }
      inUse.clear()
    },
    async closeAllOf(url: string): Promise<void> {
      for (const [kind, contexts] of idle) {
        if ((JSON.parse(kind) as BrowserContextOptions).baseURL !== url) continue
        for (const context of contexts) await context.close()
        idle.delete(kind)
      }
    },
  }

  async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options)
    const install = context.clock.install.bind(context.clock)
    context.clock.install = (given) => {
      spent.add(context)
      return install(given)
    }
    return context
  }

  async function forgetVisitor(context: BrowserContext): Promise<void> {
    const keeper = keepers.get(context) ?? (await openKeeper(context))
    for (const page of context.pages()) if (page !== keeper) await page.close()
    await context.setOffline(false)
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    const devTools = await context.newCDPSession(keeper)
    const { origin } = new URL(keeper.url())
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devTools.detach()
    // A page that was just closed may still have been writing; this comes after it in their common process.
    await keeper.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }

  /** A page without scripts keeps the process of a context, and thus its compiled scripts, between visitors. */
  async function openKeeper(context: BrowserContext): Promise<Page> {
    const keeper = await context.newPage()
    await keeper.goto('/robots.txt')
    keepers.set(context, keeper)
    return keeper
  }
}
