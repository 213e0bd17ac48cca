import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useAwaitedPart } from './page-keys.ts'

interface LatePartProps<Props extends object> {
  /** Must be the same function every time, such as a constant of the module. */
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown until the code is here. */
  waiting?: ReactNode
  /** Shown if it could not be loaded, for example without a connection; `retry` tries again, after so many `attempts`. */
  failed: (retry: () => void, attempts: number) => ReactNode
}

export type ShowMissing = LatePartProps<object>['failed']

/** After a second failure only a new page helps: a newer build has other files. */
export const retryOrReload = (retry: () => void, attempts: number): (() => void) =>
  attempts > 1 ? () => window.location.reload() : retry

/**
 * A part of the page whose code is loaded on demand. React's own `lazy` throws if the code cannot be loaded, which
 * takes down the whole page; a lost connection must only cost this one part, until the next try.
 */
export function LatePart<Props extends object>({ load, props, waiting = null, failed }: LatePartProps<Props>) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null)
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)
  useAwaitedPart(!loaded && failedAttempt !== attempt)
  useEffect(() => {
    let isWanted = true
    load().then(
      (module) => isWanted && startTransition(() => setLoaded({ Part: module.default })),
      () => isWanted && setFailedAttempt(attempt),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt])
  if (loaded) return <loaded.Part {...props} />
  return failedAttempt === attempt ? failed(() => setAttempt(attempt + 1), attempt) : waiting
}

const FIRST_MS = 5_000
const MOST_MS = 60_000

/** Retries what could not be loaded: online or looked at again, and after growing waits. Shows nothing. */
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
