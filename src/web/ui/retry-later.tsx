import { useEffect } from 'react'

const FIRST_MS = 5_000
const MOST_MS = 60_000

/** Retries what could not be loaded: when the browser is online or looked at again, and after a wait that grows. Shows nothing. */
export function RetryLater({ retry, attempts }: { retry: () => void; attempts: number }) {
  useEffect(() => {
    const handleVisibility = () => {
      if (document.visibilityState === 'visible') retry()
    }
    const timer = setTimeout(retry, Math.min(MOST_MS, FIRST_MS * 2 ** (attempts - 1)))
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [retry, attempts])
  return null
}
