import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

interface LatePartProps<Props extends object> {
  /** Must be the same function every time, e.g. a constant of the module. */
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown until the code is here. */
  waiting?: ReactNode
  /** Shown when it did not come, e.g. without a connection; `retry` asks once more. */
  failed: (retry: () => void) => ReactNode
}

/**
 * A part of the page whose code comes when it is needed. React's own `lazy` throws when the code does not come, which
 * takes the whole page with it: a lost connection must only cost this one part, and only until the next try.
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
