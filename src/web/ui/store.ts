import { useSyncExternalStore } from 'react'

/** One value outside React, for two distant parts of a page. */
export function createStore<Value>(initial: Value) {
  let current = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const get = () => current
  return {
    get,
    set: (value: Value) => {
      current = value
      for (const listener of listeners) listener()
    },
    /** The value inside a component, which renders again when it changes. */
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
