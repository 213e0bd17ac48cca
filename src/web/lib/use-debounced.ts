import { useEffect, useState } from 'react'

/** The value once it has not changed for `waitMs`, so not every letter is a call. */
export function useDebounced<Value>(value: Value, waitMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}
