import type { listPackages, Package } from '#contract/catalogue/catalogue.ts'
import { callApi, fillPath } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'
import type { Market } from './catalogue-data.ts'

/**
 * Reports a county's packages as they change while the page is visible.
 *
 * @returns a function to stop
 */
export function followPackages(market: Market, onPackages: (packages: Package[]) => void): () => void {
  return followStream({
    url: fillPath('/api/live/:state/:county', { ...market }),
    event: 'packages',
    onEvent: (data) => {
      const packages = readPackages(data)
      if (packages) onPackages(packages)
    },
    poll: async (isDown) => {
      const reading = callApi<typeof listPackages>('GET', '/api/packages/:state/:county', {
        params: market,
        isRefresh: true,
      })
      // A failed read changes nothing on screen; the next one is 15 s away.
      const packages = await reading.catch(() => null)
      if (packages && isDown()) onPackages(packages)
    },
  })
}

/** The packages of an event; null for an incomplete message, which the next one replaces. */
function readPackages(data: string): Package[] | null {
  try {
    const packages: unknown = JSON.parse(data)
    return Array.isArray(packages) ? packages : null
  } catch {
    return null
  }
}
