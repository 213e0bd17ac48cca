import { useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { USUAL_STORE_ZONE, zonePlace } from '#contract/store-zone.ts'
import { query } from './query.ts'

/** The zone in which the store counts its days. Until its answer is here, the usual one. */
export function useStoreZone(): string {
  const { data } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return data?.timeZone ?? USUAL_STORE_ZONE
}

/** How a person calls a zone, beside a date field: `New York time`. */
export const zoneWords = (timeZone: string): string => `${zonePlace(timeZone)} time`
