import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** The value inside a component, which renders again when it changes. */
  use: () => Value
}

/** One value outside React, for two distant parts of a page. */
export function createStore<Value>(initial: Value): Store<Value> {
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
    set: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
