import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const listen of listeners) listen()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The server's time in whole seconds; all countdowns on the page tick together, on one timer. */
export function useServerSeconds(): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / 1000),
    () => 0,
  )
}
