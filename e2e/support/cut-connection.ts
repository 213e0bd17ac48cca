import type { Page } from 'playwright-core'

/**
 * Cuts the connection in the middle of the next such call; later calls go through.
 * @param cut.isHeard whether the call arrives and only its reply is lost
 */
export async function cutNext(page: Page, url: string, { isHeard }: { isHeard: boolean }): Promise<void> {
  await page.route(
    url,
    async (route) => {
      if (isHeard) await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}
