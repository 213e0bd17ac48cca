import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Reads whose data rarely changes, so their age says nothing about what is on screen. */
const LASTING_PATHS: readonly unknown[] = ['/api/config', '/api/me', '/api/states', '/api/counties/:state']

/** Reloads what is on screen. A failed read is shown where its data is. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => client.refetchQueries({ type: 'active' }) })
}

/** When the oldest part of what is on screen was read, in milliseconds since 1970; null if nothing was. */
export function useLastRead(): number | null {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestRead(cache.getAll()),
  )
}

/** The parts of a query that tell its age. */
interface Read {
  queryKey: readonly unknown[]
  /** Milliseconds since 1970; 0 before the first success. */
  state: { dataUpdatedAt: number }
  isActive: () => boolean
}

/** The time of the oldest successful read on screen. */
export function oldestRead(reads: readonly Read[]): number | null {
  const times = reads
    .filter((read) => read.isActive() && isOurs(read.queryKey[0]) && read.state.dataUpdatedAt > 0)
    .map((read) => read.state.dataUpdatedAt)
  return times.length === 0 ? null : Math.min(...times)
}

const isOurs = (path: unknown): boolean =>
  typeof path === 'string' && path.startsWith('/api/') && !LASTING_PATHS.includes(path)
