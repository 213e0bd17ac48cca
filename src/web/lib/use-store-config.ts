import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getStoreConfig, type StoreConfig } from '#contract/admin/operations.ts'
import { query } from './call-api.ts'
import { useAfterHydration } from './served-page.ts'

const UNKNOWN = { data: undefined, error: null }

/** What the store tells every page about itself: in the page, see `main.tsx`, but not part of its first render. */
export function useStoreConfig(): Pick<UseQueryResult<StoreConfig>, 'data' | 'error'> {
  const result = useQuery(query(getStoreConfig))
  return useAfterHydration() ? result : UNKNOWN
}
