import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

interface LatePartProps<Props extends object> {
  /** Must be the same function every time, such as a constant of the module. */
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown until the code is here. */
  waiting?: ReactNode
  /** Shown if it could not be loaded, for example without a connection; `retry` tries again. */
  failed: (retry: () => void) => ReactNode
}

/**
 * A part of the page whose code is loaded on demand. React's own `lazy` throws if the code cannot be loaded, which
 * takes down the whole page; a lost connection must only cost this one part, until the next try.
 */
export function LatePart<Props extends object>({ load, props, waiting = null, failed }: LatePartProps<Props>) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null)
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)
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
  return failedAttempt === attempt ? failed(() => setAttempt(attempt + 1)) : waiting
}
