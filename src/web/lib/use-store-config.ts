import { useQuery } from '@tanstack/react-query'
import { getStoreConfig } from '#contract/admin/operations.ts'
import { query } from './call-api.ts'

/** What the store tells every page about itself. Pages have it from the start, see `main.tsx`. */
export const useStoreConfig = () => useQuery(query(getStoreConfig))
