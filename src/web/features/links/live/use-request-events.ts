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
    let known: { version: string; keys: ReadonlySet<string> } | undefined
    /** One read at a time, so an older reply never comes after a newer one. */
    let reading = Promise.resolve()
    const read = async (announced?: string) => {
      if (isStopped || (known && announced === known.version)) return
      const call = callApi<typeof listRequestEvents>('GET', '/api/sales/events', { isRefresh: true })
      // The next change, or the next poll, reads again.
      const reply = await call.catch(() => null)
      if (!reply || isStopped) return
      const before = known?.keys
      known = { version: reply.version, keys: new Set(reply.events.map(keyOf)) }
      const news = before && reply.events.filter((event) => !before.has(keyOf(event)))
      if (!news?.[0]) return
      setNewest(news[0])
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => SHOWN_AT.some((start) => String(path).startsWith(start)),
      })
    }
    const readNext = (announced?: string) => {
      reading = reading.then(() => read(announced))
    }
    // Loaded with the page's other data, so that the stream's first message has nothing to add.
    readNext()
    const stop = followStream({
      url: '/api/sales/live',
      event: 'changed',
      onEvent: (data) => readNext(versionIn(data)),
      poll: () => readNext(),
    })
    return () => {
      isStopped = true
      stop()
    }
  }, [client])
  return newest
}

/** What the stream announces; undefined for an incomplete message. */
function versionIn(data: string): string | undefined {
  try {
    return JSON.parse(data).version
  } catch {
    return undefined
  }
}
