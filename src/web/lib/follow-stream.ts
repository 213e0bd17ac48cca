/** How often the same is read while a stream is down. */
export const POLL_MS = 15_000
/** After this many reads, a stream that the server ended is retried. */
const POLLS_UNTIL_RETRY = 4

interface Followed {
  url: string
  /** The name of its events. */
  event: string
  onEvent: (data: string) => void
  /** Reads the same once; `isDown` says later whether the stream is still down. */
  poll: (isDown: () => boolean) => void
}

/**
 * Follows a stream of server-sent events while the page is visible, or polls every 15 s if it fails. A hidden page
 * keeps no connection; shown again, it first gets the current state.
 *
 * @returns a function to stop
 */
export function followStream({ url, event, onEvent, poll }: Followed): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let polls = 0

  const connect = () => {
    source?.close()
    const opened = new EventSource(url)
    source = opened
    opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
      stopPolling()
      onEvent(data)
    })
    opened.addEventListener('error', startPolling)
  }
  const startPolling = () => {
    timer ??= setInterval(() => {
      polls += 1
      poll(() => timer !== undefined)
      // A browser reconnects by itself after a broken connection, but never after a reply that was not a stream.
      if (source?.readyState === EventSource.CLOSED && polls % POLLS_UNTIL_RETRY === 0) connect()
    }, POLL_MS)
  }
  const stopPolling = () => {
    clearInterval(timer)
    timer = undefined
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
