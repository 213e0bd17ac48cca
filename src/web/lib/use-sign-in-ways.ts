import { useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { query } from './query.ts'

/** How members of this store sign in besides passkeys. */
export function useSignInWays(): { issuerLabel: string | null; hasPasswords: boolean } {
  const { data } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return { issuerLabel: data?.signIn?.label ?? null, hasPasswords: data?.signIn?.hasPasswords ?? true }
}
