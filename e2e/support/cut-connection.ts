import type { Page } from 'playwright-core'

interface Cut {
  /** Whether the call arrives and only its reply is lost. */
  isHeard: boolean
  /** Cuts the whole connection with it. */
  isOffline?: boolean
}

/** Cuts the connection in the middle of the next such call; later calls go through. */
export async function cutNext(page: Page, url: string, { isHeard, isOffline = false }: Cut): Promise<void> {
  await page.route(
    url,
    async (route) => {
      if (isHeard) await route.fetch()
      if (isOffline) await page.context().setOffline(true)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}
