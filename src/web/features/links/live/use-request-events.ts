import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { listRequestEvents, RequestEvent } from '#contract/links/request-events.ts'
import { callApi } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'

/** What shows payment requests: read again when something happens to one. */
const SHOWN_AT = ['/api/sales/', '/api/invoices/', '/api/customers/']

const keyOf = ({ kind, at, requestId }: RequestEvent): string => `${kind} ${at} ${requestId}`

/**
 * Follows what happens to the member's payment requests and reloads what is on screen.
 *
 * @returns the newest event since the page was opened
 */
export function useRequestEvents(): RequestEvent | undefined {
  const client = useQueryClient()
  const [newest, setNewest] = useState<RequestEvent>()
  useEffect(() => {
    let isStopped = false
    let seen: ReadonlySet<string> | undefined
    /** One read at a time, so an older reply never comes after a newer one. */
    let reading = Promise.resolve()
    const read = async () => {
      if (isStopped) return
      const call = callApi<typeof listRequestEvents>('GET', '/api/sales/events', { isRefresh: true })
      // The next change, or the next poll, reads again.
      const events = await call.catch(() => null)
      if (!events || isStopped) return
      const known = seen
      seen = new Set(events.map(keyOf))
      const news = known && events.filter((event) => !known.has(keyOf(event)))
      if (!news?.[0]) return
      setNewest(news[0])
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => SHOWN_AT.some((start) => String(path).startsWith(start)),
      })
    }
    const readNext = () => {
      reading = reading.then(read, read)
    }
    const stop = followStream({ url: '/api/sales/live', event: 'changed', onEvent: readNext, poll: readNext })
    return () => {
      isStopped = true
      stop()
    }
  }, [client])
  return newest
}
