import type { listPackages, Package } from '#contract/catalogue/catalogue.ts'
import { callApi, fillPath } from '#web/lib/call-api.ts'
import type { Market } from './catalogue-data.ts'

/** How often a county is read while its stream is down. */
export const POLL_MS = 15_000
/** After this many reads, a stream that the server ended is retried. */
const POLLS_UNTIL_RETRY = 4

/**
 * Reports a county's packages as they change while the page is visible: by server-sent events, or by reading every 15 s
 * if those fail. A hidden page keeps no connection; shown again, it first gets the current state.
 *
 * @returns a function to stop
 */
export function followPackages(market: Market, onPackages: (packages: Package[]) => void): () => void {
  let source: EventSource | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let polls = 0

  const connect = () => {
    source?.close()
    const opened = new EventSource(fillPath('/api/live/:state/:county', { ...market }))
    source = opened
    opened.addEventListener('packages', ({ data }) => {
      stopPolling()
      const packages = readPackages(data)
      if (packages) onPackages(packages)
    })
    opened.addEventListener('error', startPolling)
  }
  const startPolling = () => {
    poll ??= setInterval(() => {
      polls += 1
      void readOnce()
      // A browser reconnects by itself after a broken connection, but never after a reply that was not a stream.
      if (source?.readyState === EventSource.CLOSED && polls % POLLS_UNTIL_RETRY === 0) connect()
    }, POLL_MS)
  }
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const readOnce = async () => {
    const reading = callApi<typeof listPackages>('GET', '/api/packages/:state/:county', {
      params: market,
      isRefresh: true,
    })
    // A failed read changes nothing on screen; the next one is 15 s away.
    const packages = await reading.catch(() => null)
    if (packages && poll !== undefined) onPackages(packages)
  }
  const disconnect = () => {
    source?.close()
    source = undefined
    stopPolling()
  }
  const handleVisibility = () => {
    if (document.visibilityState === 'visible') {
      if (!source) connect()
    } else disconnect()
  }

  handleVisibility()
  document.addEventListener('visibilitychange', handleVisibility)
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    disconnect()
  }
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
