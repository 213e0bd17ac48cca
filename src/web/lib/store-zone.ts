import { useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { USUAL_STORE_ZONE, zonePlace } from '#contract/store-zone.ts'
import { query } from './query.ts'

/** The store's time zone. Until its reply is here, the default. */
export function useStoreZone(): string {
  const { data } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return data?.timeZone ?? USUAL_STORE_ZONE
}

/** Names a zone next to a date field: `New York time`. */
export const zoneWords = (timeZone: string): string => `${zonePlace(timeZone)} time`
